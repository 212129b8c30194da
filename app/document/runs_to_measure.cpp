// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/runs_to_measure.h"
#include "model/catalogue/derive.h"

#include "model/calibrate/run_choice.h"

namespace kneepoint {

std::vector<FoundLayout> runsToMeasure(
    const Scenario& job, std::size_t count, const Calibration& calibration, std::stop_token stop)
{
    constexpr std::size_t most_layouts = 200;
    constexpr double slowest = 4; // times the shortest step
    Scenario plain = job;
    plain.own_runs = {};
    SearchRequest request{.space = fixedSpace(plain), .top = most_layouts, .stop = std::move(stop)};
    for (const Dimension d : informative_dimensions)
        request.space.free(d);
    const SearchAnswer found = searchLayouts(plain, request, calibration);
    std::vector<FoundLayout> layouts;
    std::vector<Scenario> runs;
    for (const FoundLayout& layout : found.top)
        if (layout.step.step_s <= slowest * found.top.front().step.step_s) {
            layouts.push_back(layout);
            runs.push_back(inLayout(plain, editOf(layout.layout)));
        }
    std::vector<FoundLayout> chosen;
    for (const std::size_t i : mostInformative(runs, count, calibration))
        chosen.push_back(layouts[i]);
    return chosen;
}

} // namespace kneepoint
