// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/validation/validation.h"

#include <array>
#include <span>
#include <string_view>
#include <vector>

/// What a few runs of one's own bring, judged on measured runs.
namespace kneepoint {

/// The runs that calibrate.
enum class CalibratedWith {
    nothing,  ///< the same rows without a calibration
    smallest, ///< by GPUs, then by operations of a step
    chosen,   ///< as mostInformative() chooses among those that were measured
};
inline constexpr std::array calibrated_withs{CalibratedWith::nothing, CalibratedWith::smallest, CalibratedWith::chosen};
/// Stable name: "nothing", "smallest", "chosen".
[[nodiscard]] std::string_view calibratedWithId(CalibratedWith with);

struct CalibratedRow {
    CalibratedWith with = CalibratedWith::nothing;
    RowError error;
};

/// Groups runs by source and machine (GPU, GPUs per node, network) and, of every group with at least runs + 2 rows,
/// calibrates with `runs` rows and predicts the others. Without a calibration, all rows but the smallest ones are
/// predicted. Constants and intervals have seen nothing measured by the source. Suspect rows are not used. `setting` is
/// what the interval assumes of the team before a calibration, and the prior of the calibration. Needs
/// loadLeftOutConstants(); runs must be at least 1.
[[nodiscard]] std::vector<CalibratedRow> predictCalibrated(
    std::span<const MeasuredRun> measured, std::size_t runs, TeamSetting setting, const Calibration& calibration);

/// Errors of one way of calibrating, all rows first ("all"), then by series, or by source
/// where the setting is not tuned, as in files of one's own.
[[nodiscard]] std::vector<ErrorSummary> calibratedErrors(std::span<const CalibratedRow> rows, CalibratedWith with);

} // namespace kneepoint
