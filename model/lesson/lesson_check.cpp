// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/lesson/lesson_check.h"

#include "model/lesson/giveaway.h"
#include "model/lesson/verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

namespace kneepoint {
namespace {

/// Faults of one step, each with its place.
class StepFaults {
public:
    StepFaults(std::vector<std::string>& all, const LessonStep& step, std::size_t index)
        : m_all(all)
        , m_step(step)
        , m_index(index)
    {
    }
    void add(std::string_view where, std::string_view what)
    {
        m_all.push_back(fmt::format("/steps/{}{}: {}", m_index, where, what));
    }
    void text(std::string_view where, std::string_view text)
    {
        if (const auto filled = filledText(m_step, text); !filled)
            add(where, filled.error().message);
    }

private:
    std::vector<std::string>& m_all;
    const LessonStep& m_step;
    std::size_t m_index;
};

void checkNumber(const Question& q, StepFaults& faults)
{
    const auto right = rightNumber(q);
    if (!right) {
        faults.add("/question/quantity", right.error().message);
        return;
    }
    if (*right == 0)
        faults.add("/question/quantity", "the answer is 0, so a factor has no meaning");
    std::set<bool> sides;
    for (std::size_t i = 0; i < q.wrong_numbers.size(); ++i) {
        const WrongNumber& w = q.wrong_numbers[i];
        const std::string where = fmt::format("/question/wrong/{}", i);
        faults.text(where + "/reply", w.misconception.reply);
        if (!w.near) {
            if (!sides.insert(w.above).second)
                faults.add(where, "this side is already covered above, so this answer is never matched");
            continue;
        }
        const auto near = valueOf(*w.near);
        if (!near) {
            faults.add(where + "/near", near.error().message);
            continue;
        }
        if (judgeNumber(q, *near).right)
            faults.add(where, "this wrong answer is within the tolerance of the right one");
        else if (matchingWrong(q, *near, *right) != &w)
            faults.add(where, "a wrong answer above already matches this value, so this one is never matched");
    }
    if (q.wrong_numbers.empty())
        faults.add("/question/wrong", "name at least one misconception");
}

void checkChoice(const Question& q, StepFaults& faults)
{
    const auto right = rightChoice(q);
    if (!right) {
        faults.add("/question/choices", right.error().message);
        return;
    }
    for (std::size_t i = 0; i < q.choices.size(); ++i) {
        const AnswerChoice& c = q.choices[i];
        const std::string where = fmt::format("/question/choices/{}", i);
        if (c.right != (i == *right))
            faults.add(where,
                c.right ? fmt::format("marked right, but the engine gives \"{}\"", q.choices[*right].text)
                        : std::string("the engine gives this one, but it is not marked right"));
        if (c.misconception)
            faults.text(where + "/reply", c.misconception->reply);
        if (!(c.from < c.to))
            faults.add(where, "the range is empty, so this answer is never matched");
    }
}

void checkCurve(const Question& q, StepFaults& faults)
{
    constexpr std::size_t fewest = 8;
    const auto curve = rightCurve(q);
    if (curve.size() < fewest) {
        faults.add("/question/quantity", "the engine has no such curve over this range");
        return;
    }
    if (!(curve.front().y > 0))
        faults.add("/question/from", "the curve begins at 0, where a factor has no meaning");
    for (std::size_t i = 0; i < q.wrong_shapes.size(); ++i) {
        const std::string where = fmt::format("/question/wrong/{}", i);
        faults.text(where + "/reply", q.wrong_shapes[i].misconception.reply);
        std::vector<CurvePoint> shape = curve;
        for (CurvePoint& p : shape)
            p.y = shapeHeight(q.wrong_shapes[i].shape, curve.front(), p.x);
        const Verdict v = judgeCurve(q, shape);
        if (v.right)
            faults.add(where, "the right curve has this shape within the tolerance");
        else if (v.misconception != q.wrong_shapes[i].misconception.name)
            faults.add(where, "another shape already matches, so this one is never matched");
    }
}

/// A frozen chart must be shown by the step, and something must change against it.
void checkFrozen(const LessonStep& step, StepFaults& faults)
{
    for (std::size_t i = 0; i < step.frozen.size(); ++i) {
        const std::string where = fmt::format("/freeze/{}", i);
        if (std::ranges::find(step.charts, step.frozen[i]) == step.charts.end())
            faults.add(where, "the step does not show this chart; name it under \"charts\" too");
        if (step.controls.empty() && step.scenario == step.before_edits)
            faults.add(where,
                "nothing changes against the frozen curve; give the step \"edits\" or a control under \"controls\"");
    }
}

void checkQuestion(const Question& q, StepFaults& faults)
{
    faults.text("/question/text", q.text);
    faults.text("/question/hint", q.hint);
    for (const EvidenceBar& bar : q.evidence)
        if (const auto value = valueOf(bar.quantity); !value)
            faults.add("/question/evidence", value.error().message);
    switch (q.kind) {
    case Question::Kind::number:
        return checkNumber(q, faults);
    case Question::Kind::choice:
        return checkChoice(q, faults);
    case Question::Kind::curve:
        return checkCurve(q, faults);
    }
}

std::string filledOr(const LessonStep& step, std::string_view text)
{
    return filledText(step, text).value_or(std::string(text));
}

std::string answerText(const Question& q)
{
    switch (q.kind) {
    case Question::Kind::number:
        return textOf(*q.quantity);
    case Question::Kind::choice: {
        const auto right = rightChoice(q);
        return right ? q.choices[*right].text : std::string("–");
    }
    case Question::Kind::curve: {
        const auto curve = rightCurve(q, 5);
        std::string text;
        for (const CurvePoint& p : curve)
            text += fmt::format("{}{} at {}", text.empty() ? "" : ", ", formatQuantity(p.y, unitOf(*q.quantity)),
                formatQuantity(p.x, q.over->unit));
        return text;
    }
    }
    return {};
}

std::string wrongText(const Misconception& m, const LessonStep& step)
{
    return fmt::format("  – {}: {}\n", m.name, filledOr(step, m.reply));
}

std::string explanationText(const LessonStep& step)
{
    return step.explanation.empty() ? std::string()
                                    : fmt::format("\n{}:\n\n{}\n", step.question ? "After the answer" : "Explanation",
                                        filledOr(step, step.explanation));
}

/// For a step with a question: its answer, the likely wrong ones, and the explanation.
std::string answersText(const LessonStep& step)
{
    if (!step.question)
        return explanationText(step);
    const Question& q = *step.question;
    std::string text = fmt::format(
        "\n{}\n  {}\n  Answer: {}\n  Likely wrong answers:\n", step.title, filledOr(step, q.text), answerText(q));
    for (const WrongNumber& w : q.wrong_numbers)
        text += wrongText(w.misconception, step);
    for (const AnswerChoice& c : q.choices)
        if (c.misconception)
            text += wrongText(*c.misconception, step);
    for (const WrongShape& w : q.wrong_shapes)
        text += wrongText(w.misconception, step);
    return text + explanationText(step);
}

} // namespace

std::vector<std::string> checkLesson(const Lesson& lesson)
{
    std::vector<std::string> all;
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        const LessonStep& step = lesson.steps[i];
        StepFaults faults(all, step, i);
        faults.text("/text", step.text);
        faults.text("/explanation", step.explanation);
        for (const auto& [name, number] : step.numbers)
            if (const auto value = valueOf(number); !value)
                faults.add("/numbers/" + name, value.error().message);
        checkFrozen(step, faults);
        if (step.question)
            checkQuestion(*step.question, faults);
    }
    std::ranges::move(giveaways(lesson), std::back_inserter(all));
    return all;
}

