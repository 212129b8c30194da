// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

/// Lessons as short literals.
namespace kneepoint {

/// A lesson of one step on the knee simulator with this question and these other members of the step.
inline std::string lessonOf(
    const std::string& question, const std::string& more = {}, const std::string& minutes = "10")
{
    return "---\nkneepoint_lesson: 1\ntitle: T\nminutes: " + minutes
        + "\nteaches:\n- x\ngoal: g\nbefore: b\nnext: n\n---\n\n# s\n\n```json\n{\"scenario\": \"knee-simulator\""
        + more + ", \"question\": " + question
        + "}\n```\n\nK is {parameter:cluster.gpus}.\n\n## Question\n\nq\n\n## Hint\n\nh\n\n"
          "## Explanation\n\nIt takes {metric:step_s}.\n";
}

inline std::string numberQuestion(const std::string& wrong, const std::string& quantity = R"({"metric": "speedup"})")
{
    return R"({"kind": "number", "tolerance": 0.1, "quantity": )" + quantity + R"(, "wrong": [)" + wrong + "]}";
}

inline const std::string linear = R"({"near": {"metric": "gpus"}, "misconception": "linear", "reply": "no"})";

inline std::string causeQuestion(const std::string& right)
{
    const auto choice = [&](const std::string& cause) {
        return R"({"text": ")" + cause + R"(", "cause": ")" + cause
            + (cause == right ? R"(", "right": true})" : R"(", "misconception": "m", "reply": "r"})");
    };
    return R"({"kind": "choice", "choices": [)" + choice("exposed-communication") + ", " + choice("starved-input")
        + "]}";
}

inline const std::string curve_question =
    R"({"kind": "curve", "quantity": {"metric": "speedup"},
            "over": "cluster.gpus", "from": 1, "to": 256, "tolerance": 0.2,
            "wrong": [{"shape": "proportional", "misconception": "linear", "reply": "no"},
                      {"shape": "flat", "misconception": "never helps", "reply": "no"}]})";

} // namespace kneepoint
