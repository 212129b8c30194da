// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"

#include <optional>

namespace kneepoint {

/// The batch per GPU, whole examples, at which a step comes nearest to this intensity in FLOP/byte: of the network's
/// bytes where `roof` says so, else of the memory's. Looks over what the slider spans; none where the batch does not
/// move the intensity.
[[nodiscard]] std::optional<double> batchForIntensity(const Analysis& a, RoofBound roof, double intensity);

} // namespace kneepoint
