// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/lesson/problem.h"

#include "model/lesson/computed_number_json.h"
#include "model/lesson/lesson_bounds.h"
#include "model/presets/preset_library.h"
#include "model/scenario/scenario.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

namespace kneepoint {
namespace {

constexpr int problems_version = 1;
constexpr std::size_t most_problems = 1000;

/// Arithmetic of the engine and of the book differ in the last digits.
constexpr double rounding = 1e-9;

/// The published answer's unit in base units: "days" in seconds, "GiB" in bytes. For plain numbers it is only a word.
double unitSize(const JsonNode& node, Unit unit)
{
    const std::string text = node.text(40);
    const Result<double> one = parseQuantity("1 " + text, unit);
    if (one)
        return *one;
    if (!baseUnit(unit).empty() && unit != Unit::ratio && unit != Unit::factor)
        node.refuse(one.error().message);
    return 1;
}

Problem readProblem(const JsonNode& node, const std::string& source)
{
    node.only({"id", "topic", "text", "source", "note", "scenario", "edits", "metric", "at", "against", "as", "formula",
        "arguments", "unit", "expected", "tolerance"});
    Problem p;
    p.id = node.at("id").text(100);
    p.topic = node.at("topic").text(100);
    p.text = node.at("text").text();
    p.source = node.textOr("source", source);
    p.note = node.textOr("note", {});
    Scenario here;
    if (const auto scenario = node.find("scenario"))
        here = lesson_json::readScenario(*scenario);
    if (const auto edits = node.find("edits"))
        here = lesson_json::readEdits(*edits, here);
    p.answer = lesson_json::readComputed(node, here, {});
    if (!node.sound())
        return p;
    const Unit kind = unitOf(p.answer);
    const bool is_plain = baseUnit(kind).empty() || kind == Unit::ratio || kind == Unit::factor;
    const auto unit = node.find("unit");
    if (unit && !(is_plain && unit->isText(""))) {
        p.unit = unit->text(40);
        p.unit_size = unitSize(*unit, unitOf(p.answer));
    }
    p.expected = node.at("expected").number(-1e300, 1e300);
    p.tolerance = node.at("tolerance").number(0, 1);
    return p;
}

} // namespace

ProblemAnswer solve(const Problem& p)
{
    ProblemAnswer answer{valueOf(p.answer)};
    if (!answer.computed)
        return answer;
    *answer.computed /= p.unit_size;
    answer.pass = std::abs(*answer.computed - p.expected) <= std::max(p.tolerance, rounding) * std::abs(p.expected);
    return answer;
}

Result<std::vector<Problem>> parseProblems(std::string_view json, std::string_view place)
{
    return parsedJson(json, place, lesson_bounds, [](const JsonNode& file) {
        std::vector<Problem> problems;
        file.only({"kneepoint_problems", "title", "source", "problems"});
        (void)file.at("kneepoint_problems").number(problems_version, problems_version);
        const std::string source = file.textOr("source", {});
        std::set<std::string> ids;
        for (const JsonNode& node : file.at("problems").list(most_problems)) {
            problems.push_back(readProblem(node, source));
            if (!ids.insert(problems.back().id).second)
                node.at("id").refuse("another problem has this id");
        }
        return problems;
    });
}

std::span<const Problem> shippedProblems()
{
    static const std::vector<Problem> all = [] {
        std::vector<Problem> problems;
        library::eachFile("problems", parseProblems, [&](std::vector<Problem> read, std::string_view) {
            std::ranges::move(read, std::back_inserter(problems));
        });
        return problems;
    }();
    return all;
}

} // namespace kneepoint
