// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/units/error.h"

#include <string>
#include <string_view>

/// Lessons as Markdown with front matter (docs/lessons.md): prose, with the settings of each step in JSON.
namespace kneepoint {

/// Prose and settings of a lesson as one JSON text, so that the values of both have pointers. Errors include the line.
[[nodiscard]] Result<std::string> jsonOfLessonMarkdown(std::string_view text, std::string_view place);

} // namespace kneepoint
