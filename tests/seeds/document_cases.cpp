// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/seeds/document_cases.h"

#include "model/lesson/computed_number_json.h"
#include "model/lesson/lesson_bounds.h"
#include "tests/seeds/other_figures.h"
#include "tests/support/shipped.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>

namespace kneepoint::test {
namespace {

using lesson_json::Variants;

constexpr std::size_t most = 1000;
constexpr double usual_tolerance = 1e-12;

using Quantity = std::function<Result<FigureValue>()>;

/// A word, or the ends of a range.
struct Stated {
    std::string word;
    double least = -std::numeric_limits<double>::infinity();
    double greatest = std::numeric_limits<double>::infinity();
};

std::string faultOf(const Quantity& quantity, const Stated& stated)
{
    const Result<FigureValue> found = quantity();
    if (!found)
        return found.error().message;
    if (const auto* word = std::get_if<std::string>(&*found))
        return *word == stated.word ? "" : fmt::format("found {}, expected {}", *word, stated.word);
    const double number = std::get<double>(*found);
    const bool agrees = stated.word.empty() && number >= stated.least && number <= stated.greatest;
    return agrees ? ""
                  : fmt::format("found {:.17g}, expected {:.17g} … {:.17g} {}", number, stated.least, stated.greatest,
                      stated.word);
}

double inBaseUnit(const JsonNode& node, Unit unit)
{
    if (!node.isText())
        return node.number(-1e300, 1e300);
    return node.accepted(parseQuantity(node.text(), unit));
}

Stated readStated(const JsonNode& node, Unit unit, bool is_word)
{
    Stated stated;
    const auto value = node.find("value");
    if (is_word) {
        stated.word = node.at("value").text();
    } else if (value) {
        const double expected = inBaseUnit(*value, unit);
        const auto within = node.find("within"), tolerance = node.find("tolerance");
        const double relative = tolerance ? tolerance->number(0, 1) : usual_tolerance;
        const double off = within ? inBaseUnit(*within, unit) : relative * std::abs(expected);
        stated.least = expected - off;
        stated.greatest = expected + off;
    } else {
        if (const auto least = node.find("at_least"))
            stated.least = inBaseUnit(*least, unit);
        if (const auto greatest = node.find("at_most"))
            stated.greatest = inBaseUnit(*greatest, unit);
        if (std::isinf(stated.least) && std::isinf(stated.greatest))
            node.refuse("states nothing");
    }
    return stated;
}

const OtherFigure* otherFigure(const JsonNode& id)
{
    const OtherFigure* figure = findOtherFigure(id.text());
    if (!figure)
        id.refuse("no such figure in other_figures.cpp");
    return figure;
}

Quantity quantityOf(const OtherFigure* figure, const Scenario& s)
{
    return [figure, s]() -> Result<FigureValue> { return figure->of(s); };
}

Quantity quantityOf(const ComputedNumber& number)
{
    return [number]() -> Result<FigureValue> {
        return valueOf(number).map([](double value) { return FigureValue(value); });
    };
}

Statement readStatement(const JsonNode& node, const Scenario& here)
{
    node.only({"metric", "formula", "arguments", "parameter", "figure", "at", "against", "as", "value", "tolerance",
        "within", "at_least", "at_most"});
    const auto at = node.find("at");
    const auto statement = [&](const Quantity& quantity, const Stated& stated) {
        return Statement{node.pointer(), [quantity, stated] { return faultOf(quantity, stated); }};
    };
    if (const auto id = node.find("parameter")) {
        const Parameter& p = parameter(id->text());
        const double value = p.get(at ? lesson_json::readEdits(*at, here) : here);
        return statement([value]() -> Result<FigureValue> { return value; }, readStated(node, p.unit, false));
    }
    if (const auto id = node.find("figure")) {
        const auto value = node.find("value");
        return statement(quantityOf(otherFigure(*id), at ? lesson_json::readEdits(*at, here) : here),
            readStated(node, Unit::seconds, value && value->isText() && !parseQuantity(value->text(), Unit::seconds)));
    }
    const ComputedNumber number = lesson_json::readComputed(node, here, Variants());
    const Unit unit = node.sound() ? unitOf(number) : Unit::none;
    return statement(quantityOf(number), readStated(node, unit, false));
}

/// One statement for each figure of each row.
void readTable(const JsonNode& table, const Scenario& here, std::vector<Statement>& statements)
{
    table.only({"over", "columns", "rows"});
    const Parameter& over = parameter(table.at("over").text());
    const std::vector<JsonNode> columns = table.at("columns").list(most);
    for (const JsonNode& row : table.at("rows").list(most)) {
        const std::vector<JsonNode> cells = row.list(most);
        if (cells.size() != columns.size() + 1)
            return row.refuse("has more or fewer cells than there are columns");
        Scenario s = here;
        over.edit(s, lesson_json::readValue(cells[0], over), shippedCalibration());
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const JsonNode& cell = cells[i + 1];
            Stated stated;
            if (cell.isText()) {
                stated.word = cell.text();
            } else {
                const double expected = cell.number(-1e300, 1e300);
                stated.least = expected - usual_tolerance * std::abs(expected);
                stated.greatest = expected + usual_tolerance * std::abs(expected);
            }
            const Metric* metric = findMetric(columns[i].text());
            ComputedNumber number;
            number.metric = metric;
            number.scenario = s;
            const Quantity quantity = metric ? quantityOf(number) : quantityOf(otherFigure(columns[i]), s);
            statements.push_back({cell.pointer(), [quantity, stated] { return faultOf(quantity, stated); }});
        }
    }
}

DocumentCase readCase(const JsonNode& node, const Variants& jobs)
{
    node.only({"id", "section", "states", "scenario", "job", "edits", "expect", "table"});
    (void)node.at("section").text();
    (void)node.at("states").text();
    Scenario here;
    if (const auto job = node.find("job")) {
        if (const auto named = jobs.find(job->text()); named != jobs.end())
            here = named->second;
        else
            job->refuse("no such job in this file");
    } else {
        here = lesson_json::readScenario(node.at("scenario"));
    }
    if (const auto edits = node.find("edits"))
        here = lesson_json::readEdits(*edits, here);
    DocumentCase read{node.at("id").text(), {}};
    if (const auto table = node.find("table"))
        readTable(*table, here, read.statements);
    if (const auto expect = node.find("expect"))
        for (const JsonNode& one : expect->list(most))
            read.statements.push_back(readStatement(one, here));
    if (read.statements.empty())
        node.refuse("expects nothing");
    return read;
}

} // namespace

Result<std::vector<DocumentCase>> readDocumentCases(std::string_view json, std::string_view place)
{
    std::vector<DocumentCase> cases;
    const auto read = readJson(json, place, lesson_bounds, [&](const JsonNode& file) {
        file.only({"document", "jobs", "cases"});
        (void)file.at("document").text();
        Variants jobs;
        if (const auto named = file.find("jobs"))
            for (const auto& [name, job] : named->members(most))
                jobs[name] = lesson_json::readScenario(job);
        for (const JsonNode& node : file.at("cases").list(most))
            cases.push_back(readCase(node, jobs));
    });
    if (!read)
        return tl::unexpected(read.error());
    return cases;
}

} // namespace kneepoint::test
