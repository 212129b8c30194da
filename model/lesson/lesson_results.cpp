// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/lesson/lesson_results.h"

#include "model/lesson/lesson_bounds.h"
#include "model/lesson/results_json.h"
#include "model/units/statistics.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

namespace kneepoint {
namespace {

using Json = nlohmann::ordered_json;

constexpr int format_version = 1;
constexpr std::size_t most_answers = 1000;
constexpr double most_factor = 1e300;

} // namespace

GivenAnswer lesson_json::readAnswer(const JsonNode& node)
{
    node.only({"step", "right", "factor", "misconception"});
    GivenAnswer a;
    a.step = static_cast<int>(node.at("step").number(1, static_cast<double>(most_answers)));
    a.right = node.at("right").flag();
    a.factor = node.has("factor") ? node.at("factor").number(-most_factor, most_factor) : 1;
    a.misconception = node.textOr("misconception", {});
    return a;
}

Json lesson_json::answerJson(const GivenAnswer& a)
{
    Json answer{{"step", a.step}, {"right", a.right}};
    if (std::isfinite(a.factor))
        answer["factor"] = a.factor;
    if (!a.misconception.empty())
        answer["misconception"] = a.misconception;
    return answer;
}

double offFactor(double factor)
{
    constexpr double least = 1e-12;
    const double size = std::max(std::abs(factor), least);
    return std::max(size, 1 / size);
}

double typicalFactor(const std::vector<double>& deviations)
{
    return deviations.empty() ? 1 : median(deviations);
}

Result<LessonResults> parseResults(std::string_view json, std::string_view place)
{
    return parsedJson(json, place, lesson_bounds, [](const JsonNode& file) {
        LessonResults results;
        file.only({"kneepoint_results", "lesson", "student", "answers"});
        (void)file.at("kneepoint_results").number(format_version, format_version);
        results.lesson = file.at("lesson").text(200);
        results.student = file.textOr("student", {});
        for (const JsonNode& answer : file.at("answers").list(most_answers))
            results.answers.push_back(lesson_json::readAnswer(answer));
        return results;
    });
}

Result<LessonResults> loadResults(const std::string& path)
{
    return readBoundedFile(path, lesson_bounds).and_then([&](const std::string& text) {
        return parseResults(text, std::filesystem::path(path).filename().string());
    });
}

std::string writeResults(const LessonResults& results)
{
    Json json{{"kneepoint_results", format_version}, {"lesson", results.lesson}};
    if (!results.student.empty())
        json["student"] = results.student;
    json["answers"] = Json::array();
    for (const GivenAnswer& a : results.answers)
        json["answers"].push_back(lesson_json::answerJson(a));
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

ResultsSummary summarized(std::span<const LessonResults> all)
{
    std::map<std::pair<std::string, int>, std::pair<QuestionSummary, std::vector<double>>> questions;
    std::map<std::string, int> misconceptions;
    for (const LessonResults& results : all)
        for (const GivenAnswer& a : results.answers) {
            auto& [question, factors] = questions[{results.lesson, a.step}];
            ++question.answers;
            question.right += a.right ? 1 : 0;
            factors.push_back(offFactor(a.factor));
            if (!a.misconception.empty())
                ++misconceptions[a.misconception];
        }
    ResultsSummary summary;
    summary.files = static_cast<int>(all.size());
    for (auto& [place, entry] : questions) {
        entry.first.lesson = place.first;
        entry.first.step = place.second;
        entry.first.typical_factor = typicalFactor(entry.second);
        summary.questions.push_back(entry.first);
    }
    for (const auto& [name, count] : misconceptions)
        summary.misconceptions.push_back({name, count});
    std::ranges::stable_sort(summary.misconceptions, std::greater(), &MisconceptionCount::count);
    return summary;
}

} // namespace kneepoint
