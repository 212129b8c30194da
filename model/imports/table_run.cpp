// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/table_run.h"

#include "model/catalogue/catalogue.h"
#include "model/evidence/hardware_names.h"
#include "model/presets/presets.h"
#include "model/units/excerpt.h"
#include "model/units/text_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace kneepoint {
namespace {

/// Beyond, ratios of two figures are infinite.
bool isPossible(double value)
{
    return value >= 1e-30 && value <= 1e30;
}

void addMeasurement(TableRun& run, const char* metric, double value, const std::string& place)
{
    if (isPossible(value))
        run.row.measurements.push_back({metric, value, 0, 1, place});
}

/// Columns that differ along a series, and those that are computed from others.
bool variesAlong(ColumnKind meaning, const std::string& name)
{
    const std::string key = plainKey(name);
    return isSize(meaning) || isMeasure(meaning) || meaning == ColumnKind::memory || key == "hfu" || key == "modeltflop"
        || key.starts_with("glob") || key == "gbs" || key == "speedup" || key == "efficiency" || key.ends_with("loss");
}

void readGpus(TableRun& run, const std::string& text, Marks marks, const std::string& place)
{
    const auto cell = cellGpus(text, marks);
    if (!cell)
        return;
    run.gpus = cell->gpus;
    run.per_node = cell->per_node > 0 ? cell->per_node : run.per_node;
    if (const PresetIndex index = presetIndex(gpuPresets(), gpuPresetOf(cell->name)); index > 0 && !cell->name.empty())
        run.row.settings.push_back({"cluster.gpu", static_cast<double>(index), place});
}

/// Columns of one measure, of which the first is used.
int measureOf(ColumnKind kind)
{
    switch (kind) {
    case ColumnKind::steps:
        return static_cast<int>(ColumnKind::seconds);
    case ColumnKind::examples_per_gpu:
        return static_cast<int>(ColumnKind::examples);
    default:
        return isMeasure(kind) || kind == ColumnKind::memory ? static_cast<int>(kind) : -1;
    }
}

/// Reads a cell; false if it has something else than its column.
bool readCell(
    TableRun& run, const ColumnMeaning& column, const std::string& text, Marks marks, const std::string& place)
{
    const auto take = [&](const std::optional<double>& value, auto&& use) {
        if (value)
            use(*value);
        return value.has_value() || trimmed(text).empty() || !cellNumber(text, Marks::plain);
    };
    const auto amount = [&] {
        const auto value = cellAmount(text, marks);
        return value ? std::optional(*value * column.factor) : value;
    };
    switch (column.meaning) {
    case ColumnKind::gpu:
        if (const PresetIndex index = presetIndex(gpuPresets(), gpuPresetOf(text)); index > 0)
            run.row.settings.push_back({"cluster.gpu", static_cast<double>(index), place});
        return true;
    case ColumnKind::gpus:
        readGpus(run, text, marks, place);
        return true;
    case ColumnKind::gpus_per_node:
        return take(cellAmount(text, marks), [&](double v) { run.per_node = v; });
    case ColumnKind::nodes:
        return take(cellAmount(text, marks), [&](double v) { run.nodes = v; });
    case ColumnKind::tokens:
        return take(amount(), [&](double v) { run.tokens_per_s = v; });
    case ColumnKind::tokens_per_gpu:
        return take(amount(), [&](double v) { run.tokens_per_gpu = v; });
    case ColumnKind::examples:
        return take(amount(), [&](double v) { addMeasurement(run, "examples_per_s", v, place); });
    case ColumnKind::examples_per_gpu:
        return take(amount(), [&](double v) { run.examples_per_gpu = v; });
    case ColumnKind::steps:
        return take(amount(), [&](double v) { addMeasurement(run, "step_s", 1 / v, place); });
    case ColumnKind::seconds:
        return take(
            cellSeconds(text, marks, column.factor), [&](double v) { addMeasurement(run, "step_s", v, place); });
    case ColumnKind::flops: {
        const auto number = cellNumber(text, marks);
        const bool is_flops = number && (number->unit.empty() || plainKey(number->unit).starts_with("tflop"));
        return take(is_flops ? std::optional(number->value * column.factor) : std::nullopt,
            [&](double v) { addMeasurement(run, "achieved_flops", v, place); });
    }
    case ColumnKind::mfu: {
        const auto number = cellNumber(text, marks);
        if (!number)
            return true;
        const bool percent = column.factor < 1 || number->unit.starts_with('%') || number->value > 1;
        addMeasurement(run, "mfu", percent ? number->value / 100 : number->value, place);
        return true;
    }
    case ColumnKind::memory: {
        const auto number = cellNumber(text, marks);
        constexpr double gibibyte = 1 << 30;
        const double unit = !number || number->unit.empty() ? column.factor
            : number->unit.starts_with("GiB")               ? gibibyte
            : number->unit.starts_with("GB")                ? 1e9
                                                            : 0;
        return take(number && unit > 0 ? std::optional(number->value * unit) : std::nullopt,
            [&](double v) { addMeasurement(run, "memory_bytes", v, place); });
    }
    case ColumnKind::setting:
        return take(cellAmount(text, marks), [&](double v) {
            observe(run.row.settings, run.skipped, {std::string(column.parameter), v, place});
        });
    case ColumnKind::by_unit:
    case ColumnKind::none:
        break;
    }
    return true;
}

void settleSize(TableRun& run)
{
    if (run.gpus <= 0 && run.nodes > 0)
        run.gpus = run.nodes * (run.per_node > 0 ? run.per_node : usual_node);
    if (run.per_node > 0)
        observe(run.row.settings, run.skipped, {"cluster.gpus_per_node", run.per_node, run.row.name});
    if (run.examples_per_gpu > 0 && run.gpus > 0)
        addMeasurement(run, "examples_per_s", run.examples_per_gpu * run.gpus, run.row.name);
}

/// A column of times whose heading has no unit: seconds where milliseconds are not plausible, else its own unit alone.
ColumnMeaning withUnit(const TextTable& table, std::size_t column, std::vector<SkippedItem>& skipped)
{
    constexpr double longest_s = 20; // of a step: in milliseconds, what a small model takes
    const Marks marks = marksOf(table, column);
    double most = 0;
    for (const TableRow& row : table.rows)
        if (column < row.cells.size() && cellUnit(row.cells[column]).empty())
            if (const auto number = cellNumber(row.cells[column], marks); number && number->unit.empty())
                most = std::max(most, number->value);
    if (most > longest_s) {
        skipped.push_back({excerpt(table.columns[column]),
            fmt::format("{} has no unit, so it may be seconds or milliseconds; write it into the heading", most)});
        return {};
    }
    if (most > 0)
        skipped.push_back({excerpt(table.columns[column]), "it has no unit and is read in seconds"});
    return {ColumnKind::seconds};
}

/// Whether a column has a bare number or a share in some row; "7B" is a name.
bool isOfNumbers(const TextTable& table, std::size_t column)
{
    return std::ranges::any_of(table.rows, [&](const TableRow& row) {
        const auto number = column < row.cells.size() ? cellNumber(row.cells[column], Marks::plain) : std::nullopt;
        return number && (number->unit.empty() || number->unit == "%");
    });
}

} // namespace

