// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/units/error.h"

#include <string>
#include <string_view>

/// Lessons as Markdown with front matter (docs/lessons.md): the same content as a JSON lesson, with the texts as prose.
namespace kneepoint {

/// Begins with a front matter.
[[nodiscard]] bool isLessonMarkdown(std::string_view text);
/// The lesson converted to the text of a JSON lesson. Errors include the line.
[[nodiscard]] Result<std::string> jsonOfLessonMarkdown(std::string_view text, std::string_view place);

} // namespace kneepoint
