// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/answers/table.h"

#include <array>
#include <string_view>

namespace kneepoint {

inline constexpr std::string_view assumed_library = "assumed";
inline constexpr std::array<std::string_view, 7> preset_libraries{
    "scenarios", "machines", "gpus", "interconnects", "models", "stacks", assumed_library};

/// The presets of one of the libraries; of `assumed_library` assumedTable().
[[nodiscard]] Table presetTable(std::string_view library);
/// What the libraries and the price list assume because no source was found.
[[nodiscard]] Table assumedTable();
/// Every figure, with its unit, formula and source.
[[nodiscard]] Table metricsTable();

} // namespace kneepoint
