// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/catalogue.h"
#include "model/lesson/computed_number_json.h"
#include "model/lesson/lesson.h"
#include "model/lesson/lesson_markdown.h"
#include "model/presets/preset_library.h"
#include "model/scenario/scenario.h"
#include "model/units/excerpt.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

namespace kneepoint {
namespace {

using lesson_json::Node;
using lesson_json::Variants;

constexpr std::size_t most_choices = 8;
constexpr std::size_t most_names = 40;

Cause readCause(const Node& node)
{
    const std::string id = node.text(60);
    for (std::size_t i = 0; i < cause_count; ++i)
        if (causeId(static_cast<Cause>(i)) == id)
            return static_cast<Cause>(i);
    node.refuse("there is no such cause; `kneepoint diagnose` shows their names");
}

Misconception readMisconception(const Node& node)
{
    return {node.at("misconception").text(200), node.at("reply").text()};
}

/// The context of a question: the step's scenario and its variants.
struct Place {
    const Scenario& here;
    const Variants& variants;
};

WrongNumber readWrongNumber(const Node& node, const Place& place)
{
    node.only({"near", "side", "misconception", "reply"});
    WrongNumber wrong;
    if (const auto near = node.find("near")) {
        wrong.near = lesson_json::readComputed(*near, place.here, place.variants);
    } else {
        const Node side = node.at("side");
        const std::string text = side.text(10);
        if (text != "above" && text != "below")
            side.refuse("expected \"above\" or \"below\"");
        wrong.above = text == "above";
    }
    wrong.misconception = readMisconception(node);
    return wrong;
}

AnswerChoice readChoice(const Node& node)
{
    node.only({"text", "from", "to", "cause", "right", "misconception", "reply"});
    AnswerChoice choice;
    choice.text = node.at("text").text(400);
    if (const auto cause = node.find("cause"))
        choice.cause = readCause(*cause);
    choice.from = node.has("from") ? node.at("from").number(-1e300, 1e300) : -1e300;
    choice.to = node.has("to") ? node.at("to").number(choice.from, 1e300) : 1e300;
    choice.right = node.has("right") && node.at("right").flag();
    if (!choice.right)
        choice.misconception = readMisconception(node);
    return choice;
}

WrongShape readWrongShape(const Node& node)
{
    node.only({"shape", "misconception", "reply"});
    const Node shape = node.at("shape");
    const std::string text = shape.text(20);
    WrongShape wrong;
    if (text == "flat")
        wrong.shape = CurveShape::flat;
    else if (text == "proportional")
        wrong.shape = CurveShape::proportional;
    else if (text == "inverse")
        wrong.shape = CurveShape::inverse;
    else
        shape.refuse("expected \"flat\", \"proportional\" or \"inverse\"");
    wrong.misconception = readMisconception(node);
    return wrong;
}

void readNumber(Question& q, const Node& node, const Place& place)
{
    node.only({"kind", "text", "hint", "quantity", "tolerance", "wrong"});
    q.quantity = lesson_json::readComputed(node.at("quantity"), place.here, place.variants);
    q.tolerance = node.at("tolerance").number(0, 1);
    for (const Node& wrong : node.at("wrong").list(most_choices))
        q.wrong_numbers.push_back(readWrongNumber(wrong, place));
}

void readChoices(Question& q, const Node& node, const Place& place)
{
    node.only({"kind", "text", "hint", "quantity", "choices"});
    if (const auto quantity = node.find("quantity"))
        q.quantity = lesson_json::readComputed(*quantity, place.here, place.variants);
    else
        q.scenario = place.here;
    const Node choices = node.at("choices");
    for (const Node& choice : choices.list(most_choices)) {
        q.choices.push_back(readChoice(choice));
        const bool asks_cause = choice.has("cause");
        if (asks_cause == q.quantity.has_value())
            choice.refuse(asks_cause ? "a choice of causes needs a question without \"quantity\""
                                     : "a question without \"quantity\" needs a \"cause\" for every choice");
    }
    if (q.choices.size() < 2)
        choices.refuse("a choice needs at least two answers");
}

void readCurve(Question& q, const Node& node, const Place& place)
{
    node.only({"kind", "text", "hint", "quantity", "over", "from", "to", "tolerance", "wrong"});
    const Node quantity = node.at("quantity");
    q.quantity = lesson_json::readComputed(quantity, place.here, place.variants);
    if (!q.quantity->metric || q.quantity->against)
        quantity.refuse("a curve needs a metric of one scenario");
    const Node over = node.at("over");
    q.over = findParameter(over.text(100));
    if (!q.over)
        over.refuse("there is no such parameter; `kneepoint parameters` lists all");
    if (q.over->scale == Scale::choice || q.over->scale == Scale::flag)
        over.refuse("a curve needs a parameter that is a number");
    q.from = lesson_json::readValue(node.at("from"), *q.over);
    q.to = lesson_json::readValue(node.at("to"), *q.over);
    if (!(q.from > 0 && q.to > q.from))
        node.at("to").refuse("the curve needs a range above 0 that grows");
    q.tolerance = node.at("tolerance").number(0.01, 2);
    for (const Node& wrong : node.at("wrong").list(most_choices))
        q.wrong_shapes.push_back(readWrongShape(wrong));
}

Question readQuestion(const Node& node, const Place& place)
{
    Question q;
    q.text = node.at("text").text();
    q.hint = node.at("hint").text();
    const Node kind = node.at("kind");
    const std::string text = kind.text(20);
    if (text == "number") {
        q.kind = Question::Kind::number;
        readNumber(q, node, place);
    } else if (text == "choice") {
        q.kind = Question::Kind::choice;
        readChoices(q, node, place);
    } else if (text == "curve") {
        q.kind = Question::Kind::curve;
        readCurve(q, node, place);
    } else {
        kind.refuse("expected \"number\", \"choice\" or \"curve\"");
    }
    return q;
}

void readControls(LessonStep& step, const Node& node)
{
    for (const Node& control : node.list(most_lesson_controls)) {
        const Parameter* p = findParameter(control.text(100));
        if (!p)
            control.refuse("there is no such parameter; `kneepoint parameters` lists all");
        step.controls.push_back(p);
    }
}

void readCharts(LessonStep& step, const Node& node)
{
    for (const Node& chart : node.list(lesson_charts.size())) {
        step.charts.push_back(chart.text(40));
        if (std::ranges::find(lesson_charts, step.charts.back()) == lesson_charts.end())
            chart.refuse(fmt::format("there is no such chart; choose one of: {}", fmt::join(lesson_charts, ", ")));
    }
}

void readFrozen(LessonStep& step, const Node& node)
{
    for (const Node& chart : node.list(freezable_charts.size())) {
        step.frozen.push_back(chart.text(40));
        if (std::ranges::find(freezable_charts, step.frozen.back()) == freezable_charts.end())
            chart.refuse(fmt::format("no such chart can be frozen; these can: {}", fmt::join(freezable_charts, ", ")));
    }
}

LessonStep readStep(const Node& node, const Scenario& before)
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
        step.question = readQuestion(*question, {step.scenario, step.variants});
    step.explanation = step.question ? node.at("explanation").text(8000) : node.textOr("explanation", {});
    return step;
}

Lesson readLesson(const Node& file)
{
    file.only({"kneepoint_lesson", "title", "minutes", "teaches", "instructor", "steps"});
    (void)file.at("kneepoint_lesson").number(lesson_format_version, lesson_format_version);
    Lesson lesson;
    lesson.title = file.at("title").text(120);
    lesson.minutes = file.at("minutes").number(1, longest_lesson_minutes);
    for (const Node& line : file.at("teaches").list(10))
        lesson.teaches.push_back(line.text(300));
    const Node page = file.at("instructor");
    page.only({"goal", "before", "next"});
    lesson.instructor = {page.at("goal").text(), page.at("before").text(), page.at("next").text()};
    const Node steps = file.at("steps");
    Scenario before;
    for (const Node& step : steps.list(most_lesson_steps)) {
        lesson.steps.push_back(readStep(step, before));
        before = lesson.steps.back().scenario;
    }
    if (lesson.steps.empty())
        steps.refuse("a lesson needs at least one step");
    if (!steps.list(most_lesson_steps).front().has("scenario"))
        steps.list(most_lesson_steps).front().refuse("the first step needs a \"scenario\"");
    return lesson;
}

} // namespace

Result<Lesson> parseLesson(std::string_view text, std::string_view place)
{
    Result<std::string> json = isLessonMarkdown(text) ? jsonOfLessonMarkdown(text, place) : std::string(text);
    if (!json)
        return tl::unexpected(json.error());
    Lesson lesson;
    const auto read = lesson_json::readFile(*json, place, [&](const Node& file) { lesson = readLesson(file); });
    if (!read)
        return tl::unexpected(read.error());
    return lesson;
}

Result<Lesson> loadLesson(const std::string& path)
{
    const auto text = lesson_json::readText(path);
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
        for (const EmbeddedFile& file : embeddedFiles()) {
            if (!file.name.starts_with("lessons/"))
                continue;
            auto read = parseLesson(file.text, file.name);
            if (!read)
                library::broken(file.name, read.error().message);
            read->id = file.name.substr(file.name.find('/') + 1);
            lessons.push_back(std::move(*read));
        }
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
