// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/plan/best_figure.h"
#include "model/catalogue/derive.h"

#include "model/plan/envelope.h"
#include "model/scenario/scenario.h"
#include "model/search/auto_plan.h"

namespace kneepoint {

std::optional<double> bestFigure(
    const Metric& m, const Scenario& s, const Calibration& calibration, const std::stop_token& stop)
{
    constexpr unsigned threads = 1;
    const AutoPlanAnswer found =
        autoPlan(s, {.most_families = families_at_once, .threads = threads, .stop = stop}, calibration);
    if (!found.layout || stop.stop_requested())
        return {};
    const Scenario planned = inLayout(s, editOf(*found.layout));
    if (m.id != "knee")
        return measure(m, planned, calibration);
    return envelope(
        analyze(planned, calibration), {.most_families = families_at_once, .threads = threads, .stop = stop})
        .knee;
}

} // namespace kneepoint
