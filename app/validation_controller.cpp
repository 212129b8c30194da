// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/validation_controller.h"

#include "app/main_window.h"
#include "app/window_actions.h"

#include <QAction>

namespace kneepoint {

ValidationController::ValidationController(MainWindow& window)
    : QObject(&window)
    , m_window(window)
{
    connect(window.actions().validation, &QAction::triggered, this, &ValidationController::open);
}

void ValidationController::open()
{
    if (!m_page) {
        m_page = new ValidationPage(&m_window);
        m_page->setAttribute(Qt::WA_DeleteOnClose);
        m_page->setTheme(m_window.theme());
        m_page->show(m_window.document().analysis());
        ScenarioDocument& document = m_window.document();
        connect(m_page, &ValidationPage::scenarioPicked, &document,
            [&document](const ScenarioFile& run) { document.open(run); });
        connect(
            &document, &ScenarioDocument::changed, m_page, [this] { m_page->show(m_window.document().analysis()); });
        connect(&m_window, &MainWindow::themeChanged, m_page, [this] { m_page->setTheme(m_window.theme()); });
    }
    m_page->QDialog::show();
    m_page->raise();
    m_page->activateWindow();
}

} // namespace kneepoint
