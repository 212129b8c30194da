// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/lesson/computed_number.h"

#include <span>
#include <string>
#include <vector>

/// Textbook problems: a question in words, the quantity of the engine that answers it, and the published answer.
namespace kneepoint {

struct Problem {
    std::string id;
    std::string topic;
    std::string text;      ///< the question
    std::string source;    ///< the book
    std::string note;      ///< convention or approximation used, may be empty
    ComputedNumber answer; ///< computed by the engine
    std::string unit;      ///< of the published answer
    double unit_size = 1;
    double expected = 0;  ///< the published answer, in its unit
    double tolerance = 0; ///< relative
};

struct ProblemAnswer {
    Result<double> computed; ///< in the problem's unit
    bool pass = false;
};
[[nodiscard]] ProblemAnswer solve(const Problem& p);

/// Reads {"kneepoint_problems": 1, "source": …, "problems": [{"id", "topic", "text", "formula" with "arguments" or
/// "metric" with "scenario", "unit", "expected", "tolerance"}]}; errors include the place.
[[nodiscard]] Result<std::vector<Problem>> parseProblems(std::string_view json, std::string_view place);
/// Those of resources/lessons/problems, built in.
[[nodiscard]] std::span<const Problem> shippedProblems();

} // namespace kneepoint
