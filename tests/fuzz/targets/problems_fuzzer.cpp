// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/lesson/problem.h"
#include "tests/fuzz/targets/promises.h"

#include <cmath>

using namespace kneepoint;

/// Files of textbook problems: each accepted problem is solved or has an error.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto problems = parseProblems(fuzz::textOf(data, size), "fuzz");
    if (!problems) {
        fuzz::requireSentence(problems.error());
        return 0;
    }
    for (const Problem& problem : *problems) {
        const ProblemAnswer answer = solve(problem);
        if (!answer.computed)
            fuzz::requireSentence(answer.computed.error());
        else
            fuzz::require(std::isfinite(*answer.computed), "an answer is a number");
    }
    return 0;
}
