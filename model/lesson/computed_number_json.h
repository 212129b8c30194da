// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/catalogue.h"
#include "model/lesson/computed_number.h"
#include "model/units/json_reader.h"

#include <map>

namespace kneepoint::lesson_json {

/// Named scenarios of a file in addition to the current one.
using Variants = std::map<std::string, Scenario, std::less<>>;

/// The scenario of a shipped id, or of the parameters in an object.
[[nodiscard]] Scenario readScenario(const JsonNode& node);
/// `start` after the edits of an object {parameter id: value}; the key "scenario" replaces the start.
[[nodiscard]] Scenario readEdits(const JsonNode& node, const Scenario& start);
/// The parameter of this id; null where `node` is refused, as there is none.
[[nodiscard]] const Parameter* readParameter(const JsonNode& node, std::string_view id);
/// A value of this parameter in the format of scenario files.
[[nodiscard]] double readValue(const JsonNode& node, const Parameter& p);
/// {"metric": id, "at": variant or edits, "against": variant or edits, "as": "ratio"} or
/// {"formula": id, "arguments": {id: number, text with unit, or what the engine gives}}; that is another computed
/// number or {"parameter": id, "at": variant or edits}.
[[nodiscard]] ComputedNumber readComputed(const JsonNode& node, const Scenario& here, const Variants& variants);

} // namespace kneepoint::lesson_json
