// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/evidence/validation_controller.h"

#include "app/document/scenario_document.h"
#include "widgets/panels/detail_pages.h"

#include <QAction>

namespace kneepoint {

ValidationController::ValidationController(DetailPages& details, QAction& action, ScenarioDocument& document)
    : QObject(&details)
    , m_details(details)
    , m_document(document)
{
    connect(&action, &QAction::triggered, this, &ValidationController::open);
}

void ValidationController::open()
{
    m_page = new ValidationPage;
    m_page->show(m_document.sharedAnalysis());
    connect(m_page, &ValidationPage::scenarioPicked, this, [this](ScenarioFile run) {
        m_details.leave();
        m_document.open(std::move(run));
        emit opened();
    });
    connect(&m_document, &ScenarioDocument::changed, m_page, [this] { m_page->show(m_document.sharedAnalysis()); });
    m_details.open(m_page);
}

} // namespace kneepoint
