// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/calibrate/own_rows.h"
#include "tests/fuzz/targets/promises.h"

#include <cmath>

using namespace kneepoint;

/// The user's own measurements: every row is a job that can be evaluated, or is rejected with its reason.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto read = parseOwnRows(fuzz::textOf(data, size), "fuzz", Scenario{}, shippedCalibration());
    if (!read) {
        fuzz::requireSentence(read.error());
        return 0;
    }
    fuzz::require(read->rows.size() <= most_own_rows, "the number of rows is bounded");
    for (const OwnRow& row : read->rows) {
        fuzz::require(row.step_s >= 0 && std::isfinite(row.step_s), "a measured step is a time");
        fuzz::require(row.memory_bytes >= 0 && std::isfinite(row.memory_bytes), "measured memory is a size");
        fuzz::require(row.step_s > 0 || row.memory_bytes > 0, "a row has a measurement");
        fuzz::requireUsable(row.scenario);
    }
    for (const auto& [name, reason] : read->refused)
        fuzz::requireSentence({reason});
    return 0;
}
