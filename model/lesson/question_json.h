// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/lesson/computed_number_json.h"
#include "model/lesson/lesson.h"

namespace kneepoint::lesson_json {

/// The question of a step with this scenario and these variants.
[[nodiscard]] Question readQuestion(const JsonNode& node, const Scenario& here, const Variants& variants);

} // namespace kneepoint::lesson_json
