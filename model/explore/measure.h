// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario.h"
#include "model/scenario/units.h"

#include <string_view>

namespace kneepoint {

/// What maps and tornados show of a scenario.
enum class Measure { step_time, throughput, efficiency, mfu, knee, cost, training_time };
inline constexpr std::size_t measure_count = 7;
/// Stable id: "step-time".
[[nodiscard]] std::string_view measureId(Measure m);
[[nodiscard]] std::string_view measureLabel(Measure m);
[[nodiscard]] Unit measureUnit(Measure m);
/// Whether a greater value is the better one.
[[nodiscard]] bool isGreaterBetter(Measure m);

/// The number, as the headline and the scaling chart show it. The knee is where γ crosses 1, else where efficiency
/// falls below the tolerance; infinity where neither happens on the curve. Never not-a-number.
[[nodiscard]] double measure(const Scenario& s, Measure m);

} // namespace kneepoint
