// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/lesson/lesson_results.h"
#include "model/units/json_reader.h"

/// One answer in a file: class results or a personal log.
namespace kneepoint::lesson_json {

[[nodiscard]] GivenAnswer readAnswer(const JsonNode& node);
[[nodiscard]] nlohmann::ordered_json answerJson(const GivenAnswer& a);

} // namespace kneepoint::lesson_json
