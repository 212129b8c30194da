// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/compared_figures.h"

#include "widgets/text.h"

#include <QCoreApplication>

#include <array>
#include <cmath>
#include <limits>

namespace kneepoint {
namespace {

double kneeOf(const Analysis& a)
{
    const Knees& knees = a.curve.knees;
    for (const auto* knee : {&knees.gamma, &knees.tolerance})
        if (*knee)
            return (*knee)->workers;
    return std::numeric_limits<double>::infinity();
}

} // namespace

std::span<const ComparedFigure> comparedFigures()
{
    static constexpr std::array figures{
        ComparedFigure{"GPUs", Unit::none, [](const Analysis& a) { return a.step.gpus; }},
        ComparedFigure{"Step time", Unit::seconds, [](const Analysis& a) { return a.step.step_s; }},
        ComparedFigure{"Examples per second", Unit::count, [](const Analysis& a) { return a.headline.examples_per_s; }},
        ComparedFigure{"Tokens per second", Unit::count, [](const Analysis& a) { return a.headline.tokens_per_s; }},
        ComparedFigure{"Speedup", Unit::factor, [](const Analysis& a) { return a.headline.speedup; }},
        ComparedFigure{"Efficiency", Unit::ratio, [](const Analysis& a) { return a.headline.efficiency; }},
        ComparedFigure{"MFU", Unit::ratio, [](const Analysis& a) { return a.headline.mfu; }},
        ComparedFigure{"γ = communication ÷ compute", Unit::none, [](const Analysis& a) { return a.step.gamma; }},
        ComparedFigure{"Knee (K)", Unit::none, kneeOf},
        ComparedFigure{"Compute", Unit::seconds, [](const Analysis& a) { return a.step.compute_s; }},
        ComparedFigure{"Communication", Unit::seconds, [](const Analysis& a) { return a.step.comm_s; }},
        ComparedFigure{"Memory per GPU", Unit::bytes, [](const Analysis& a) { return a.step.memory.total(); }},
        ComparedFigure{"Time to train", Unit::hours, [](const Analysis& a) { return a.training.time_s; }},
        ComparedFigure{"Cost of the run", Unit::dollars, [](const Analysis& a) { return a.training.cost; }},
        ComparedFigure{
            "Energy of the run, MWh", Unit::none, [](const Analysis& a) { return a.training.energy_j / 3.6e9; }},
    };
    return figures;
}

QString figureText(const ComparedFigure& figure, const Analysis& analysis)
{
    const double value = figure.value(analysis);
    return std::isinf(value) ? QCoreApplication::translate("ComparedFigures", "none")
                             : toQString(formatQuantity(value, figure.unit));
}

QString changeText(double from, double to)
{
    if (!std::isfinite(from) || !std::isfinite(to) || from <= 0)
        return {};
    const double change = to / from - 1;
    const QString size = toQString(formatQuantity(std::abs(change), Unit::ratio, 2));
    if (std::abs(change) < 0.0005)
        return QStringLiteral("±0 %");
    return (change > 0 ? u'+' : u'−') + size;
}

} // namespace kneepoint
