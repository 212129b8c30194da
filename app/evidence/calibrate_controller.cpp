// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/evidence/calibrate_controller.h"

#include "app/document/scenario_document.h"
#include "model/calibrate/evidence_rows.h"

#include <QAction>

namespace kneepoint {

CalibrateController::CalibrateController(QWidget& window, QAction& action, ScenarioDocument& document)
    : QObject(&window)
    , m_window(window)
    , m_document(document)
{
    connect(&action, &QAction::triggered, this, &CalibrateController::open);
}

void CalibrateController::open()
{
    m_search.stop(); // a search for an earlier dialog
    m_dialog = new CalibrateDialog(m_document.scenario(), m_document.calibration(), &m_window);
    connect(m_dialog, &CalibrateDialog::calibrated, &m_document, &ScenarioDocument::setOwnRuns);
    connect(m_dialog, &CalibrateDialog::suggestionWanted, this, &CalibrateController::suggestRuns);
    if (const OwnRows found = runsIn(m_document.evidence(), m_document.scenario(), m_document.calibration());
        !found.rows.empty())
        m_dialog->fill(found);
    m_dialog->open();
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
            if (m_dialog)
                m_dialog->suggest(runs);
        });
}

} // namespace kneepoint
