// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/catalogue.h"
#include "model/lesson/computed_number_json.h"
#include "model/lesson/lesson.h"
#include "model/lesson/lesson_bounds.h"
#include "model/lesson/lesson_markdown.h"
#include "model/lesson/question_json.h"
#include "model/presets/preset_library.h"
#include "model/scenario/scenario.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

namespace kneepoint {
namespace {

constexpr std::size_t most_names = 40;

void readControls(LessonStep& step, const JsonNode& node)
{
    for (const JsonNode& control : node.list(most_lesson_controls)) {
        if (const Parameter* p = lesson_json::readParameter(control, control.text(100)))
            step.controls.push_back(p);
    }
}

void readCharts(LessonStep& step, const JsonNode& node)
{
    for (const JsonNode& chart : node.list(lesson_charts.size())) {
        step.charts.push_back(chart.text(40));
        if (std::ranges::find(lesson_charts, step.charts.back()) == lesson_charts.end())
            chart.refuse(fmt::format("there is no such chart; choose one of: {}", fmt::join(lesson_charts, ", ")));
    }
}

void readFrozen(LessonStep& step, const JsonNode& node)
{
    for (const JsonNode& chart : node.list(freezable_charts.size())) {
        step.frozen.push_back(chart.text(40));
        if (std::ranges::find(freezable_charts, step.frozen.back()) == freezable_charts.end())
            chart.refuse(fmt::format("no such chart can be frozen; these can: {}", fmt::join(freezable_charts, ", ")));
    }
}

LessonStep readStep(const JsonNode& node, const Scenario& before)
{
    node.only({"title", "text", "scenario", "edits", "variants", "numbers", "controls", "charts", "freeze", "question",
        "explanation"});
    LessonStep step;
    step.title = node.at("title").text(120);
    step.text = node.at("text").text(8000);
    step.scenario = before;
    if (const auto scenario = node.find("scenario"))
        step.scenario = lesson_json::readScenario(*scenario);
    step.before_edits = step.scenario;
    if (const auto edits = node.find("edits"))
        step.scenario = lesson_json::readEdits(*edits, step.scenario);
    step.opens_scenario = node.has("scenario") || node.has("edits");
    if (const auto variants = node.find("variants"))
        for (const auto& [name, edits] : variants->members(most_names))
            step.variants[name] = lesson_json::readEdits(edits, step.scenario);
    if (const auto numbers = node.find("numbers"))
        for (const auto& [name, quantity] : numbers->members(most_names)) {
            quantity.only({"metric", "at", "against", "as", "formula", "arguments"});
            step.numbers[name] = lesson_json::readComputed(quantity, step.scenario, step.variants);
        }
    if (const auto controls = node.find("controls"))
        readControls(step, *controls);
    if (const auto charts = node.find("charts"))
        readCharts(step, *charts);
    if (const auto freeze = node.find("freeze"))
        readFrozen(step, *freeze);
    if (const auto question = node.find("question"))
        step.question = lesson_json::readQuestion(*question, step.scenario, step.variants);
    step.explanation = step.question ? node.at("explanation").text(8000) : node.textOr("explanation", {});
    return step;
}

Lesson readLesson(const JsonNode& file)
{
    file.only({"kneepoint_lesson", "title", "minutes", "teaches", "instructor", "try", "steps"});
    (void)file.at("kneepoint_lesson").number(lesson_format_version, lesson_format_version);
    Lesson lesson;
    lesson.title = file.at("title").text(120);
    lesson.minutes = file.at("minutes").number(1, longest_lesson_minutes);
    for (const JsonNode& line : file.at("teaches").list(10))
        lesson.teaches.push_back(line.text(300));
    const JsonNode page = file.at("instructor");
    page.only({"goal", "before", "next"});
    lesson.instructor = {page.at("goal").text(), page.at("before").text(), page.at("next").text()};
    lesson.try_next = file.textOr("try", {});
    const JsonNode steps = file.at("steps");
    Scenario before;
    for (const JsonNode& step : steps.list(most_lesson_steps)) {
        lesson.steps.push_back(readStep(step, before));
        before = lesson.steps.back().scenario;
    }
    if (lesson.steps.empty())
        steps.refuse("a lesson needs at least one step");
    else if (const JsonNode first = steps.list(most_lesson_steps).front(); !first.has("scenario"))
        first.refuse("the first step needs a \"scenario\"");
    return lesson;
}

} // namespace

Result<Lesson> parseLesson(std::string_view text, std::string_view place)
{
    return jsonOfLessonMarkdown(text, place).and_then([&](const std::string& json) {
        return parsedJson(json, place, lesson_bounds, readLesson);
    });
}

Result<Lesson> loadLesson(const std::string& path)
{
    const auto text = readBoundedFile(path, lesson_bounds);
    if (!text)
        return tl::unexpected(text.error());
    auto lesson = parseLesson(*text, std::filesystem::path(path).filename().string());
    if (lesson)
        lesson->id = std::filesystem::path(path).stem().string();
    return lesson;
}

std::span<const Lesson> shippedLessons()
{
    static const std::vector<Lesson> all = [] {
        std::vector<Lesson> lessons;
        library::eachFile("lessons", parseLesson, [&](Lesson lesson, std::string_view name) {
            lesson.id = name;
            lessons.push_back(std::move(lesson));
        });
        return lessons;
    }();
    return all;
}

const Lesson* findLesson(std::string_view id)
{
    const auto all = shippedLessons();
    const auto found = std::ranges::find(all, id, &Lesson::id);
    return found == all.end() ? nullptr : &*found;
}

} // namespace kneepoint
