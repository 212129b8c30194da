// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/links.h"

#include <nlohmann/json_fwd.hpp>

#include <vector>

/// Constants as the files of presets/constants state them; all throw what the JSON library throws.
namespace kneepoint::library {

/// Owners of constants in the order of the file, which decides where two set the same parameter.
[[nodiscard]] std::vector<ConstantOwner> readOwners(const nlohmann::ordered_json& json);
[[nodiscard]] ConstantSet readConstants(const nlohmann::ordered_json& json);
[[nodiscard]] std::vector<ErrorKind> readErrors(const nlohmann::ordered_json& json);
[[nodiscard]] std::vector<FactorSpreads> readSpreads(const nlohmann::ordered_json& json);
[[nodiscard]] LinkSet readLinks(const nlohmann::ordered_json& json);

} // namespace kneepoint::library
