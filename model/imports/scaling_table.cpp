// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/format_readers.h"

#include "model/catalogue/catalogue.h"
#include "model/imports/table_run.h"
#include "model/units/excerpt.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace kneepoint {
namespace {

bool isScaling(const TextTable& table)
{
    bool size = false, measure = false;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const ColumnKind meaning = meaningIn(table, i).meaning;
        size = size || isSize(meaning);
        measure = measure || isMeasure(meaning);
    }
    return size && measure && !table.rows.empty();
}

/// A table whose runs are columns, the other way round: ",8 GPUs,16 GPUs" above "Throughput (tokens/s),…".
TextTable transposed(const TextTable& table)
{
    constexpr std::size_t most_runs = 64;
    TextTable turned;
    turned.heading = table.heading;
    turned.separator = table.separator;
    if (table.columns.size() < 2 || table.columns.size() > most_runs || table.rows.size() > most_runs)
        return turned;
    const bool are_sizes =
        std::ranges::all_of(table.columns.begin() + 1, table.columns.end(), [](const std::string& c) {
            const auto gpus = cellGpus(c, Marks::plain);
            return gpus && gpus->name.starts_with("gpu");
        });
    turned.columns.push_back(are_sizes ? "GPUs" : table.columns.front());
    for (const TableRow& row : table.rows)
        turned.columns.push_back(row.cells.empty() ? std::string() : row.cells.front());
    for (std::size_t i = 1; i < table.columns.size(); ++i) {
        TableRow& run = turned.rows.emplace_back();
        run.place = fmt::format("column {}", i + 1);
        run.cells.push_back(table.columns[i]);
        for (const TableRow& row : table.rows)
            run.cells.push_back(i < row.cells.size() ? row.cells[i] : std::string());
    }
    return turned;
}

/// The tables of runs in a text.
std::vector<TextTable> scalingTables(std::string_view text)
{
    std::vector<TextTable> tables = tablesOf(text);
    for (TextTable& table : tables)
        if (!isScaling(table))
            table = transposed(table);
    std::erase_if(tables, [](const TextTable& table) { return !isScaling(table); });
    return tables;
}

/// Throughput over GPUs of each series with at least two sizes; the best of several runs of one size counts.
std::vector<MeasuredCurve> curvesOf(const std::vector<TableRun>& runs)
{
    std::map<std::string, std::map<double, double>> series;
    for (const TableRun& run : runs)
        if (run.tokens_per_s > 0)
            series[run.series][run.gpus] = std::max(series[run.series][run.gpus], run.tokens_per_s);
    std::vector<MeasuredCurve> curves;
    for (const auto& [name, points] : series) {
        if (points.size() < 2)
            continue;
        MeasuredCurve& curve = curves.emplace_back();
        curve.name = name.empty() ? "tokens per second" : "tokens per second: " + name;
        curve.y_unit = Unit::tokens_per_second;
        for (const auto& [gpus, rate] : points)
            curve.points.push_back({gpus, rate});
    }
    std::ranges::stable_sort(curves, std::greater(), [](const MeasuredCurve& c) { return c.points.size(); });
    return curves;
}

/// Throughput per GPU at a point of a curve, relative to its first.
double efficiencyAt(const MeasuredCurve& curve, std::size_t i)
{
    const MeasuredPoint& first = curve.points.front();
    return curve.points[i].y / curve.points[i].x / (first.y / first.x);
}

/// Where the efficiency falls below the tolerance, between the measured sizes on a logarithmic scale.
std::string kneeText(const MeasuredCurve& curve)
{
    const double tolerance = parameter("assumptions.efficiency_tolerance").defaultValue();
    for (std::size_t i = 1; i < curve.points.size(); ++i)
        if (efficiencyAt(curve, i) < tolerance)
            return fmt::format("efficiency falls below {} between {} and {} GPUs",
                formatQuantity(tolerance, Unit::ratio), curve.points[i - 1].x, curve.points[i].x);
    return fmt::format("no knee up to {} GPUs", curve.points.back().x);
}

std::string summaryOf(const std::vector<TableRun>& runs, const std::vector<MeasuredCurve>& curves)
{
    std::string text = fmt::format("{} {}", runs.size(), runs.size() == 1 ? "run" : "runs");
    if (curves.empty())
        return text + ", none at several sizes";
    const MeasuredCurve& longest = curves.front();
    return text
        + fmt::format(", {} series over GPUs; the longest keeps {} of its throughput per GPU from {} to {} GPUs, {}",
            curves.size(), formatQuantity(efficiencyAt(longest, longest.points.size() - 1), Unit::ratio),
            longest.points.front().x, longest.points.back().x, kneeText(longest));
}

} // namespace

bool isScalingTable(std::string_view head)
{
    return !scalingTables(head).empty();
}

Result<Evidence> readScalingTable(ByteSource& source)
{
    constexpr std::size_t most_bytes = 64 << 20;
    const Result<std::string> text = source.readAll(most_bytes, "a table");
    if (!text)
        return tl::unexpected(text.error());
    std::vector<TableRun> runs;
    Evidence evidence;
    for (const TextTable& table : scalingTables(*text)) {
        const ColumnKinds columns = kindsOf(table);
        evidence.skipped.insert(evidence.skipped.end(), columns.skipped.begin(), columns.skipped.end());
        if (!columns.unused.empty())
            evidence.skipped.push_back({"table", fmt::format("columns that are not used: {}", columns.unused)});
        const auto has = [&](ColumnKind meaning) {
            return std::ranges::find(columns.meanings, meaning, &ColumnMeaning::meaning) != columns.meanings.end();
        };
        if (!has(ColumnKind::gpus) && !has(ColumnKind::gpus_per_node))
            evidence.skipped.push_back({"table", fmt::format("nodes are counted as {} GPUs each", usual_node)});
        for (const TableRow& row : table.rows) {
            TableRun run = runOf(table, row, columns);
            evidence.skipped.insert(evidence.skipped.end(), run.skipped.begin(), run.skipped.end());
            if (run.row.measurements.empty()) {
                evidence.skipped.push_back({row.place, "no number of GPUs, or nothing measured"});
                continue;
            }
            if (!run.differs.empty())
                evidence.skipped.push_back({row.place, run.differs});
            runs.push_back(std::move(run));
        }
    }
    if (runs.empty() && !evidence.skipped.empty() && evidence.skipped.front().place != "table")
        return failure(fmt::format("has no run that can be used: {} {}", excerpt(evidence.skipped.front().place),
            evidence.skipped.front().reason));
    if (runs.empty())
        return failure("has no table with a number of GPUs and a throughput, step time or MFU in the same row");
    evidence.curves = curvesOf(runs);
    evidence.summary = summaryOf(runs, evidence.curves);
    for (TableRun& run : runs) {
        run.row.series = run.series;
        evidence.rows.push_back(std::move(run.row));
    }
    return evidence;
}

} // namespace kneepoint
