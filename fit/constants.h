// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/fitted.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace kneepoint::fit {

/// A constant to be found: where the search starts, its range, and how firmly it is held near the start.
struct Constant {
    bool of_gpu = true; ///< owner is a GPU family, else a software stack
    std::string owner;
    std::vector<std::string> members; ///< presets that share it; none: the preset of the owner's id alone
    const Parameter* parameter = nullptr;
    double start = 1, low = 0, high = 1;
    double sigma = 0.1; ///< standard deviation of the logarithm
    double value = 1;
    /// Of the same parameter for every GPU, near which an architecture's is held; itself counted from the first.
    std::optional<std::size_t> near;
    [[nodiscard]] bool bearsOn(std::string_view preset) const;
};

struct Priors {
    std::vector<Constant> constants;
    ConstantSet owners; ///< ids and GPUs, without values
};

/// Reads presets/constants/priors.json; ends the program with a sentence if it cannot.
[[nodiscard]] Priors readPriors(const std::filesystem::path& path);
[[nodiscard]] ConstantSet constantSet(const Priors& priors);

} // namespace kneepoint::fit
