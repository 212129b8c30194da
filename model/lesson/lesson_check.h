// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/lesson/lesson.h"

namespace kneepoint {

/// What is wrong with a lesson that could be read, a sentence each with its place: texts that cannot be filled, answers
/// that the engine does not give or that nobody can reach. Empty: nothing.
[[nodiscard]] std::vector<std::string> checkLesson(const Lesson& lesson);

/// The instructor's page in plain text: goal, minutes, and for every question its answer and the likely wrong ones.
[[nodiscard]] std::string instructorText(const Lesson& lesson);
/// What a speaker wants to see while a step is on the screen: its answer, the likely wrong ones, the explanation, and
/// what comes next. Steps count from 0.
[[nodiscard]] std::string stepNotes(const Lesson& lesson, std::size_t step);
/// The lesson in plain text, with its numbers; the answers stay out.
[[nodiscard]] std::string lessonText(const Lesson& lesson);

} // namespace kneepoint
