// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/units/bounded_json.h"

namespace kneepoint {

/// Of lessons, problems, results and logs of predictions.
inline constexpr JsonBounds lesson_bounds{.document = "a lesson", .bytes = 1 << 20, .depth = 12, .values = 50000};

} // namespace kneepoint
