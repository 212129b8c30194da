// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/compared_figures.h"

#include "model/analysis/analysis.h"
#include "widgets/text.h"

#include <cmath>

namespace kneepoint {
namespace {

constexpr double no_change = 0.0005;
constexpr double least_points = 0.05;
constexpr double least_difference = 0.05;

QString directionOf(Better better, double change)
{
    if (better == Better::neither || std::abs(change) < no_change)
        return {};
    return (change > 0) == (better == Better::higher) ? translated("better") : translated("worse");
}

/// "+6.4", "−0.9".
QString signedText(double value, int decimals)
{
    const QString digits = QString::number(std::abs(value), 'f', decimals);
    return (value < 0 ? QStringLiteral("−") : QStringLiteral("+")) + digits;
}

/// What a share is of, where two jobs have it of different wholes: points between them would say nothing.
QString otherWhole(const Metric& m, const Analysis& from, const Analysis& to)
{
    const bool of_peak = m.id == "mfu" || m.id == "hfu";
    if (of_peak && from.step.roof.peak_flops != to.step.roof.peak_flops)
        return translated("of another peak");
    if (m.id == "speedup" && from.step.workers != to.step.workers)
        return translated("of another ideal");
    const bool of_run = m.id == "cost" || m.id == "training_time_s" || m.id == "energy_j";
    const Workload& before = from.scenario.workload;
    const Workload& after = to.scenario.workload;
    const bool by_steps = after.training_goal == TrainingGoal::steps;
    const bool same_goal = before.training_goal == after.training_goal
        && (by_steps ? before.training_steps == after.training_steps : before.training_tokens == after.training_tokens);
    if (of_run && !same_goal)
        return translated("of another run");
    return {};
}

/// Whether "better" can be said of a change. Of steps with different batches, the shorter is not the better one.
bool isComparable(const Metric& m, const Analysis& from, const Analysis& to)
{
    const bool of_one_step = m.group == MetricGroup::step && m.unit == Unit::seconds;
    return !of_one_step || from.step.global_batch == to.step.global_batch;
}

} // namespace

QString changeText(double from, double to)
{
    if (!std::isfinite(from) || !std::isfinite(to) || from <= 0)
        return {};
    const double change = to / from - 1;
    if (std::abs(change) < no_change)
        return QStringLiteral("±0 %");
    constexpr double shown_as_factor = 10;
    if (to / from >= shown_as_factor)
        return toQString(to / from, Unit::factor, 2);
    return (change > 0 ? u'+' : u'−') + toQString(std::abs(change), Unit::ratio, 2);
}

Compared comparedWith(const Metric& m, const Analysis& from, const Analysis& to)
{
    const std::optional<double> before = m.value(from);
    const std::optional<double> after = m.value(to);
    if (!before || !after)
        return {};
    if (const QString whole = otherWhole(m, from, to); !whole.isEmpty())
        return {whole, Compared::Verdict::none};
    const double difference = *after - *before;
    Compared compared;
    if (m.unit == Unit::ratio) {
        const double points = 100 * difference;
        compared.text = std::abs(points) < least_points ? translated("±0 points")
                                                        : translated("%1 points").arg(signedText(points, 1));
    } else if (m.text || (m.unit == Unit::none && std::abs(difference) >= least_difference)) {
        const bool whole = *before == std::floor(*before) && *after == std::floor(*after);
        compared.text = signedText(difference, whole ? 0 : 1);
    } else {
        compared.text = changeText(*before, *after);
    }
    const bool judged = *before != 0 && isComparable(m, from, to);
    const QString direction = judged ? directionOf(m.better, *after / *before - 1) : QString();
    if (direction.isEmpty())
        return compared;
    compared.text += u' ' + direction;
    compared.verdict =
        (difference > 0) == (m.better == Better::higher) ? Compared::Verdict::better : Compared::Verdict::worse;
    return compared;
}

QString helpText(const Metric& m)
{
    QStringList paragraphs{toQString(m.help)};
    if (!m.formula.empty())
        paragraphs << translated("Formula: %1").arg(toQString(m.formula));
    if (!m.source.empty())
        paragraphs << translated("Source: %1").arg(toQString(m.source));
    paragraphs << translated("Computed by %1; id %2").arg(toQString(m.computed_by), toQString(m.id));
    for (QString& paragraph : paragraphs)
        paragraph = QStringLiteral("<p>%1</p>").arg(paragraph.toHtmlEscaped());
    return QStringLiteral("<p><b>%1</b></p>").arg(toQString(m.label).toHtmlEscaped()) + paragraphs.join(QString());
}

} // namespace kneepoint
