// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/lesson/giveaway.h"

#include "model/lesson/verdict.h"
#include "model/units/text_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

namespace kneepoint {
namespace {

constexpr double same_when_rounded = 0.002;
constexpr std::size_t longest_unit = 12;
/// The start of a word that tells it from others: "expert" and "experts", "scale" and "scaling".
constexpr std::size_t stem = 5;

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}

/// A number in a text and what may be its unit: "140" and "ms", "5.9" and "×".
struct WrittenNumber {
    std::string digits;
    std::string unit;
};

std::vector<WrittenNumber> numbersIn(std::string_view text)
{
    std::vector<WrittenNumber> found;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool begins =
            isDigit(text[i]) && (i == 0 || (!isDigit(text[i - 1]) && !isLetter(text[i - 1]) && text[i - 1] != '.'));
        if (!begins)
            continue;
        std::size_t end = i;
        while (end < text.size()
            && (isDigit(text[end]) || (text[end] == '.' && end + 1 < text.size() && isDigit(text[end + 1]))))
            ++end;
        std::size_t unit = end;
        if (unit < text.size() && text[unit] == ' ')
            ++unit;
        std::size_t unit_end = unit;
        while (unit_end < text.size() && unit_end - unit < longest_unit
            && (isLetter(text[unit_end]) || text[unit_end] == '/' || text[unit_end] == '%'))
            ++unit_end;
        const std::string dollar = i > 0 && text[i - 1] == '$' ? "$" : "";
        found.push_back(
            {dollar + std::string(text.substr(i, end - i)), std::string(text.substr(unit, unit_end - unit))});
        i = end;
    }
    return found;
}

/// The value of a written number as a quantity of this unit; nothing if it is one of something else.
std::optional<double> valueIn(const WrittenNumber& n, Unit unit)
{
    if (!n.unit.empty())
        if (const auto read = parseQuantity(n.digits + " " + n.unit, unit))
            return *read;
    const bool plain = baseUnit(unit).empty();
    if (!plain || n.digits.front() == '$')
        return {};
    const auto read = parseQuantity(n.digits, unit);
    return read ? std::optional(*read) : std::nullopt;
}

/// The engine is asked only about a text with numbers that may be the answer.
std::optional<std::string> numberGivenAway(const Question& q, std::string_view text)
{
    if (!q.quantity)
        return {};
    std::vector<std::pair<double, WrittenNumber>> values;
    for (const WrittenNumber& n : numbersIn(text))
        if (const auto value = valueIn(n, unitOf(*q.quantity)))
            values.emplace_back(*value, n);
    if (values.empty())
        return {};
    const auto right = rightNumber(q);
    for (const auto& [value, n] : values)
        if (right && std::abs(value - *right) <= same_when_rounded * std::abs(*right))
            return n.digits + (n.unit.empty() ? "" : " ") + n.unit;
    return {};
}

std::set<std::string> stems(std::string_view text)
{
    std::set<std::string> found;
    std::string word;
    for (const char c : lowered(text) + " ")
        if (isLetter(c) || c == '-') {
            word += c;
        } else {
            if (word.size() >= stem)
                found.insert(word.substr(0, stem));
            word.clear();
        }
    return found;
}

/// The words of a choice that no other choice has: all of them together name it.
std::set<std::string> tellingWords(const Question& q, const AnswerChoice& choice)
{
    std::set<std::string> words = stems(choice.text);
    for (const AnswerChoice& other : q.choices)
        if (&other != &choice)
            for (const std::string& word : stems(other.text))
                words.erase(word);
    return words;
}

/// What names this choice in a text.
std::optional<std::string> nameOf(const Question& q, const AnswerChoice& choice, std::string_view text)
{
    const std::string all = lowered(text);
    constexpr std::size_t shortest = 8; // "No" and "It stays" are in many sentences
    if (choice.text.size() > shortest && all.find(lowered(choice.text)) != std::string::npos)
        return choice.text;
    if (!q.scenario)
        return {};
    if (all.find(lowered(causeLabel(choice.cause))) != std::string::npos)
        return std::string(causeLabel(choice.cause));
    const std::set<std::string> telling = tellingWords(q, choice);
    constexpr std::size_t fewest = 2; // one word alone, such as "memory", is in many sentences
    const bool names_it = telling.size() >= fewest && std::ranges::includes(stems(text), telling);
    return names_it ? std::optional(choice.text) : std::nullopt;
}

/// The engine is asked only about a text that names a choice.
std::optional<std::string> choiceGivenAway(const Question& q, std::string_view text)
{
    std::vector<std::optional<std::string>> names;
    for (const AnswerChoice& choice : q.choices)
        names.push_back(nameOf(q, choice, text));
    if (std::ranges::none_of(names, [](const auto& name) { return name.has_value(); }))
        return {};
    const auto right = rightChoice(q);
    return right ? names[*right] : std::nullopt;
}

