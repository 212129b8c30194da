// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace kneepoint {

struct Calibration;

/// The engine behind one function from JSON to JSON, for the interactive page. A request names its question:
///
///     {"question": "analysis", "scenario": "{\"kneepoint\": 1, ...}", "set": [{"id": "cluster.gpus", "value": 64}]}
///
/// The answer is what that question returns (handout_question.h), or {"error": "one sentence"}. Pure; throws nothing
/// for any text.
[[nodiscard]] std::string handoutAnswer(std::string_view request, const Calibration& calibration);

} // namespace kneepoint
