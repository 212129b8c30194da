// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/evidence/validation_controller.h"

#include "app/document/scenario_document.h"

#include <QAction>

namespace kneepoint {

ValidationController::ValidationController(QWidget& window, QAction& action, ScenarioDocument& document)
    : QObject(&window)
    , m_window(window)
    , m_document(document)
{
    connect(&action, &QAction::triggered, this, &ValidationController::open);
}

void ValidationController::open()
{
    if (!m_page) {
        m_page = new ValidationPage(&m_window);
        m_page->setAttribute(Qt::WA_DeleteOnClose);
        m_page->show(m_document.sharedAnalysis());
        connect(m_page, &ValidationPage::scenarioPicked, &m_document,
            [this](const ScenarioFile& run) { m_document.open(run); });
        connect(&m_document, &ScenarioDocument::changed, m_page, [this] { m_page->show(m_document.sharedAnalysis()); });
    }
    m_page->QDialog::show();
    m_page->raise();
    m_page->activateWindow();
}

} // namespace kneepoint
