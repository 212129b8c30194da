// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/lesson/json_node.h"
#include "model/lesson/lesson_results.h"

/// One answer in a file: class results or a personal log.
namespace kneepoint::lesson_json {

[[nodiscard]] GivenAnswer readAnswer(const Node& node);
[[nodiscard]] Json answerJson(const GivenAnswer& a);

} // namespace kneepoint::lesson_json
