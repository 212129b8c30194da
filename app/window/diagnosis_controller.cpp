// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/diagnosis_controller.h"

#include "app/document/comparison.h"
#include "app/document/scenario_document.h"
#include "widgets/panels/board.h"
#include "widgets/panels/diagnosis_panel.h"
#include "widgets/text.h"

#include <utility>

using namespace std::chrono_literals;

namespace kneepoint {
DiagnosisController::DiagnosisController(ScenarioDocument& document, DiagnosisPanel& panel, Board& board)
    : QObject(&panel)
    , m_document(document)
    , m_panel(panel)
    , m_board(board)
    , m_rest(120ms, [this] { diagnoseNow(); })
{
    connect(&document, &ScenarioDocument::changed, this, [this] {
        preview(nullptr);
        restartRest();
    });
    connect(&panel, &DiagnosisPanel::tried, this, &DiagnosisController::preview);
    connect(&panel, &DiagnosisPanel::accepted, this, &DiagnosisController::accept);
    restartRest();
}

/// Starts counting when the event loop is reached: the time to build a window does not count as idle.
void DiagnosisController::restartRest()
{
    QMetaObject::invokeMethod(&m_rest, qOverload<>(&QTimer::start), Qt::QueuedConnection);
}

void DiagnosisController::diagnoseNow()
{
    m_rest.stop();
    const Diagnosed now{m_document.analysis(), diagnose(m_document.analysis(), m_document.prices())};
    m_panel.show(now.diagnosis, m_reference ? causeChanges(*m_reference, now) : std::vector<CauseChange>());
}

void DiagnosisController::follow(const Comparison& comparison)
{
    connect(&comparison, &Comparison::changed, this, [this, &comparison] {
        const SharedAnalysis pinned = comparison.reference();
        m_reference = pinned ? std::optional(Diagnosed{*pinned, diagnose(*pinned, m_document.prices())}) : std::nullopt;
        restartRest();
    });
}

void DiagnosisController::preview(const Remedy* remedy)
{
    const bool was_previewing = std::exchange(m_previewing, remedy != nullptr);
    if (remedy)
        m_board.setGhost(
            share(analyze(applied(m_document.scenario(), remedy->edit, m_document.calibration(), m_document.prices()),
                m_document.calibration())));
    else if (was_previewing)
        m_board.setGhost(nullptr);
}

void DiagnosisController::accept(const Remedy& remedy)
{
    m_document.applyEdit(remedy.edit, toQString(remedy.label));
}

} // namespace kneepoint
