// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/counted.h"
#include "model/units/error.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>

namespace kneepoint {

/// A value of a parameter in JSON: a number, the id of a choice, true or false.
[[nodiscard]] nlohmann::ordered_json settingJson(const Parameter& p, double value);

/// The same, read, wherever a value is stated in JSON: scenario files, requests, the page, tables of own runs, sweeps
/// and lessons. A number in the parameter's base unit, or what parseValue() takes as text, or a flag; the number of a
/// choice or of a flag is its id (2 for ZeRO-2, 1 for on). The error begins with the parameter's label and states the
/// range.
[[nodiscard]] Result<double> readSetting(
    const Parameter& p, const nlohmann::ordered_json& json, const std::optional<CountedIn>& counted = {});

} // namespace kneepoint
