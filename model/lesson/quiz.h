// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/lesson/lesson.h"

#include <cstdint>

namespace kneepoint {

/// The cases of a quiz.
enum class QuizCases { suspects, all_causes };

/// Cases without diagnosis, one per step: "which of these is it?". The seed shuffles the cases and their answers, so
/// that every student gets a different quiz and the same seed always gives the same one. The right answer is the
/// diagnosis's first; titles and texts name only measured times, never the cause or the shipped scenario.
[[nodiscard]] Lesson makeQuiz(QuizCases cases, std::uint32_t seed);

/// Any scenario as a quiz with one case; nothing if the diagnosis finds no cause.
[[nodiscard]] std::optional<Lesson> blindCase(const Scenario& s, std::uint32_t seed);

/// The seed of a student's quiz: the lecturer's number, combined with the student's name if there is one.
[[nodiscard]] std::uint32_t quizSeed(std::uint32_t number, std::string_view student);

} // namespace kneepoint
