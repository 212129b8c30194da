// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/units/error.h"

#include <span>
#include <string>
#include <vector>

/// Answers of a class: small files collected by the lecturer. They contain no name unless the student enters one.
namespace kneepoint {

struct GivenAnswer {
    int step = 1; ///< from 1
    bool right = false;
    double factor = 1;         ///< answer divided by the engine's value, for a number or a curve
    std::string misconception; ///< empty if the answer is right or matches none
};

struct LessonResults {
    std::string lesson;
    std::string student; ///< as the student wrote it; may be empty
    std::vector<GivenAnswer> answers;
};

[[nodiscard]] Result<LessonResults> parseResults(std::string_view json, std::string_view place);
[[nodiscard]] Result<LessonResults> loadResults(const std::string& path);
[[nodiscard]] std::string writeResults(const LessonResults& results);

/// The deviation of a factor in either direction: at least 1.
[[nodiscard]] double offFactor(double factor);
/// The median of such deviations; 1 if there are none.
[[nodiscard]] double typicalFactor(const std::vector<double>& deviations);

/// Results of one question of a lesson.
struct QuestionSummary {
    std::string lesson;
    int step = 1;
    int answers = 0;
    int right = 0;
    double typical_factor = 1; ///< median deviation, at least 1
};
struct MisconceptionCount {
    std::string name;
    int count = 0;
};
struct ResultsSummary {
    int files = 0;
    std::vector<QuestionSummary> questions;         ///< by lesson and step
    std::vector<MisconceptionCount> misconceptions; ///< most common first
};
[[nodiscard]] ResultsSummary summarized(std::span<const LessonResults> all);

} // namespace kneepoint
