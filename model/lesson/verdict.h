// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/lesson/lesson.h"

/// The evaluation of an answer.
namespace kneepoint {

struct Verdict {
    bool right = false;
    double factor =
        1; ///< answer divided by the engine's value, for a number; for a curve the typical factor, at least 1
    std::string misconception; ///< its name; empty if the answer is right or matches none
    std::string reply;         ///< with placeholders; may be empty
};

/// The engine's answer to a number question; an error if it has none.
[[nodiscard]] Result<double> rightNumber(const Question& q);
/// Index of the right choice according to the engine; an error if there is none, or more than one.
[[nodiscard]] Result<std::size_t> rightChoice(const Question& q);

struct CurvePoint {
    double x = 0;
    double y = 0;
};
/// Height at `x` of a curve of this shape through `first`.
[[nodiscard]] double shapeHeight(CurveShape shape, const CurvePoint& first, double x);
/// The right curve of a question, evenly spaced on the logarithm; points without a value are left out.
[[nodiscard]] std::vector<CurvePoint> rightCurve(const Question& q, int points = 33);

/// The first wrong answer that a number matches; nullptr if none.
[[nodiscard]] const WrongNumber* matchingWrong(const Question& q, double answer, double right);
[[nodiscard]] Verdict judgeNumber(const Question& q, double answer);
[[nodiscard]] Verdict judgeChoice(const Question& q, std::size_t choice);
/// A sketch is right if its typical deviation (root mean square of the logarithm) is within the tolerance; else it gets
/// the misconception with the closest shape, unless the right curve is closer.
[[nodiscard]] Verdict judgeCurve(const Question& q, std::span<const CurvePoint> sketch);

/// The verdict on the answer to a step's question in words: "Right.", "Off by a factor of 2.1." and the reply.
[[nodiscard]] std::string verdictSentence(const LessonStep& step, const Verdict& verdict);

} // namespace kneepoint
