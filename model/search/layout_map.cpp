// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/search/layout_map.h"

#include "model/search/layout_walk.h"

#include <algorithm>

namespace kneepoint {
namespace {

bool isFirst(const FoundLayout* a, const FoundLayout* b)
{
    return a->value != b->value ? a->value < b->value : a->layout < b->layout;
}

LayoutCell searchedCell(const Scenario& job, SearchRequest request, const LayoutMap& map, double x, double y,
    const Calibration& calibration)
{
    request.space.fix(map.x, x);
    request.space.fix(map.y, y);
    request.progress = {};
    SearchAnswer found = searchLayouts(job, request, calibration);
    return {x, y, found.valid, std::move(found.top), found.least_memory_bytes};
}

} // namespace

std::vector<const FoundLayout*> LayoutMap::ranked() const
{
    std::vector<const FoundLayout*> all;
    for (const LayoutCell& cell : cells)
        for (const FoundLayout& found : cell.top)
            all.push_back(&found);
    std::ranges::sort(all, isFirst);
    return all;
}

const FoundLayout* LayoutMap::best() const
{
    const std::vector<const FoundLayout*> all = ranked();
    return all.empty() ? nullptr : all.front();
}

LayoutMap layoutMap(
    const Scenario& job, const SearchRequest& request, Dimension x, Dimension y, const Calibration& calibration)
{
    const LayoutRules rules(job);
    const Candidates candidates = candidatesOf(rules, request.space);
    LayoutMap map{x, y, candidates.of(x), candidates.of(y), {}, false};
    map.cells.reserve(map.xs.size() * map.ys.size());
    for (const double value_y : map.ys)
        for (const double value_x : map.xs) {
            if (request.stop.stop_requested())
                map.cells.push_back({value_x, value_y, 0, {}});
            else
                map.cells.push_back(searchedCell(job, request, map, value_x, value_y, calibration));
            if (request.progress)
                request.progress(
                    static_cast<double>(map.cells.size()) / static_cast<double>(map.xs.size() * map.ys.size()));
        }
    map.whole = !request.stop.stop_requested();
    return map;
}

} // namespace kneepoint
