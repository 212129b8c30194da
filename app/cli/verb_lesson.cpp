// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verbs.h"

#include "app/cli/answer_output.h"
#include "app/cli/scenario_request.h"
#include "model/lesson/lesson_check.h"
#include "model/lesson/lesson_results.h"
#include "model/lesson/problem.h"
#include "model/units/bounded_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

namespace kneepoint {

namespace {

struct LessonOptions {
    std::string action;
    std::vector<std::string> names;
    std::string problems_file;
    OutputFormat format = OutputFormat::text;
};

Table lessonTable()
{
    Table table{{{"id", "id", false}, {"title", "title", false}, {"minutes", "minutes"}, {"steps", "steps"}}, {}};
    for (const Lesson& lesson : shippedLessons())
        table.rows.push_back({textCell(lesson.id), textCell(lesson.title),
            {number(lesson.minutes), formatQuantity(lesson.minutes, Unit::none)},
            {lesson.steps.size(), std::to_string(lesson.steps.size())}});
    return table;
}

Table formulaTable()
{
    Table table{{{"id", "id", false}, {"formula", "formula", false}, {"arguments", "arguments", false},
                    {"label", "", false}, {"computed_by", "", false}, {"source", "", false}},
        {}};
    for (const Formula& f : formulas()) {
        std::string arguments;
        for (const FormulaArgument& a : f.arguments)
            arguments += fmt::format("{}{}{}", arguments.empty() ? "" : ", ", a.id, a.fallback ? "?" : "");
        table.rows.push_back({textCell(f.id), textCell(formulaText(f)), textCell(arguments), textCell(f.label),
            textCell(f.computed_by), textCell(f.source)});
    }
    return table;
}

Json passJson(const ProblemAnswer& a)
{
    return a.computed ? Json(*a.computed) : Json();
}

Table problemTable(std::span<const Problem> problems)
{
    Table table{{{"id", "id", false}, {"topic", "topic", false}, {"expected", "expected"}, {"computed", "computed"},
                    {"unit", "unit", false}, {"tolerance", ""}, {"pass", "pass", false}, {"text", "", false},
                    {"working", "", false}, {"error", "", false}},
        {}};
    for (const Problem& p : problems) {
        const ProblemAnswer a = solve(p);
        table.rows.push_back({textCell(p.id), textCell(p.topic), {p.expected, fmt::format("{:.4g}", p.expected)},
            {passJson(a), a.computed ? fmt::format("{:.4g}", *a.computed) : "–"}, textCell(p.unit), {p.tolerance, ""},
            {a.pass, a.pass ? "yes" : "no"}, textCell(p.text), textCell(workingOf(p.answer)),
            textCell(a.computed ? std::string() : a.computed.error().message)});
    }
    return table;
}

ExitCode solveProblems(const LessonOptions& options, Streams streams)
{
    std::vector<Problem> given;
    std::span<const Problem> problems = shippedProblems();
    if (!options.problems_file.empty()) {
        const auto text = readBoundedFile(
            options.problems_file, {.document = "a file of problems", .bytes = 1 << 20, .depth = 10, .values = 50000});
        auto read = text ? parseProblems(*text, options.problems_file)
                         : Result<std::vector<Problem>>(tl::unexpected(text.error()));
        if (!read)
            return complain(streams, ExitCode::bad_input, read.error().message);
        given = std::move(*read);
        problems = given;
    }
    writeTable(streams.out, options.format, [&] { return problemTable(problems); });
    return std::ranges::all_of(problems, [](const Problem& p) { return solve(p).pass; }) ? ExitCode::done
                                                                                         : ExitCode::no;
}

/// A shipped lesson, or one of a file.
Result<Lesson> named(const std::string& name)
{
    if (const Lesson* shipped = findLesson(name))
        return *shipped;
    return loadLesson(name);
}

ExitCode show(const LessonOptions& options, Streams streams)
{
    for (const std::string& name : options.names) {
        const auto lesson = named(name);
        if (!lesson)
            return complain(streams, ExitCode::bad_input,
                lesson.error().message + "; `kneepoint lesson list` lists the shipped lessons");
        streams.out << lessonText(*lesson) << '\n' << instructorText(*lesson);
    }
    return ExitCode::done;
}

Table faultTable(const std::vector<std::string>& names, bool& clean)
{
    Table table{{{"lesson", "lesson", false}, {"ok", "ok", false}, {"fault", "", false}}, {}};
    for (const std::string& name : names) {
        const auto lesson = named(name);
        const std::vector<std::string> faults = lesson ? checkLesson(*lesson) : std::vector{lesson.error().message};
        clean = clean && faults.empty();
        if (faults.empty())
            table.rows.push_back({textCell(name), {true, "yes"}, textCell("")});
        for (const std::string& fault : faults)
            table.rows.push_back({textCell(name), {false, "no"}, textCell(fault)});
    }
    table.columns[2].heading = "fault";
    return table;
}

ExitCode check(const LessonOptions& options, Streams streams)
{
    std::vector<std::string> names = options.names;
    if (names.empty())
        for (const Lesson& lesson : shippedLessons())
            names.push_back(lesson.id);
    bool clean = true;
    Table table = faultTable(names, clean);
    writeTable(streams.out, options.format, [&] { return table; });
    return clean ? ExitCode::done : ExitCode::bad_input;
}

Table summaryTable(const ResultsSummary& summary)
{
    Table table{{{"kind", "", false}, {"name", "what", false}, {"answers", "answers"}, {"right", "right"},
                    {"typical_factor", "typically off by"}},
        {}};
    for (const QuestionSummary& q : summary.questions)
        table.rows.push_back({textCell("question"), textCell(fmt::format("{}, step {}", q.lesson, q.step)),
            {q.answers, std::to_string(q.answers)}, {q.right, std::to_string(q.right)},
            {q.typical_factor, formatQuantity(q.typical_factor, Unit::factor)}});
    for (const MisconceptionCount& m : summary.misconceptions)
        table.rows.push_back({textCell("misconception"), textCell(m.name), {m.count, std::to_string(m.count)},
            {Json(), ""}, {Json(), ""}});
    return table;
}

ExitCode sumUp(const LessonOptions& options, Streams streams)
{
    std::vector<LessonResults> all;
    for (const std::string& path : options.names) {
        auto results = loadResults(path);
        if (!results)
            return complain(streams, ExitCode::bad_input, results.error().message);
        all.push_back(std::move(*results));
    }
    writeTable(streams.out, options.format, [&] { return summaryTable(summarized(all)); });
    return ExitCode::done;
}

ExitCode lesson(const LessonOptions& options, Streams streams)
{
    const bool needs_names = options.action == "show" || options.action == "results";
    if (needs_names && options.names.empty())
        return complain(streams, ExitCode::usage, fmt::format("lesson {} needs at least one name", options.action));
    if (options.action == "list" || options.action == "formulas") {
        writeTable(streams.out, options.format, options.action == "list" ? lessonTable : formulaTable);
        return ExitCode::done;
    }
    if (options.action == "problems")
        return solveProblems(options, streams);
    if (options.action == "show")
        return show(options, streams);
    return options.action == "check" ? check(options, streams) : sumUp(options, streams);
}

void addLessonOptions(VerbOptions& options, LessonOptions& read)
{
    options.push_back({"ACTION", &read.action,
        "list the shipped lessons, show lessons with their instructor's pages, check lesson files, sum up "
        "results files, solve the textbook problems, or list the formulas",
        {}, {.required = true, .choices = {"list", "show", "check", "results", "problems", "formulas"}}});
    options.push_back({"NAMES", &read.names,
        "Ids of shipped lessons, or files; check without names checks the shipped ones", "LESSON"});
    options.push_back(
        {"--file", &read.problems_file, "Solve the problems of this file instead of the shipped ones", "FILE"});
    addFormatOptions(options, read.format);
}

} // namespace

Verb lessonVerb()
{
    return makeVerb("lesson", "Lessons and textbook problems: list, show, check, sum up, solve", addLessonOptions,
        lesson,
        {
            {"kneepoint lesson show 01-first-all-reduce", "A lesson as text, with its instructor's page"},
            {"kneepoint lesson problems", "The textbook problems, solved"},
        });
}

} // namespace kneepoint
