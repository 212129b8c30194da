// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/fitted.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string_view>
#include <vector>

namespace kneepoint::fit {

/// Between the two nearest values. `values` must not be empty; q in 0..1.
[[nodiscard]] double percentile(std::vector<double> values, double q);
/// To five figures, as the files hold constants.
[[nodiscard]] double rounded(double value);
[[nodiscard]] nlohmann::ordered_json ownersJson(const std::vector<ConstantOwner>& owners);
[[nodiscard]] nlohmann::ordered_json spreadsJson(const std::vector<FactorSpreads>& spreads);
[[nodiscard]] nlohmann::ordered_json kindsJson(const std::vector<ErrorKind>& kinds);

/// Writes what the program needs in every run as presets/constants/NAME.json, and what only validation asks for, the
/// constants without each of many parts of the data, as NAME_left_out.json beside it.
void writeConstantFiles(const std::filesystem::path& folder, std::string_view name, std::string_view made_from,
    const nlohmann::ordered_json& all, const nlohmann::ordered_json& left_out);

} // namespace kneepoint::fit
