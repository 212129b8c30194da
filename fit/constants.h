// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/catalogue.h"
#include "model/constants/fitted.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace kneepoint::fit {

/// A constant to be fitted: its starting value, its range, and the width of its prior.
struct Constant {
    bool of_gpu = true; ///< owner is a GPU family, else a software stack
    std::string owner;
    std::vector<std::string> members; ///< presets that share it; if empty, only the preset with the owner's id
    const Parameter* parameter = nullptr;
    double start = 1, low = 0, high = 1;
    double sigma = 0.1; ///< standard deviation of the logarithm
    double value = 1;
    /// Index of the constant of the same parameter for all GPUs, around which an architecture's value has its prior;
    /// counted from the first.
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
