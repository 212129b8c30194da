// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/scaling_table.h"

#include "model/catalogue/catalogue.h"
#include "model/evidence/hardware_names.h"
#include "model/imports/table_text.h"
#include "model/imports/text_fields.h"
#include "model/presets/presets.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace kneepoint {
namespace {

/// What a column states.
enum class Meaning {
    gpus,
    nodes,
    tokens,
    tokens_per_gpu,
    examples,
    seconds,
    milliseconds,
    mfu,
    memory_gib,
    setting,
    gpu
};

struct ColumnRule {
    std::string_view keys; ///< plainKey of the names
    Meaning meaning;
    std::string_view parameter = {}; ///< of a setting
};

constexpr std::array column_rules{
    ColumnRule{"numgpus gpus ngpus numberofgpus gpucount worldsize devices accelerators", Meaning::gpus},
    ColumnRule{"nodes numnodes nnodes", Meaning::nodes},
    ColumnRule{"throughputts tokenss tokenspers tokenspersecond tokenspersec tokenssec tps "
               "throughputtokenss",
        Meaning::tokens},
    ColumnRule{"throughputtsgpu tpsgpu tokenssgpu tokensspergpu tokenssecgpu tokenspersecpergpu "
               "tokenspersecondpergpu",
        Meaning::tokens_per_gpu},
    ColumnRule{"throughputss sampless samplespersecond samplessec imagess imagessec "
               "imagespersecond examplespersecond examplespers exampless",
        Meaning::examples},
    ColumnRule{"steptime steptimes steptimesec iterationtimes secondsperstep timeperiterations", Meaning::seconds},
    ColumnRule{"steptimems iterationtimems elapsedtimeperiterationms", Meaning::milliseconds},
    ColumnRule{"mfu mfupct", Meaning::mfu},
    ColumnRule{"memorygib", Meaning::memory_gib},
    ColumnRule{"gpu gputype hardware", Meaning::gpu},
    ColumnRule{"seqlent seqlen sequencelength", Meaning::setting, "workload.sequence_length"},
    ColumnRule{"microbatchsize mbs", Meaning::setting, "workload.batch_per_gpu"},
    ColumnRule{"globalbatchsize gbs globalbatch", Meaning::setting, "workload.global_batch"},
    ColumnRule{"gradaccum", Meaning::setting, "plan.accumulation"},
    ColumnRule{"tp", Meaning::setting, "plan.tensor_parallel"},
    ColumnRule{"pp", Meaning::setting, "plan.pipeline_parallel"},
    ColumnRule{"cp", Meaning::setting, "plan.context_parallel"},
    ColumnRule{"ep", Meaning::setting, "plan.expert_parallel"},
};

const ColumnRule* ruleOf(const std::string& name)
{
    static const auto rules = [] {
        std::map<std::string_view, const ColumnRule*> by_key;
        for (const ColumnRule& rule : column_rules)
            for (const std::string_view key : wordsOf(rule.keys))
                by_key.emplace(key, &rule);
        return by_key;
    }();
    const std::string key = plainKey(name);
    const auto found = rules.find(key);
    return found == rules.end() ? nullptr : found->second;
}

bool isSize(const ColumnRule* rule)
{
    return rule && (rule->meaning == Meaning::gpus || rule->meaning == Meaning::nodes);
}
bool isMeasure(const ColumnRule* rule)
{
    return rule && rule->meaning >= Meaning::tokens && rule->meaning <= Meaning::mfu;
}

bool isScaling(const TextTable& table)
{
    bool size = false, measure = false;
    for (const std::string& column : table.columns) {
        size = size || isSize(ruleOf(column));
        measure = measure || isMeasure(ruleOf(column));
    }
    return size && measure && !table.rows.empty();
}

constexpr double usual_node = 8;

/// A run of a table, and what it shares with others of its series.
struct TableRun {
    EvidenceRow row;
    double gpus = 0, tokens_per_s = 0;
    std::string series;
    std::string differs; ///< what contradicts the measurement that is used
};

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
bool variesAlong(const ColumnRule* rule, const std::string& name)
{
    const std::string key = plainKey(name);
    return isSize(rule) || isMeasure(rule) || (rule && rule->meaning == Meaning::memory_gib) || key == "hfu"
        || key == "modeltflop" || key.starts_with("globalbatch") || key == "gbs" || key == "speedup"
        || key == "efficiency";
}

void readCell(TableRun& run, const ColumnRule& rule, const std::string& text, const std::string& place)
{
    constexpr double gibibyte = 1 << 30;
    const auto number = leadingNumber(text);
    if (rule.meaning == Meaning::gpu) {
        if (const PresetIndex index = presetIndex(gpuPresets(), gpuPresetOf(text)); index > 0)
            run.row.settings.push_back({"cluster.gpu", static_cast<double>(index), place});
        return;
    }
    if (!number)
        return;
    switch (rule.meaning) {
    case Meaning::gpus:
        run.gpus = *number;
        break;
    case Meaning::nodes:
        run.gpus = run.gpus > 0 ? run.gpus : usual_node * *number;
        break;
    case Meaning::tokens:
        run.tokens_per_s = *number;
        break;
    case Meaning::seconds:
        addMeasurement(run, "step_s", *number, place);
        break;
    case Meaning::milliseconds:
        addMeasurement(run, "step_s", *number * 1e-3, place);
        break;
    case Meaning::mfu:
        addMeasurement(run, "mfu", *number > 1 ? *number / 100 : *number, place);
        break;
    case Meaning::examples:
        addMeasurement(run, "examples_per_s", *number, place);
        break;
    case Meaning::memory_gib:
        addMeasurement(run, "memory_bytes", *number * gibibyte, place);
        break;
    case Meaning::setting:
        if (checkValue(parameter(rule.parameter), *number))
            run.row.settings.push_back({std::string(rule.parameter), *number, place});
        break;
    case Meaning::tokens_per_gpu:
    case Meaning::gpu:
        break;
    }
}

std::optional<TableRun> runOf(const TextTable& table, const TableRow& row)
{
    TableRun run;
    run.row.name = row.place;
    run.series = table.heading;
    std::optional<double> per_gpu;
    for (std::size_t i = 0; i < std::min(table.columns.size(), row.cells.size()); ++i) {
        const ColumnRule* rule = ruleOf(table.columns[i]);
        const std::string place = fmt::format("{}, {}", row.place, table.columns[i]);
        if (rule)
            readCell(run, *rule, row.cells[i], place);
        if (rule && rule->meaning == Meaning::tokens_per_gpu)
            per_gpu = leadingNumber(row.cells[i]);
        if (!variesAlong(rule, table.columns[i]))
            run.series += (run.series.empty() ? "" : ", ") + row.cells[i];
    }
    if (run.gpus < 1 || run.gpus != std::floor(run.gpus) || !checkValue(parameter("cluster.gpus"), run.gpus))
        return {};
    run.row.settings.push_back({"cluster.gpus", run.gpus, row.place});
    run.differs = differingRates(run.tokens_per_s, per_gpu.value_or(0), run.gpus);
    if (run.tokens_per_s <= 0 && per_gpu)
        run.tokens_per_s = *per_gpu * run.gpus;
    if (!isPossible(run.tokens_per_s))
        run.tokens_per_s = 0;
    else
        run.row.measurements.insert(run.row.measurements.begin(), {"tokens_per_s", run.tokens_per_s, 0, 1, row.place});
    return run.row.measurements.empty() ? std::nullopt : std::optional(run);
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
    return std::ranges::any_of(tablesOf(head), isScaling);
}

Result<Evidence> readScalingTable(ByteSource& source)
{
    constexpr std::size_t most_bytes = 64 << 20;
    const Result<std::string> text = source.readAll(most_bytes, "a table");
    if (!text)
        return tl::unexpected(text.error());
    std::vector<TableRun> runs;
    Evidence evidence;
    for (const TextTable& table : tablesOf(*text)) {
        if (!isScaling(table))
            continue;
        if (!std::ranges::any_of(
                table.columns, [](const std::string& c) { return ruleOf(c) && ruleOf(c)->meaning == Meaning::gpus; }))
            evidence.skipped.push_back({"table", fmt::format("nodes are counted as {} GPUs each", usual_node)});
        for (const TableRow& row : table.rows)
            if (auto run = runOf(table, row)) {
                if (!run->differs.empty())
                    evidence.skipped.push_back({row.place, run->differs});
                runs.push_back(std::move(*run));
            } else
                evidence.skipped.push_back({row.place, "no number of GPUs, or nothing measured"});
    }
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
