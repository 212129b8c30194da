// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/command_preview.h"

#include "app/window/command_list.h"
#include "model/analysis/analysis.h"
#include "model/catalogue/scenario_file.h"
#include "model/catalogue/whole_batch.h"
#include "model/results/metric.h"
#include "model/scenario/scenario.h"
#include "widgets/text.h"

#include <QAction>

#include <cmath>
#include <vector>

namespace kneepoint {
namespace {

constexpr double same = 5e-3;

QString changeText(const char* id, const Analysis& now, const Analysis& next)
{
    const Metric& m = metric(id);
    if (!applies(m, next.scenario))
        return {};
    const QString before = toQString(valueText(m, now));
    const QString after = toQString(valueText(m, next));
    if (before == after)
        return translated("%1 still %2").arg(toQString(m.label), after);
    return translated("%1 %2 → %3").arg(toQString(m.label), before, after);
}

QString editText(const Edit& edit, const Analysis& now)
{
    if (isOutOfRange(edit))
        return {};
    Scenario scenario = applied(now.scenario, edit, now.calibration);
    std::vector<const Parameter*> edited;
    for (const Setting& setting : edit)
        edited.push_back(setting.parameter);
    const WholeBatch whole = keptWhole(scenario, now.scenario, edited);
    QStringList texts;
    if (!whole.nearest.empty()) {
        const Parameter& p = *edit.front().parameter;
        texts << translated("%1 becomes %2, the nearest value that works")
                     .arg(toQString(p.label), toQString(valueText(p, whole.nearest.front())));
        scenario = applied(now.scenario, {{&p, whole.nearest.front()}}, now.calibration);
    }
    const Parameter& first = *edit.front().parameter;
    if (edit.size() == 1 && first.idle && !first.idle(scenario).empty())
        return translated("No effect: %1.").arg(toQString(first.idle(scenario)));
    const Analysis next = analyze(scenario, now.calibration);
    if (!next.step.memory.fits())
        texts << translated("Does not fit in memory: needs %1 of %2")
                     .arg(toQString(next.step.memory.total(), Unit::bytes),
                         toQString(next.step.memory.capacity, Unit::bytes));
    const double faster = now.step.step_s / next.step.step_s;
    QString step = changeText("step_s", now, next);
    if (std::abs(faster - 1) > same)
        step += faster > 1 ? translated(", %1 faster").arg(toQString(faster, Unit::factor))
                           : translated(", %1 slower").arg(toQString(1 / faster, Unit::factor));
    texts << step << changeText("mfu", now, next) << changeText("cost", now, next);
    if (const QString left_out = leftOutText(first); !left_out.isEmpty())
        texts << left_out;
    if (scenario.automatic.on)
        texts << translated("the layout is planned again");
    texts.removeAll(QString());
    return texts.join(QStringLiteral("; ")) + u'.';
}

} // namespace

QString leftOutText(const Parameter& p)
{
    return p.id == "cluster.power_w"
        ? translated("only energy follows: how far a power limit slows the clock is not modeled")
        : QString();
}

QString previewText(const Command& command, const Analysis& now)
{
    if (command.action)
        return command.action->statusTip();
    if (command.preset)
        return toQString(command.preset->about);
    if (command.value)
        return editText({{command.parameter, *command.value}}, now);
    if (!command.edit.empty())
        return editText(command.edit, now);
    if (command.parameter && !command.refused)
        return toQString(command.parameter->help);
    return command.said || !command.answer.isEmpty() ? command.label : QString();
}

} // namespace kneepoint
