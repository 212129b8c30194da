// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/lesson/lesson.h"

namespace kneepoint {

/// The faults of a parsed lesson, one sentence each with its place: placeholders that cannot be filled, answers that
/// the engine does not confirm or that can never match. Empty if there are none.
[[nodiscard]] std::vector<std::string> checkLesson(const Lesson& lesson);

/// The instructor's page in plain text: goal, minutes, and for every question its answer and the likely wrong ones.
[[nodiscard]] std::string instructorText(const Lesson& lesson);
/// Speaker notes for a step on the screen: its answer, the likely wrong ones, the explanation, and the next step. Steps
/// are numbered from 0.
[[nodiscard]] std::string stepNotes(const Lesson& lesson, std::size_t step);
/// The lesson in plain text, with its numbers but without the answers.
[[nodiscard]] std::string lessonText(const Lesson& lesson);

} // namespace kneepoint
