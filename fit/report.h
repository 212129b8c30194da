// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "fit/fit_constants.h"
#include "model/validation/validation.h"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace kneepoint::fit {

struct FitResult {
    ConstantSet all;
    std::vector<std::pair<std::string, ConstantSet>> without;
    std::vector<ErrorSummary> fitted;   ///< with all series
    std::vector<ErrorSummary> left_out; ///< each series predicted without itself
    std::vector<ErrorKind> kinds;
    std::vector<std::pair<std::string, std::vector<ErrorKind>>> kinds_without;
    std::vector<HeldOutErrors> held_out;
};

/// Fills the errors in.
void judge(FitResult& result, const Corpus& corpus);
void printErrors(const FitResult& result);
void printHeldOut(const std::vector<HeldOutErrors>& errors);
/// Writes constants alone, with all series and without each.
void writeConstants(const ConstantSet& all, const std::vector<std::pair<std::string, ConstantSet>>& without,
    const std::filesystem::path& path);
void writeFitted(const FitResult& result, const std::filesystem::path& path);

} // namespace kneepoint::fit
