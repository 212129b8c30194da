// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/lesson/lesson.h"

#include <cstdint>

namespace kneepoint {

/// Which cases a quiz is made of.
enum class QuizCases { suspects, all_causes };

/// Blind cases, one a step: "which of these is it?". The seed shuffles the cases and their answers, so that every
/// student gets another quiz and the same seed the same one. The right answer is the diagnosis's first; titles and
/// texts name only measured times, never the cause or the shipped scenario.
[[nodiscard]] Lesson makeQuiz(QuizCases cases, std::uint32_t seed);

/// Any scenario as a quiz of one case; nothing where the diagnosis names no cause.
[[nodiscard]] std::optional<Lesson> blindCase(const Scenario& s, std::uint32_t seed);

/// The seed of one student's quiz: the lecturer's number, changed by the student's name where one is given.
[[nodiscard]] std::uint32_t quizSeed(std::uint32_t number, std::string_view student);

} // namespace kneepoint
