// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/fitted.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string_view>
#include <vector>

namespace kneepoint::fit {

/// Rounded to five significant digits, as constants are stored in files.
[[nodiscard]] double rounded(double value);
[[nodiscard]] nlohmann::ordered_json ownersJson(const std::vector<ConstantOwner>& owners);
[[nodiscard]] nlohmann::ordered_json spreadsJson(const std::vector<FactorSpreads>& spreads);
[[nodiscard]] nlohmann::ordered_json kindsJson(const std::vector<ErrorKind>& kinds);

/// Writes the constants that the program always needs to presets/constants/NAME.json, and those that only validation
/// needs, fitted without parts of the data, to NAME_left_out.json in the same folder.
void writeConstantFiles(const std::filesystem::path& folder, std::string_view name, std::string_view made_from,
    const nlohmann::ordered_json& all, const nlohmann::ordered_json& left_out);

} // namespace kneepoint::fit
