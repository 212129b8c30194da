// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "fit/fit_constants.h"
#include "fit/held_out.h"
#include "fit/left_out.h"
#include "model/validation/validation.h"

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace kneepoint::fit {

struct FitResult {
    ConstantSet all;
    std::vector<MeasuredStack> measured;
    std::map<std::string, ConstantSet> series;  ///< without each series whose source has other series too
    LeftOutConstants others;                    ///< without each source, and without each architecture
    std::vector<ErrorSummary> fitted;           ///< with all series
    std::vector<ErrorSummary> left_out;         ///< each series predicted without itself
    std::vector<ErrorSummary> source_left_out;  ///< each series predicted without all that its source measured
    std::vector<ErrorSummary> generic_left_out; ///< the same with the generic stack of its family
    std::vector<LearnedSpreads> spreads;        ///< one per basis except own runs
    std::vector<ErrorKind> kinds;
    std::map<std::string, std::vector<ErrorKind>> kinds_without; ///< by source
    std::vector<ErrorSummary> bases; ///< errors and intervals of dense models by basis, all learned without the source
    std::vector<HeldOutErrors> held_out;
};

/// Computes the errors.
void judge(FitResult& result, const Corpus& corpus);
void printErrors(const FitResult& result);
void printHeldOut(const std::vector<HeldOutErrors>& errors);
/// Constants of memory, with all series and without each.
void writeMemory(const ConstantSet& all, const std::vector<std::pair<std::string, ConstantSet>>& without,
    const std::filesystem::path& folder);
void writeFitted(const FitResult& result, const std::filesystem::path& folder);

} // namespace kneepoint::fit