namespace {

/// "8x A100", "2*RTX4090": a number of GPUs beside their name, in every cell of a table that has no column of sizes.
bool countsGpus(const TextTable& table, std::size_t column)
{
    if (std::ranges::any_of(table.columns, [](const std::string& name) { return isSize(columnMeaning(name).meaning); }))
        return false;
    const auto counts = [&](const TableRow& row) {
        const std::string_view cell = column < row.cells.size() ? trimmed(row.cells[column]) : std::string_view();
        const std::size_t sign = cell.find_first_not_of("0123456789 ");
        const bool multiplies = sign != std::string_view::npos && sign > 0
            && (cell[sign] == 'x' || cell[sign] == '*' || cell.substr(sign).starts_with("×"));
        const auto gpus = multiplies ? cellGpus(cell, Marks::plain) : std::nullopt;
        return gpus && !gpus->name.empty();
    };
    return !table.rows.empty() && std::ranges::all_of(table.rows, counts);
}

} // namespace

ColumnMeaning meaningIn(const TextTable& table, std::size_t column)
{
    ColumnMeaning meaning = columnMeaning(table.columns[column]);
    if (meaning.meaning == ColumnKind::gpu && countsGpus(table, column))
        meaning.meaning = ColumnKind::gpus;
    if (meaning.meaning != ColumnKind::by_unit)
        return meaning;
    std::string_view unit;
    for (const TableRow& row : table.rows) {
        if (column >= row.cells.size() || row.cells[column].empty())
            continue;
        const std::string_view own = cellUnit(row.cells[column]);
        if (own.empty() || (!unit.empty() && own != unit))
            return {};
        unit = own;
    }
    return {unit == "s"              ? ColumnKind::seconds
            : unit == "tokens/s"     ? ColumnKind::tokens
            : unit == "examples/s"   ? ColumnKind::examples
            : unit == "steps/s"      ? ColumnKind::steps
            : unit == "tokens/s/gpu" ? ColumnKind::tokens_per_gpu
                                     : ColumnKind::none};
}

