// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/lesson/computed_number.h"

#include "model/constants/calibration.h"

#include <fmt/format.h>

#include <cmath>

namespace kneepoint {
namespace {

Result<double> figure(const Metric& m, const Scenario& s)
{
    const std::optional<double> value = measure(m, s, shippedCalibration());
    if (!value || !std::isfinite(*value))
        return failure(fmt::format("{}: the engine computes no such figure here", m.id));
    return *value;
}

} // namespace

double joined(ComputedNumber::As as, double value, double against)
{
    switch (as) {
    case ComputedNumber::As::ratio:
        return value / against;
    case ComputedNumber::As::change:
        return value / against - 1;
    case ComputedNumber::As::drop:
        return 1 - value / against;
    case ComputedNumber::As::difference:
        return value - against;
    case ComputedNumber::As::value:
        break;
    }
    return value;
}

Unit unitOf(const ComputedNumber& q)
{
    if (q.formula)
        return q.formula->unit;
    switch (q.as) {
    case ComputedNumber::As::ratio:
        return Unit::factor;
    case ComputedNumber::As::change:
    case ComputedNumber::As::drop:
        return Unit::ratio;
    case ComputedNumber::As::value:
    case ComputedNumber::As::difference:
        break;
    }
    return q.metric->unit;
}

Result<double> valueOf(const ComputedNumber& q)
{
    if (q.formula)
        return evaluateFormula(*q.formula, q.arguments);
    Result<double> value = figure(*q.metric, q.scenario);
    if (!value || !q.against)
        return value;
    Result<double> against = figure(*q.metric, *q.against);
    if (!against)
        return against;
    const double result = joined(q.as, *value, *against);
    if (!std::isfinite(result))
        return failure(fmt::format("{}: the figure it is compared with is zero", q.metric->id));
    return result;
}

std::string textOf(const ComputedNumber& q)
{
    const Result<double> value = valueOf(q);
    if (!value)
        return "–";
    const bool is_figure = q.metric && q.as == ComputedNumber::As::value;
    return is_figure ? valueText(*q.metric, *value) : formatQuantity(*value, unitOf(q));
}

std::string workingOf(const ComputedNumber& q)
{
    if (!q.formula)
        return fmt::format("{} = {}", q.metric->symbol.empty() ? q.metric->label : q.metric->symbol,
            valueOf(q) ? formatQuantity(*valueOf(q), unitOf(q)) : std::string("–"));
    const auto values = formulaValues(*q.formula, q.arguments);
    const auto result = evaluateFormula(*q.formula, q.arguments);
    return values && result ? formulaWithNumbers(*q.formula, *values, *result) : formulaText(*q.formula);
}

} // namespace kneepoint
