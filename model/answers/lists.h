// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/answers/table.h"

#include <array>
#include <string_view>

namespace kneepoint {

inline constexpr std::array<std::string_view, 4> preset_libraries{"scenarios", "gpus", "interconnects", "models"};

/// The presets of one of the libraries.
[[nodiscard]] Table presetTable(std::string_view library);
/// Every figure, with its unit, formula and source.
[[nodiscard]] Table metricsTable();

} // namespace kneepoint
