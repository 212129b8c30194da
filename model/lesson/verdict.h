// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/lesson/lesson.h"

/// What an answer is worth.
namespace kneepoint {

struct Verdict {
    bool right = false;
    double factor = 1;         ///< answer over engine, of a number; of a curve the typical one, at least 1
    std::string misconception; ///< its name; empty where it is right or nothing known
    std::string reply;         ///< with placeholders; may be empty
};

/// The engine's answer to a question for a number; fails where it has none.
[[nodiscard]] Result<double> rightNumber(const Question& q);
/// Index of the choice that the engine gives; fails where there is none, or more than one.
[[nodiscard]] Result<std::size_t> rightChoice(const Question& q);

struct CurvePoint {
    double x = 0;
    double y = 0;
};
/// The curve that a question asks for, on even steps of the logarithm; points without a figure are left out.
[[nodiscard]] std::vector<CurvePoint> rightCurve(const Question& q, int points = 33);

[[nodiscard]] Verdict judgeNumber(const Question& q, double answer);
[[nodiscard]] Verdict judgeChoice(const Question& q, std::size_t choice);
/// A sketch is right where its typical factor off (root mean square of the logarithm) is within the tolerance; else it
/// has the misconception whose shape is nearest, unless the right curve is nearer.
[[nodiscard]] Verdict judgeCurve(const Question& q, std::span<const CurvePoint> sketch);

} // namespace kneepoint
