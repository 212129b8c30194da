// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/exploration/sensitivity.h"

#include "model/catalogue/whole_batch.h"
#include "model/constants/calibration.h"
#include "model/scenario/scenario.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace kneepoint {
namespace {

double turned(const Scenario& s, const Parameter& p, double value, double factor)
{
    double wanted = value * factor;
    if (takesWholeValues(p, s))
        wanted = factor < 1 ? std::floor(wanted) : std::ceil(wanted);
    return std::clamp(wanted, p.range.min, p.range.max);
}

/// A value to try, of a global batch the nearest that the replicas divide; or the present one where nobody can choose
/// it, such as half an example in a micro-batch, or where it would compare with another model: a size of one's own is
/// that of a dense one.
double choosable(const Scenario& s, const Parameter& p, double value, const Calibration& calibration)
{
    Scenario t = s;
    p.edit(t, value, calibration);
    const Parameter* const edited[] = {&p};
    if (p.id != "workload.experts" && t.workload.experts != s.workload.experts)
        return p.get(s);
    return keptWhole(t, s, edited).refusal.empty() ? p.get(t) : p.get(s);
}

double valueOf(const Metric& m, const Scenario& s, const Calibration& calibration)
{
    return measure(m, s, calibration).value_or(std::numeric_limits<double>::infinity());
}

double valueAt(const Scenario& s, const Parameter& p, double value, const Metric& m, const Calibration& calibration)
{
    Scenario t = s;
    p.edit(t, value, calibration);
    return valueOf(m, t, calibration);
}

/// Constants of hardware and software, fitted or assumed, are nobody's to choose.
bool canBeChosen(const Parameter& p)
{
    const bool is_choice = p.group == Group::workload || p.group == Group::cluster || p.group == Group::plan;
    return is_choice && !p.source.starts_with("Fitted");
}

} // namespace

Sensitivity sensitivity(const Scenario& s, const Metric& m, const Calibration& calibration)
{
    Sensitivity tornado{&m, valueOf(m, s, calibration), {}};
    for (const Parameter& p : catalogue()) {
        if (!p.isNumber() || !canBeChosen(p) || (p.idle && !p.idle(s).empty()))
            continue;
        const double value = p.get(s);
        if (!(std::abs(value) > 0))
            continue;
        Leverage knob{&p, value, choosable(s, p, turned(s, p, value, 0.5), calibration),
            choosable(s, p, turned(s, p, value, 2), calibration), tornado.here, tornado.here};
        if (knob.low_value != value)
            knob.low = valueAt(s, p, knob.low_value, m, calibration);
        if (knob.high_value != value)
            knob.high = valueAt(s, p, knob.high_value, m, calibration);
        if ((knob.low != tornado.here || knob.high != tornado.here) && std::isfinite(knob.swing()))
            tornado.knobs.push_back(knob);
    }
    std::ranges::stable_sort(tornado.knobs, std::ranges::greater{}, &Leverage::swing);
    return tornado;
}

std::string sensitivitySentence(const Sensitivity& tornado)
{
    const Metric& m = *tornado.metric;
    if (tornado.knobs.empty())
        return fmt::format("{}: no parameter changes it.", m.label);
    const Leverage& first = tornado.knobs.front();
    const auto [least, most] = std::minmax({first.low, first.high, tornado.here});
    return fmt::format("{} now {}; {} moves it most: {} to {} between {} and {}.", m.label, valueText(m, tornado.here),
        first.parameter->label, valueText(m, least), valueText(m, most),
        formatQuantity(first.low_value, first.parameter->unit),
        formatQuantity(first.high_value, first.parameter->unit));
}

} // namespace kneepoint
