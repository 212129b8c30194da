// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "fit/constants.h"
#include "model/evidence/measured_memory.h"

#include <filesystem>
#include <span>
#include <string_view>

namespace kneepoint::fit {

/// The constants fitted to measured memory without one series (none if empty): least squares on the logarithm of bytes,
/// as for step times, with a prior on every constant. Only measurements of a whole GPU are used: parts of it follow
/// from formulas without constants.
[[nodiscard]] Priors fitMemory(Priors priors, std::span<const MeasuredMemory> figures, std::string_view left_out);

/// Fits with everything and without each series, prints the errors, writes memory.json and memory_left_out.json
/// in `folder`.
void fitMemoryConstants(const std::filesystem::path& folder);

} // namespace kneepoint::fit