std::string instructorText(const Lesson& lesson)
{
    std::string text = fmt::format("{} – for the instructor\n\nGoal: {}\nMinutes: {}\nBefore: {}\n", lesson.title,
        lesson.instructor.goal, formatQuantity(lesson.minutes, Unit::none), lesson.instructor.before);
    for (const LessonStep& step : lesson.steps)
        text += answersText(step);
    return text + fmt::format("\nWhat to say next: {}\n", lesson.instructor.next);
}

std::string stepNotes(const Lesson& lesson, std::size_t number)
{
    const LessonStep& step = lesson.steps.at(number);
    std::string text = fmt::format("{}, step {} of {}: {}\nGoal: {}\n", lesson.title, number + 1, lesson.steps.size(),
        step.title, lesson.instructor.goal);
    text += answersText(step);
    const bool last = number + 1 == lesson.steps.size();
    return text
        + (last ? fmt::format("\nWhat to say next: {}\n", lesson.instructor.next)
                : fmt::format("\nNext step: {}\n", lesson.steps[number + 1].title));
}

std::string lessonText(const Lesson& lesson)
{
    std::string text = fmt::format("{} ({} minutes)\n", lesson.title, formatQuantity(lesson.minutes, Unit::none));
    for (const std::string& line : lesson.teaches)
        text += fmt::format("  – {}\n", line);
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        const LessonStep& step = lesson.steps[i];
        text += fmt::format("\n{}. {}\n{}\n", i + 1, step.title, filledOr(step, step.text));
        if (!step.question)
            continue;
        text += fmt::format("? {}\n", filledOr(step, step.question->text));
        for (const AnswerChoice& c : step.question->choices)
            text += fmt::format("   ( ) {}\n", c.text);
    }
    return text;
}

} // namespace kneepoint
