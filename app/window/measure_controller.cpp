// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/measure_controller.h"

#include "app/document/runs_to_measure.h"
#include "app/document/scenario_document.h"
#include "app/window/window_actions.h"
#include "model/scenario/scenario.h"
#include "model/search/layout.h"
#include "widgets/panels/explain_panel.h"
#include "widgets/panels/message_bar.h"
#include "widgets/text.h"

#include <QAction>

namespace kneepoint {

MeasureController::MeasureController(QObject& window, const WindowActions& actions, ScenarioDocument& document,
    ExplainPanel& panel, MessageBar& messages)
    : QObject(&window)
    , m_actions(actions)
    , m_document(document)
    , m_messages(messages)
{
    connect(actions.measure_next, &QAction::triggered, this, &MeasureController::ask);
    connect(&panel, &ExplainPanel::measureWanted, actions.measure_next, &QAction::trigger);
    connect(&document, &ScenarioDocument::changed, this, [this] { m_work.stop(); });
}

void MeasureController::ask()
{
    constexpr std::size_t suggested = 2;
    m_work.ask([job = m_document.scenario(), calibration = m_document.calibration()](const std::stop_token& stop,
                   const auto&) { return runsToMeasure(job, suggested, calibration, stop); },
        [this](const std::vector<FoundLayout>& runs) { say(runs); });
}

void MeasureController::say(const std::vector<FoundLayout>& runs)
{
    if (runs.empty()) {
        m_messages.say(tr("No layout of the job fits in memory, so none can be measured."), MessageBar::Tone::notice);
        return;
    }
    QStringList texts;
    for (const FoundLayout& run : runs) {
        QStringList parts;
        for (const Dimension d : informative_dimensions)
            parts << toQString(shortName(d)) + u' ' + toQString(countText(run.layout[d]));
        texts << tr("%1 (predicted %2)").arg(parts.join(u' '), toQString(run.step.step_s, Unit::seconds));
    }
    m_messages.say(tr("Measure next: %1; a few steps of each.").arg(texts.join(tr(", then "))),
        MessageBar::Tone::notice, {tr("Calibrate"), [this] { m_actions.calibrate->trigger(); }});
}

} // namespace kneepoint
