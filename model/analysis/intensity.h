// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"

#include <optional>

namespace kneepoint {

/// The batch per GPU, in whole examples, whose intensity in FLOP/byte is closest to the given one: that of network
/// traffic if `roof` is the network, else that of memory traffic. Searches the range of the slider; nothing if the
/// batch does not change the intensity.
[[nodiscard]] std::optional<double> batchForIntensity(const Analysis& a, RoofBound roof, double intensity);

} // namespace kneepoint