struct ChartFigures {
    std::string_view chart;
    std::vector<std::string_view> figures;
};

const std::vector<ChartFigures>& chartFigures()
{
    static const std::vector<ChartFigures> all{
        {"roofline",
            {"sustained_flops", "memory_ceiling", "network_ceiling", "attainable_flops", "achieved_flops",
                "arithmetic_intensity", "communication_intensity", "memory_ridge", "network_ridge"}},
        {"scaling", {"speedup", "efficiency", "knee", "knee_gamma", "knee_curvature"}},
        {"breakdown",
            {"step_s", "compute_s", "comm_s", "exposed_comm_s", "load_s", "exposed_load_s", "straggler_s", "bubble_s",
                "speedup"}},
        {"waterfall", {"speedup", "efficiency"}},
        {"mfu", {"mfu", "hfu"}},
        {"timeline", {"step_s", "bubble_s"}},
        {"memory", {"memory_bytes"}},
        {"memory-stages", {"memory_bytes"}},
        {"money", {"training_time_s", "cost", "gpu_hours", "goodput"}},
        {"cluster", {"network_bytes", "node_bytes", "leaf_bytes", "spine_bytes", "comm_s"}},
        {"statistics", {"statistical_efficiency", "useful_per_s"}},
    };
    return all;
}

/// Whether a chart of this scenario shows what the question asks. A curve over the number of GPUs is on the charts of
/// every scenario that differs in it alone.
bool shows(std::string_view chart, const Scenario& shown, const Question& q)
{
    if (!q.quantity || !q.quantity->metric || q.quantity->as != ComputedNumber::As::value)
        return false;
    const auto figures = figuresOf(chart);
    return shown == q.quantity->scenario && std::ranges::find(figures, q.quantity->metric->id) != figures.end();
}

/// Looks for the answers of all questions from one step on.
class Search {
public:
    Search(const Lesson& lesson, std::vector<std::string>& faults)
        : m_lesson(lesson)
        , m_faults(faults)
    {
    }

    void text(const std::string& where, const std::string& text, std::size_t from)
    {
        for (std::size_t i = from; i < m_lesson.steps.size(); ++i)
            if (const auto& q = m_lesson.steps[i].question)
                if (const auto found = givenAway(*q, text))
                    m_faults.push_back(
                        fmt::format(R"({}: "{}" answers the question of step {})", where, *found, i + 1));
    }
    void filledIn(const std::string& where, const LessonStep& step, std::string_view raw, std::size_t from)
    {
        if (const auto filled = filledText(step, raw))
            text(where, *filled, from);
    }
    void charts(const std::string& where, const LessonStep& step, std::size_t from)
    {
        for (std::size_t i = from; i < m_lesson.steps.size(); ++i)
            for (const std::string& chart : step.charts)
                if (const auto& q = m_lesson.steps[i].question; q && shows(chart, step.scenario, *q))
                    m_faults.push_back(
                        fmt::format("{}: the chart {} answers the question of step {}", where, chart, i + 1));
    }

private:
    const Lesson& m_lesson;
    std::vector<std::string>& m_faults;
};

} // namespace

std::optional<std::string> givenAway(const Question& q, std::string_view text)
{
    switch (q.kind) {
    case Question::Kind::number:
        return numberGivenAway(q, text);
    case Question::Kind::choice:
        return choiceGivenAway(q, text);
    case Question::Kind::curve:
        break;
    }
    return {};
}

std::span<const std::string_view> figuresOf(std::string_view chart)
{
    const auto& all = chartFigures();
    const auto found = std::ranges::find(all, chart, &ChartFigures::chart);
    return found == all.end() ? std::span<const std::string_view>() : found->figures;
}

std::vector<std::string> giveaways(const Lesson& lesson)
{
    std::vector<std::string> faults;
    Search search(lesson, faults);
    search.text("/title", lesson.title, 0);
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        const LessonStep& step = lesson.steps[i];
        const std::string where = fmt::format("/steps/{}", i);
        search.text(where + "/title", step.title, 0); // the outline shows all titles from the start
        search.filledIn(where + "/text", step, step.text, i);
        search.filledIn(where + "/explanation", step, step.explanation, i + 1);
        search.charts(where + "/charts", step, step.question ? i + 1 : i);
        if (!step.question)
            continue;
        search.filledIn(where + "/question/text", step, step.question->text, i);
        search.filledIn(where + "/question/hint", step, step.question->hint, i);
        for (const EvidenceBar& bar : step.question->evidence)
            search.text(where + "/question/evidence", bar.label + " " + textOf(bar.quantity), i);
    }
    return faults;
}

} // namespace kneepoint
