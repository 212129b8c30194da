// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/format_readers.h"

#include "model/imports/column_meaning.h"
#include "model/imports/table_text.h"
#include "model/units/excerpt.h"
#include "model/units/text_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace kneepoint {
namespace {

constexpr std::size_t most_tracked_bytes = 64 << 20;
constexpr std::string_view run_and_figure = " - "; ///< a run and its figure

bool isBoardTable(const TextTable& table)
{
    return table.columns.size() == 3 && table.columns[0] == "Wall time" && table.columns[1] == "Step"
        && table.columns[2] == "Value";
}

/// Whether the values of a first column count steps of training, not lines that were logged.
bool countsTrainingSteps(std::string_view column)
{
    return column.ends_with("global_step");
}

bool isExtreme(std::string_view column)
{
    return column.ends_with("__MIN") || column.ends_with("__MAX") || column.ends_with("__STEP");
}

bool isTrackerTable(const TextTable& table)
{
    if (table.separator != ',' || table.columns.size() < 2)
        return false;
    constexpr std::array<std::string_view, 4> axes{"Step", "_step", "Relative Time (Process)", "Relative Time (Wall)"};
    const std::string_view axis = table.columns.front();
    return (countsTrainingSteps(axis) || std::ranges::find(axes, axis) != axes.end())
        && std::ranges::any_of(table.columns,
            [](const std::string& c) { return c.find(run_and_figure) != std::string::npos && !isExtreme(c); });
}

std::optional<double> numberIn(const TableRow& row, std::size_t column)
{
    return column < row.cells.size() ? plainNumber(trimmed(row.cells[column])) : std::nullopt;
}

/// Seconds per step between rows, from a column of seconds and one of steps.
std::vector<double> timesBetween(const TextTable& table, std::size_t seconds, std::size_t steps)
{
    std::vector<double> times;
    std::optional<double> last_time, last_step;
    for (const TableRow& row : table.rows) {
        const auto time = numberIn(row, seconds), step = numberIn(row, steps);
        if (!time || !step)
            continue;
        if (last_time && *step > *last_step && *time > *last_time)
            times.push_back((*time - *last_time) / (*step - *last_step));
        last_time = time;
        last_step = step;
    }
    return times;
}

Result<Evidence> ofBoard(const TextTable& table)
{
    std::vector<double> times = timesBetween(table, 0, 1);
    if (times.empty())
        return failure("has no two lines of a rising step");
    Evidence evidence;
    evidence.measurements.push_back(measured("step_s", std::move(times), "Wall time between steps"));
    evidence.skipped.push_back({"Value", "the file does not say of which figure, so it is not used"});
    evidence.skipped.push_back(
        {"Wall time", "evaluations and checkpoints between two lines are in the time of a step; the median is used"});
    return evidence;
}

/// "perf/tokens_per_gpu_per_sec" is a rate per GPU, though its name does not end in it.
ColumnMeaning meaningOfFigure(const std::string& name)
{
    ColumnMeaning meaning = columnMeaning(name);
    if (meaning.meaning == ColumnKind::none)
        meaning = columnMeaning(name.substr(name.rfind('/') == std::string::npos ? 0 : name.rfind('/') + 1));
    return meaning;
}

/// One figure of one run.
struct Tracked {
    std::string run, figure;
    std::size_t column = 0;
};

std::vector<Tracked> trackedColumns(const TextTable& table)
{
    std::vector<Tracked> all;
    for (std::size_t i = 1; i < table.columns.size(); ++i) {
        const std::string& column = table.columns[i];
        const std::size_t at = column.rfind(run_and_figure);
        if (at != std::string::npos && !isExtreme(column))
            all.push_back({column.substr(0, at), column.substr(at + run_and_figure.size()), i});
    }
    return all;
}

/// Values of a column in its unit; only positive ones are measurements.
std::vector<double> samplesOf(const TextTable& table, std::size_t column, double factor)
{
    std::vector<double> samples;
    for (const TableRow& row : table.rows)
        if (const auto value = numberIn(row, column); value && *value > 0)
            samples.push_back(*value * factor);
    return samples;
}

/// Adds what a figure measures; the reason if it measures nothing that is used.
std::string addFigure(EvidenceRow& row, const TextTable& table, const Tracked& t)
{
    if (t.figure == "_runtime" || t.figure == "_timestamp") {
        if (!countsTrainingSteps(table.columns.front()))
            return "the first column counts lines, not steps of training";
        std::vector<double> times = timesBetween(table, t.column, 0);
        if (!times.empty() && !measurementOf(row.measurements, "step_s"))
            row.measurements.push_back(measured("step_s", std::move(times), t.figure));
        return {};
    }
    const ColumnMeaning meaning = meaningOfFigure(t.figure);
    std::string_view metric;
    switch (meaning.meaning) {
    case ColumnKind::tokens:
        metric = "tokens_per_s";
        break;
    case ColumnKind::examples:
        metric = "examples_per_s";
        break;
    case ColumnKind::seconds:
    case ColumnKind::steps:
        metric = "step_s";
        break;
    case ColumnKind::flops:
        metric = "achieved_flops";
        break;
    case ColumnKind::mfu:
        metric = "mfu";
        break;
    case ColumnKind::tokens_per_gpu:
    case ColumnKind::examples_per_gpu:
        return "a rate per GPU needs the number of GPUs, which the file does not state";
    case ColumnKind::by_unit:
        return "its unit is not stated";
    default:
        return "is no rate or time of a step";
    }
    std::vector<double> samples = samplesOf(table, t.column, meaning.factor);
    if (samples.empty())
        return "has no values";
    if (meaning.meaning == ColumnKind::steps)
        std::ranges::transform(samples, samples.begin(), [](double rate) { return 1 / rate; });
    Measurement m = measured(std::string(metric), std::move(samples), t.figure);
    if (meaning.meaning == ColumnKind::mfu && m.value > 1) { // in per cent
        m.value /= 100;
        m.spread /= 100;
    }
    if (!measurementOf(row.measurements, metric))
        row.measurements.push_back(std::move(m));
    return {};
}

Result<Evidence> ofTracker(const TextTable& table)
{
    Evidence evidence;
    std::vector<EvidenceRow> runs;
    for (const Tracked& t : trackedColumns(table)) {
        auto run = std::ranges::find(runs, t.run, &EvidenceRow::name);
        if (run == runs.end() && runs.size() < most_kept_rows)
            run = runs.insert(runs.end(), EvidenceRow{t.run, {}, {}});
        if (run == runs.end())
            continue;
        if (const std::string why = addFigure(*run, table, t);
            !why.empty() && evidence.skipped.size() < most_kept_values)
            evidence.skipped.push_back({excerpt(table.columns[t.column]), why});
    }
    std::erase_if(runs, [](const EvidenceRow& run) { return run.measurements.empty(); });
    if (runs.empty())
        return failure(evidence.skipped.empty() ? "has no figure that is a rate or a time of a step"
                                                : fmt::format("has no figure that can be used: {} {}",
                                                    evidence.skipped.front().place, evidence.skipped.front().reason));
    if (runs.size() == 1)
        evidence.measurements = std::move(runs.front().measurements);
    else
        evidence.rows = std::move(runs);
    return evidence;
}

} // namespace

bool isTrackedRuns(std::string_view head)
{
    constexpr std::size_t first_lines = 1 << 16;
    const TextTable table = firstTable(head.substr(0, first_lines));
    return isBoardTable(table) || isTrackerTable(table);
}

Result<Evidence> readTrackedRuns(ByteSource& source)
{
    const Result<std::string> text = source.readAll(most_tracked_bytes, "an export of a tracker");
    if (!text)
        return tl::unexpected(text.error());
    const TextTable table = firstTable(*text);
    auto evidence = isBoardTable(table) ? ofBoard(table) : ofTracker(table);
    if (evidence)
        evidence->summary = evidence->rows.empty()
            ? fmt::format("{} of one run over {} lines",
                evidence->measurements.size() == 1 ? "one figure"
                                                   : fmt::format("{} figures", evidence->measurements.size()),
                table.rows.size())
            : fmt::format("{} runs over {} lines", evidence->rows.size(), table.rows.size());
    return evidence;
}

} // namespace kneepoint
