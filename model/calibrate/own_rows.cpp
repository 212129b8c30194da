// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/calibrate/own_rows.h"

#include "model/calibrate/row_keys.h"
#include "model/catalogue/edit.h"
#include "model/catalogue/setting_json.h"
#include "model/cost/operations.h"
#include "model/evidence/evidence.h"
#include "model/evidence/layout_record.h"
#include "model/evidence/measured_run.h"
#include "model/evidence/measurements.h"
#include "model/evidence/run_check.h"
#include "model/results/feasibility.h"
#include "model/units/bounded_json.h"
#include "model/units/excerpt.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <optional>

namespace kneepoint {
namespace {

using Json = nlohmann::ordered_json;

constexpr JsonBounds bounds{.document = "a file of measured runs", .bytes = 4 << 20, .depth = 8, .values = 200000};

double examplesOf(const Scenario& s)
{
    return s.workload.batch_per_gpu * s.plan.accumulation * workers(s);
}
double tokensOf(const Scenario& s)
{
    return examplesOf(s) * tokensPerExample(s.workload);
}
constexpr std::array measures{
    OwnMeasure{"step_time_s", "Step time", Unit::seconds, [](const Scenario&, double v) { return v; }},
    OwnMeasure{"step_s", "", Unit::seconds, [](const Scenario&, double v) { return v; }},
    OwnMeasure{"tokens_per_s", "Tokens/s", Unit::tokens_per_second,
        [](const Scenario& s, double v) { return tokensOf(s) / v; }},
    OwnMeasure{"tokens_per_s_per_gpu", "Tokens/s per GPU", Unit::tokens_per_second,
        [](const Scenario& s, double v) { return tokensOf(s) / (v * s.cluster.gpus); }},
    OwnMeasure{"examples_per_s", "Examples/s", Unit::examples_per_second,
        [](const Scenario& s, double v) { return examplesOf(s) / v; }},
    OwnMeasure{"mfu", "MFU", Unit::ratio,
        [](const Scenario& s, double v) {
            const Setup setup = resolveWithoutLaw(s).setup;
            return flopsPerExample(setup) * examplesOf(s) / (v * setup.peak_flops * s.cluster.gpus);
        }},
    OwnMeasure{"memory_bytes", "Memory per GPU", Unit::bytes},
};
constexpr std::string_view memory_in_gb = "mem_gb";

/// A measurement of a row: a number in units of `scale` base units, or a text with its unit; nothing if not stated.
Result<std::optional<double>> measuredValue(const Json& row, std::string_view name, Unit unit, double scale = 1)
{
    const Json& in = row.contains("measured") && row["measured"].is_object() ? row["measured"] : row;
    const auto found = in.find(std::string(name));
    if (found == in.end() || found->is_null())
        return std::nullopt;
    if (found->is_number())
        return scale * found->get<double>();
    const Result<double> read =
        found->is_string() ? parseQuantity(found->get<std::string>(), unit) : failure("expected a number");
    if (!read)
        return failure(fmt::format("{}: {}", name, read.error().message));
    return *read;
}

Result<double> stepOf(const OwnMeasure& measure, const Scenario& s, double value)
{
    if (measure.unit == Unit::ratio && value > 1)
        return failure(fmt::format(
            "{} is a fraction from 0 to 1, not {:g}; write per cent as \"{:g} %\"", measure.name, value, value));
    const double step = measure.step(s, value);
    if (!isPlausibleStep(step))
        return failure(fmt::format("{} gives a step that is not between 1 µs and a year", measure.name));
    return step;
}

Result<double> memoryOf(double bytes)
{
    constexpr double least = 1e6, most = 1e15; // a megabyte, a petabyte
    if (!(bytes >= least && bytes <= most))
        return failure("its memory is not between 1 MB and 1 PB");
    return bytes;
}

/// Sets the row's value: a step time, or memory.
Result<OwnRow> measured(OwnRow row, const OwnMeasure& measure, double value)
{
    const Result<double> read = measure.step ? stepOf(measure, row.scenario, value) : memoryOf(value);
    if (!read)
        return tl::unexpected(read.error());
    (measure.step ? row.step_s : row.memory_bytes) = *read;
    return row;
}

/// "mfu 40 %, a step of 3.2 s".
std::string statedText(const StatedStep& stated)
{
    const std::string value =
        fmt::format("{} {}", stated.measure->name, formatQuantity(stated.value, stated.measure->unit));
    const std::string step = formatQuantity(stated.step_s, Unit::seconds);
    return stated.measure->unit == Unit::seconds ? value : fmt::format("{}, a step of {}", value, step);
}

/// Sets the row's measurements: the first stated step quantity, with which the others must agree, and memory.
Result<OwnRow> measured(OwnRow row, const Json& stated)
{
    constexpr double bytes_of_gb = 1e9;
    const OwnMeasure& memory = measures.back();
    std::optional<StatedStep> first;
    const auto add = [&](const OwnMeasure& m, const Result<std::optional<double>>& value) -> Result<void> {
        if (!value)
            return tl::unexpected(value.error());
        if (!*value || (!m.step && row.memory_bytes > 0))
            return {};
        Result<OwnRow> with = measured(row, m, **value);
        if (!with)
            return tl::unexpected(with.error());
        if (m.step && first) {
            const Result<void> agreed = agreeing(*first, {&m, **value, with->step_s});
            return agreed ? agreed : failure(agreed.error().message + "; state only what was measured");
        }
        if (m.step)
            first = {&m, **value, with->step_s};
        row = std::move(*with);
        return {};
    };
    for (const OwnMeasure& m : measures)
        if (const auto added = add(m, measuredValue(stated, m.name, m.unit)); !added)
            return tl::unexpected(added.error());
    if (const auto added = add(memory, measuredValue(stated, memory_in_gb, Unit::bytes, bytes_of_gb)); !added)
        return tl::unexpected(added.error());
    if (row.step_s <= 0 && row.memory_bytes <= 0)
        return failure("states neither step_time_s, step_s, tokens_per_s, tokens_per_s_per_gpu, examples_per_s, mfu, "
                       "memory_bytes nor mem_gb");
    return row;
}

/// Software, assumptions and, on the same GPU, the hardware of the job; workload, plan and size of the run.
Scenario asTheJob(const Scenario& run, const Scenario& job)
{
    Scenario s = job;
    s.workload = run.workload;
    s.plan = run.plan;
    const bool fused = run.stack.fused_attention;
    if (run.cluster.gpu != job.cluster.gpu)
        s.cluster = run.cluster;
    s.cluster.gpus = run.cluster.gpus;
    s.cluster.resizeNode(run.cluster.gpus_per_node);
    s.stack.fused_attention = fused;
    return s;
}

Result<Scenario> fromRun(const RunRecord& run, const Scenario& job, const Calibration& calibration)
{
    const Result<MeasuredRun> question = layoutOf(run, calibration);
    if (!question)
        return tl::unexpected(question.error());
    Scenario s = asTheJob(question->candidates.front(), job);
    if (run.gradient_precision.empty())
        s.plan.gradient_precision = job.plan.gradient_precision;
    s.plan.bucket_bytes = run.setting("plan.bucket_bytes", job.plan.bucket_bytes);
    return s;
}

Result<void> editByJson(Scenario& s, const Parameter& p, const Json& value, const Calibration& calibration)
{
    const Result<double> number = readSetting(p, value, countedIn(p, s));
    if (!number)
        return failure(fmt::format("{}: {}", p.id, number.error().message));
    p.edit(s, *number, calibration);
    return {};
}

/// Why the job cannot have run in its layout, apart from memory; empty if it can.
std::string impossibleText(const Scenario& s)
{
    if (atKernelDepth(s) && std::fmod(s.cluster.gpus, gpusPerReplica(s)) != 0)
        return fmt::format("{} GPUs are not whole replicas of {} GPUs (tensor × pipeline × context parallel)",
            s.cluster.gpus, gpusPerReplica(s));
    for (const auto& faults : {modelFaults(s), layoutFaults(s)})
        if (!faults.empty())
            return "cannot run: " + faults.front();
    return {};
}

/// The job while a row's parameters are set one by one. Micro-batch and global batch are the job's if the row states
/// none; at the end, the global batch is divided over the replicas.
class JobOfRow {
public:
    explicit JobOfRow(const Scenario& job)
        : m_scenario(job)
        , m_global(job.workload.global_batch)
        , m_micro(job.workload.batch_per_gpu)
    {
    }

