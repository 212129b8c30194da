// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/answers/table.h"
#include "model/plan/sweep.h"
#include "model/search/layout.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kneepoint {

/// A sweep of namedScenario()s from its text, or from a file.
[[nodiscard]] Result<Sweep> sweepOf(std::string_view json, std::string_view place, const Calibration& calibration);
[[nodiscard]] Result<Sweep> loadSweep(const std::string& path, const Calibration& calibration);

/// One point: its number, settings, whether it fits, figures, and the layout if it was searched.
struct SweepRow {
    double point = 0;
    Edit edit;
    std::optional<Layout> layout;
    bool fits = false;
    std::vector<std::optional<double>> figures;
};
/// Computes a point; `threads` is for the search of its layout, 0: one per CPU.
[[nodiscard]] SweepRow sweepRow(const Sweep& sweep, double index, unsigned threads, const Calibration& calibration);

/// `point`, `edit`, `layout`, `fits` and `metrics`.
[[nodiscard]] Json sweepRowJson(const Sweep& sweep, const SweepRow& row);
/// A table of this row. Its columns are the same in every row and every shard.
[[nodiscard]] Table sweepTable(const Sweep& sweep, const SweepRow& row);

} // namespace kneepoint
