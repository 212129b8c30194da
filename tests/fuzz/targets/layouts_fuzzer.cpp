// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/validation/layout_choice.h"
#include "tests/fuzz/targets/promises.h"

#include <cmath>

using namespace kneepoint;

/// Files of measured layouts: every row that ran has a time and a scenario that can be evaluated.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto layouts = parseMeasuredLayouts(fuzz::textOf(data, size), "fuzz", shippedCalibration());
    if (!layouts) {
        fuzz::requireSentence(layouts.error());
        return 0;
    }
    for (const MeasuredLayout& row : layouts->rows) {
        fuzz::require(
            row.end != LayoutEnd::ran || (row.step_s > 0 && std::isfinite(row.step_s)), "a layout that ran has a time");
        fuzz::requireUsable(row.scenario);
    }
    return 0;
}