    /// `edit` changes the scenario's parameter p.
    template <class Edit> Result<void> set(const Parameter& p, Edit edit)
    {
        if (Result<void> edited = edit(m_scenario); !edited)
            return edited;
        if (p.id == "workload.global_batch")
            m_global = m_scenario.workload.global_batch;
        if (p.id == "workload.batch_per_gpu")
            m_micro = m_scenario.workload.batch_per_gpu;
        return {};
    }

    [[nodiscard]] Result<Scenario> closed() const
    {
        Scenario s = m_scenario;
        s.workload.batch_per_gpu = m_micro;
        s.workload.global_batch = m_global;
        s.plan.accumulation = std::max(1.0, m_global / (m_micro * workers(s)));
        if (const auto checked = checkScenario(s); !checked)
            return tl::unexpected(checked.error());
        if (const std::string why = impossibleText(s); !why.empty())
            return failure(why);
        return s;
    }

private:
    Scenario m_scenario;
    double m_global, m_micro;
};

Result<Scenario> fromParameters(const Json& row, const Scenario& job, const Calibration& calibration)
{
    JobOfRow row_job(job);
    for (const auto& [name, value] : row.items()) {
        if (const std::string unknown = unknownKeyText(name); !unknown.empty())
            return failure(unknown);
        const Parameter* p = parameterOfKey(name);
        if (!p)
            continue;
        const auto edited =
            row_job.set(*p, [&, &value = value](Scenario& s) { return editByJson(s, *p, value, calibration); });
        if (!edited)
            return tl::unexpected(edited.error());
    }
    return row_job.closed();
}

Result<OwnRow> readRow(const Json& row, const KernelList& kernels, const Scenario& job, const Calibration& calibration)
{
    if (!row.is_object())
        return failure("is not an object");
    const bool run = row.contains("layout") && row["layout"].is_object();
    const bool layout = !run && row.contains("model") && row["model"].is_object();
    Result<Scenario> s = run ? fromRun(runRecordOf(row), job, calibration)
        : layout             ? fromRun(layoutRecordOf(row), job, calibration)
                             : fromParameters(row, job, calibration);
    if (!s)
        return tl::unexpected(s.error());
    if (layout)
        kernels.apply(row, s->stack);
    return measured(OwnRow{"", *s}, row);
}

} // namespace

Result<void> agreeing(const StatedStep& first, const StatedStep& second)
{
    constexpr double counting = 0.4;
    const bool counted = first.measure->unit == Unit::ratio || second.measure->unit == Unit::ratio;
    if (counted ? statesTheSame(first.step_s, second.step_s, counting) : statesTheSame(first.step_s, second.step_s))
        return {};
    return failure(fmt::format("contradicts itself: it states {}, and {}", statedText(first), statedText(second)));
}

std::span<const OwnMeasure> ownMeasures()
{
    return measures;
}

Result<OwnRow> ownRow(const EnteredRun& run, const Scenario& job, const Calibration& calibration)
{
    JobOfRow row_job(job);
    for (const auto& [id, text] : run.settings) {
        const auto edited = row_job.set(
            parameter(id), [&, &id = id, &text = text](Scenario& s) { return editByText(s, id, text, calibration); });
        if (!edited)
            return tl::unexpected(edited.error());
    }
    const Result<Scenario> scenario = row_job.closed();
    if (!scenario)
        return tl::unexpected(scenario.error());
    const Result<double> value = parseQuantity(run.value, run.measure->unit);
    if (!value)
        return tl::unexpected(value.error());
    return measured(OwnRow{run.name, *scenario}, *run.measure, *value);
}

Result<OwnRows> parseOwnRows(
    std::string_view text, std::string_view place, const Scenario& job, const Calibration& calibration)
{
    const Result<Json> file = parseBoundedJson(text, place, bounds);
    if (!file)
        return tl::unexpected(file.error());
    const bool inside = file->is_object() && file->contains("rows") && file->at("rows").is_array();
    if (!file->is_array() && !inside)
        return failure(fmt::format("{}: expected a list of rows, or an object with \"rows\"", place));
    const Json& list = inside ? file->at("rows") : *file;
    if (list.size() > most_own_rows)
        return failure(fmt::format("{}: {} rows; a calibration uses at most {}", place, list.size(), most_own_rows));
    const KernelList kernels(list);
    OwnRows all;
    std::size_t number = 0;
    for (const Json& row : list) {
        ++number;
        const bool named = row.is_object() && row.contains("id") && row["id"].is_string();
        const std::string name = named ? excerpt(row["id"].get<std::string>()) : fmt::format("row {}", number);
        if (Result<OwnRow> read = readRow(row, kernels, job, calibration)) {
            read->name = name;
            all.rows.push_back(std::move(*read));
        } else {
            all.refused.emplace_back(name, read.error().message);
        }
    }
    return all;
}

Result<OwnRows> loadOwnRows(const std::filesystem::path& path, const Scenario& job, const Calibration& calibration)
{
    const Result<std::string> text = readBoundedFile(path, bounds);
    return text ? parseOwnRows(*text, excerpt(path.filename().string()), job, calibration)
                : tl::unexpected(text.error());
}

} // namespace kneepoint
