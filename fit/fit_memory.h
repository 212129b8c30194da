// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "fit/constants.h"
#include "model/constants/calibration.h"
#include "model/evidence/measured_memory.h"

#include <filesystem>
#include <string_view>
#include <vector>

namespace kneepoint::fit {

/// What memory is fitted to: measured bytes, and runs that ran, whose memory is at most that of their GPU.
struct MemoryEvidence {
    std::vector<MeasuredMemory> figures;
    std::vector<MeasuredMemory> bounds; ///< their `bytes` are the capacity, their `source` is the run's source
};
/// Runs with a single layout and stated recomputation are bounds.
[[nodiscard]] MemoryEvidence memoryEvidence(const Measurements& measurements, const Calibration& calibration);

/// The constants fitted without one series of measured memory or without one source of runs (none if empty): least
/// squares on the logarithm of bytes, as for step times, with a prior on every constant. A run that ran counts with the
/// probability that its memory is below its bound. Only measurements of a whole GPU are used: parts of it follow from
/// formulas without constants.
[[nodiscard]] Priors fitMemory(Priors priors, const MemoryEvidence& evidence, std::string_view left_out);

/// Fits with everything and without each series, prints the errors, writes memory.json and memory_left_out.json
/// in `folder`.
void fitMemoryConstants(const std::filesystem::path& folder);

} // namespace kneepoint::fit
