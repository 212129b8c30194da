// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/scenario_file.h"
#include "model/constants/calibration.h"
#include "model/handout/handout_question.h"
#include "model/lesson/lesson_results.h"
#include "model/lesson/verdict.h"
#include "model/uncertainty/prediction_interval.h"

#include <algorithm>

namespace kneepoint {
namespace {

/// A lesson and the step that a request is about.
struct AskedStep {
    Lesson lesson;
    std::size_t index = 0;
    [[nodiscard]] const LessonStep& step() const { return lesson.steps[index]; }
};

Result<AskedStep> askedStep(const Json& request)
{
    Result<Lesson> lesson = parseLesson(textAt(request, "lesson"), "lesson");
    if (!lesson)
        return tl::unexpected(lesson.error());
    const double index = numberAt(request, "step");
    if (!(index >= 0 && index < static_cast<double>(lesson->steps.size())))
        return failure("the lesson has no such step");
    return AskedStep{std::move(*lesson), static_cast<std::size_t>(index)};
}

std::string filled(const LessonStep& step, std::string_view text)
{
    return filledText(step, text).value_or(std::string(text));
}

std::string_view kindId(Question::Kind kind)
{
    constexpr std::string_view ids[] = {"number", "choice", "curve"};
    return ids[static_cast<std::size_t>(kind)];
}

/// Sorted by text, as in the window, so that the position of an answer reveals nothing.
Json choicesJson(const LessonStep& step, const Question& q)
{
    std::vector<std::pair<std::string, std::size_t>> choices;
    for (std::size_t i = 0; i < q.choices.size(); ++i)
        choices.emplace_back(filled(step, q.choices[i].text), i);
    std::ranges::sort(choices);
    Json list = Json::array();
    for (const auto& [text, index] : choices)
        list.push_back({{"text", text}, {"index", index}});
    return list;
}

/// The axes of a curve to draw. There is room for a straight line too, so that they do not give the answer away.
Json sketchJson(const Question& q)
{
    const std::vector<CurvePoint> right = rightCurve(q);
    if (right.empty())
        return nullptr;
    const auto [low, high] = std::ranges::minmax(right, {}, &CurvePoint::y);
    const double span = q.to / q.from;
    return {{"parameter", q.over->id}, {"x_label", q.over->label}, {"metric", q.quantity->metric->id},
        {"y_label", q.quantity->metric->label}, {"x", {q.from, q.to}},
        {"y", {std::min(low.y, high.y / span), std::max(high.y, low.y * span)}},
        {"start", {right.front().x, right.front().y}}};
}

Json questionJson(const LessonStep& step)
{
    if (!step.question)
        return nullptr;
    const Question& q = *step.question;
    Json json{{"kind", kindId(q.kind)}, {"text", filled(step, q.text)}, {"hint", filled(step, q.hint)}};
    if (q.kind == Question::Kind::choice)
        json["choices"] = choicesJson(step, q);
    if (q.kind == Question::Kind::number)
        json["unit"] = baseUnit(unitOf(*q.quantity));
    if (q.kind == Question::Kind::curve)
        json["sketch"] = sketchJson(q);
    return json;
}

Json idsOf(const std::vector<const Parameter*>& parameters)
{
    Json ids = Json::array();
    for (const Parameter* p : parameters)
        ids.push_back(p->id);
    return ids;
}

std::string scenarioText(const LessonStep& step, const Scenario& scenario, const Calibration& calibration)
{
    ScenarioFile file;
    file.title = step.title;
    file.scenario = scenario;
    return writeScenario(file, calibration);
}

std::vector<CurvePoint> sketchOf(const Json& points)
{
    std::vector<CurvePoint> sketch;
    for (const Json& p : points)
        if (p.is_array() && p.size() == 2 && p[0].is_number() && p[1].is_number())
            sketch.push_back({p[0].get<double>(), p[1].get<double>()});
    std::ranges::sort(sketch, {}, &CurvePoint::x);
    return sketch;
}

Json curveJson(const std::vector<CurvePoint>& curve)
{
    Json list = Json::array();
    for (const CurvePoint& p : curve)
        list.push_back({p.x, p.y});
    return list;
}

/// What the reader answered, judged; a text that is no number is an error.
Result<Verdict> verdictOf(const Question& q, const Json& answer)
{
    switch (q.kind) {
    case Question::Kind::number: {
        const Result<double> number = parseQuantity(textAt(answer, "text"), unitOf(*q.quantity));
        if (!number)
            return tl::unexpected(number.error());
        return judgeNumber(q, *number);
    }
    case Question::Kind::choice: {
        const double choice = numberAt(answer, "choice");
        if (!(choice >= 0 && choice < static_cast<double>(q.choices.size())))
            return failure("choose one of the answers");
        return judgeChoice(q, static_cast<std::size_t>(choice));
    }
    case Question::Kind::curve: {
        const std::vector<CurvePoint> sketch = sketchOf(partAt(answer, "curve"));
        if (sketch.size() < 2)
            return failure("draw the curve from left to right first");
        return judgeCurve(q, sketch);
    }
    }
    return failure("the step asks nothing");
}

} // namespace

Result<Json> showLessonStep(const Json& request, const Calibration& calibration)
{
    const Result<AskedStep> asked = askedStep(request);
    if (!asked)
        return tl::unexpected(asked.error());
    const LessonStep& step = asked->step();
    return Json{{"lesson", asked->lesson.title}, {"minutes", asked->lesson.minutes}, {"teaches", asked->lesson.teaches},
        {"steps", asked->lesson.steps.size()}, {"title", step.title}, {"text", filled(step, step.text)},
        {"scenario", scenarioText(step, step.scenario, calibration)},
        {"before", scenarioText(step, step.before_edits, calibration)}, {"frozen", step.frozen},
        {"controls", idsOf(step.controls)}, {"charts", step.charts}, {"question", questionJson(step)},
        {"explanation", step.question ? std::string() : filled(step, step.explanation)}};
}

Result<Json> judgeAnswer(const Json& request, const Calibration&)
{
    const Result<AskedStep> asked = askedStep(request);
    if (!asked)
        return tl::unexpected(asked.error());
    const LessonStep& step = asked->step();
    if (!step.question)
        return failure("the step asks nothing");
    const Question& q = *step.question;
    const Result<Verdict> verdict = verdictOf(q, partAt(request, "answer"));
    if (!verdict)
        return tl::unexpected(verdict.error());
    Json json{{"right", verdict->right}, {"sentence", verdictSentence(step, *verdict)},
        {"explanation", filled(step, step.explanation)},
        {"given",
            {{"step", asked->index + 1}, {"right", verdict->right}, {"factor", verdict->factor},
                {"misconception", verdict->misconception}}}};
    if (q.kind == Question::Kind::number)
        json["answer"] = textOf(*q.quantity);
    if (const auto choice = q.kind == Question::Kind::choice ? rightChoice(q) : failure(""))
        json["choice"] = *choice;
    if (q.kind == Question::Kind::curve)
        json["curve"] = curveJson(rightCurve(q));
    return json;
}

Result<Json> writeLessonResults(const Json& request, const Calibration&)
{
    LessonResults results{textAt(request, "lesson"), textAt(request, "student"), {}};
    for (const Json& given : partAt(request, "answers")) {
        const double step = numberAt(given, "step");
        if (!(step >= 1 && step <= static_cast<double>(most_lesson_steps)))
            return failure("an answer names no step of the lesson");
        results.answers.push_back({static_cast<int>(step), given.contains("right") && given["right"] == true,
            numberAt(given, "factor"), textAt(given, "misconception")});
    }
    return Json{{"text", writeResults(results)}};
}

} // namespace kneepoint