ColumnKinds kindsOf(const TextTable& table)
{
    ColumnKinds columns;
    columns.meanings.reserve(table.columns.size());
    columns.marks.reserve(table.columns.size());
    std::set<int> measures;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        ColumnMeaning meaning = meaningIn(table, i);
        columns.vary.push_back(variesAlong(meaning.meaning, table.columns[i])
            || variesAlong(columnMeaning(table.columns[i]).meaning, table.columns[i]));
        const std::string heading = excerpt(trimmed(table.columns[i]));
        const int measure = measureOf(meaning.meaning);
        if (measure >= 0 && !measures.insert(measure).second)
            meaning = {};
        else if (meaning.meaning == ColumnKind::seconds && meaning.open_unit)
            meaning = withUnit(table, i, columns.skipped);
        if (meaning.meaning == ColumnKind::none && !heading.empty() && isOfNumbers(table, i))
            columns.unused += (columns.unused.empty() ? "" : ", ") + heading;
        columns.meanings.push_back(meaning);
        columns.marks.push_back(columns.meanings.back().meaning == ColumnKind::none ? Marks::plain : marksOf(table, i));
    }
    return columns;
}

TableRun runOf(const TextTable& table, const TableRow& row, const ColumnKinds& columns)
{
    TableRun run;
    run.row.name = row.place;
    run.series = table.heading;
    for (std::size_t i = 0; i < std::min(table.columns.size(), row.cells.size()); ++i) {
        const ColumnMeaning& column = columns.meanings[i];
        const std::string place = fmt::format("{}, {}", row.place, table.columns[i]);
        if (!readCell(run, column, row.cells[i], columns.marks[i], place))
            run.skipped.push_back({place,
                columns.marks[i] == Marks::open ? fmt::format("{} may be thousands or have a decimal {}; write it "
                                                              "without a separator, or with another number of decimals",
                    excerpt(row.cells[i]), row.cells[i].find(',') == std::string::npos ? "point" : "comma")
                                                : fmt::format("{} is not understood", excerpt(row.cells[i]))});
        if (!columns.vary[i])
            run.series += (run.series.empty() ? "" : ", ") + row.cells[i];
    }
    settleSize(run);
    if (run.gpus <= 0 || run.gpus != std::floor(run.gpus)
        || !observe(run.row.settings, run.skipped, {"cluster.gpus", run.gpus, row.place})) {
        run.row.measurements.clear();
        return run;
    }
    run.differs = differingRates(run.tokens_per_s, run.tokens_per_gpu, run.gpus);
    if (run.tokens_per_s <= 0)
        run.tokens_per_s = run.tokens_per_gpu * run.gpus;
    if (!isPossible(run.tokens_per_s))
        run.tokens_per_s = 0;
    else
        run.row.measurements.insert(run.row.measurements.begin(), {"tokens_per_s", run.tokens_per_s, 0, 1, row.place});
    return run;
}

} // namespace kneepoint
