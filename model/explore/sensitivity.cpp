// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explore/sensitivity.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

bool isNumber(const Parameter& p)
{
    return p.scale != Scale::choice && p.scale != Scale::flag;
}

double turned(const Parameter& p, double value, double factor)
{
    double wanted = value * factor;
    if (p.scale == Scale::integer)
        wanted = factor < 1 ? std::floor(wanted) : std::ceil(wanted);
    return std::clamp(wanted, p.min, p.max);
}

double measureAt(const Scenario& s, const Parameter& p, double value, Measure m)
{
    Scenario t = s;
    p.edit(t, value);
    return measure(t, m);
}

} // namespace

Sensitivity sensitivity(const Scenario& s, Measure m)
{
    Sensitivity tornado{m, measure(s, m), {}};
    for (const Parameter& p : catalogue()) {
        if (!isNumber(p) || (p.idle && !p.idle(s).empty()))
            continue;
        const double value = p.get(s);
        if (!(std::abs(value) > 0))
            continue;
        Leverage knob{&p, value, turned(p, value, 0.5), turned(p, value, 2), tornado.here, tornado.here};
        if (knob.low_value != value)
            knob.low = measureAt(s, p, knob.low_value, m);
        if (knob.high_value != value)
            knob.high = measureAt(s, p, knob.high_value, m);
        if ((knob.low != tornado.here || knob.high != tornado.here) && std::isfinite(knob.swing()))
            tornado.knobs.push_back(knob);
    }
    std::ranges::stable_sort(tornado.knobs, std::ranges::greater{}, &Leverage::swing);
    return tornado;
}

} // namespace kneepoint
