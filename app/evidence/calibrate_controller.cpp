// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/evidence/calibrate_controller.h"

#include "app/document/scenario_document.h"
#include "model/calibrate/evidence_rows.h"
#include "widgets/panels/detail_pages.h"

#include <QAction>

namespace kneepoint {

CalibrateController::CalibrateController(DetailPages& details, QAction& action, ScenarioDocument& document)
    : QObject(&details)
    , m_details(details)
    , m_document(document)
{
    connect(&action, &QAction::triggered, this, &CalibrateController::open);
}

void CalibrateController::open()
{
    m_search.stop(); // a search for an earlier page
    m_page = new CalibratePage(m_document.scenario(), m_document.calibration());
    connect(m_page, &CalibratePage::calibrated, this, [this](const OwnRuns& own) {
        m_details.leave(); // its job is about to change
        m_document.setOwnRuns(own);
    });
    connect(&m_document, &ScenarioDocument::changed, m_page, [this] { m_page->setJob(m_document.scenario()); });
    connect(m_page, &CalibratePage::suggestionWanted, this, &CalibrateController::suggestRuns);
    if (const OwnRows found = runsIn(m_document.evidence(), m_document.scenario(), m_document.calibration());
        !found.rows.empty())
        m_page->fill(found);
    m_details.open(m_page);
}

void CalibrateController::suggestRuns()
{
    constexpr std::size_t suggested = 3;
    m_search.ask([job = m_document.scenario(), calibration = m_document.calibration()](const std::stop_token& stop,
                     const auto&) { return runsToMeasure(job, suggested, calibration, stop); },
        [this](const std::vector<FoundLayout>& found) {
            std::vector<Edit> runs;
            runs.reserve(found.size());
            for (const FoundLayout& layout : found)
                runs.push_back(editOf(layout.layout));
            if (m_page)
                m_page->suggest(runs);
        });
}

} // namespace kneepoint
