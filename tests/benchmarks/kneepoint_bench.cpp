// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/analysis.h"
#include "model/analysis/waterfall.h"
#include "model/catalogue/catalogue.h"
#include "model/catalogue/edit.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/diagnosis/diagnosis.h"
#include "model/results/metric.h"
#include "model/search/search.h"
#include "model/step/step_model.h"
#include "model/step/step_series.h"
#include "tests/support/shipped.h"

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace kneepoint;

namespace {

Scenario shipped(const char* id)
{
    const ScenarioFile* file = findScenarioPreset(id);
    if (!file)
        std::abort();
    return file->scenario;
}

/// The job after command-line edits; "stack.software" comes first because it switches to kernel level.
Scenario edited(const char* id, std::initializer_list<std::pair<std::string_view, std::string_view>> edits)
{
    Scenario s = shipped(id);
    for (const auto& [knob, text] : edits)
        if (!editByText(s, knob, text))
            std::abort();
    return s;
}

void stepReport(benchmark::State& state, Scenario scenario)
{
    for (auto _ : state) {
        benchmark::DoNotOptimize(scenario);
        StepReport report = evaluate(scenario);
        benchmark::DoNotOptimize(report);
    }
}

/// Layouts on the job's GPUs in the order of a search: neighbors differ in stages and micro-batches.
std::vector<StepVersion> layouts(const Scenario& s)
{
    std::vector<StepVersion> versions;
    StepVersion v{s.plan, s.cluster.gpus, s.workload.batch_per_gpu, s.workload.global_batch};
    for (const double t : {1, 2, 4, 8})
        for (const double p : {1, 2, 4, 8})
            for (const double chunks : {1, 2, 4}) {
                v.plan.tensor_parallel = t;
                v.plan.pipeline_parallel = p;
                v.plan.pipeline_schedule = chunks > 1 ? PipelineSchedule::interleaved : PipelineSchedule::one_f_one_b;
                v.plan.virtual_stages = chunks;
                v.plan.accumulation = v.global_batch / v.batch_per_gpu / (v.gpus / (t * p));
                versions.push_back(v);
            }
    return versions;
}

/// Time of one step within such a series.
void neighbors(benchmark::State& state, const Scenario& scenario)
{
    const auto versions = layouts(scenario);
    StepSeries series(scenario, shippedCalibration());
    std::size_t next = 0;
    for (auto _ : state) {
        StepReport report = series.at(versions[next]);
        benchmark::DoNotOptimize(report);
        next = next + 1 < versions.size() ? next + 1 : 0;
    }
}

/// The rows of a table, as python_rate.py has them: two parameters in, every figure of a step out.
void table(benchmark::State& state, const Scenario& scenario)
{
    constexpr int rows = 10000;
    const Parameter& gpus = parameter("cluster.gpus");
    const Parameter& rate = parameter("cluster.link_rate");
    for (auto _ : state)
        for (int row = 0; row < rows; ++row) {
            const Scenario s =
                applied(scenario, {{&gpus, 64.0 * (1 + row % 8)}, {&rate, 1e10 + 1e6 * row}}, shippedCalibration());
            const StepReport step = evaluate(s);
            for (const Metric& m : metrics())
                if (m.of_step)
                    benchmark::DoNotOptimize(m.of_step(s, step));
        }
    state.SetItemsProcessed(state.iterations() * rows);
}

void analysis(benchmark::State& state, Scenario scenario)
{
    for (auto _ : state) {
        benchmark::DoNotOptimize(scenario);
        Analysis answer = analyze(scenario);
        benchmark::DoNotOptimize(answer);
    }
}

/// Everything on the board: roofline, curve, knees and breakdown, waterfall, diagnosis with remedies.
void board(benchmark::State& state, Scenario scenario)
{
    for (auto _ : state) {
        benchmark::DoNotOptimize(scenario);
        const Analysis answer = analyze(scenario);
        Waterfall losses = waterfall(answer);
        Diagnosis causes = diagnose(answer);
        benchmark::DoNotOptimize(losses);
        benchmark::DoNotOptimize(causes);
    }
}

/// A search for the fastest layout, or an evaluation of all layouts.
void search(benchmark::State& state, const Scenario& job, const LayoutSpace& space, bool exhaustive)
{
    SearchRequest request;
    request.space = space;
    request.exhaustive = exhaustive;
    SearchAnswer answer;
    for (auto _ : state) {
        answer = searchLayouts(job, request, shippedCalibration());
        benchmark::DoNotOptimize(answer);
    }
    state.counters["layouts"] = answer.layouts;
    state.counters["valid"] = answer.valid;
    state.counters["evaluated"] = answer.evaluated;
    state.counters["pruned"] = answer.pruned / answer.valid;
    state.counters["out_of_memory"] = answer.out_of_memory;
    state.counters["step_s"] = answer.top.empty() ? 0 : answer.top.front().step.step_s;
}

/// The dimensions of calculon's search space that this model has, for GPT-3 175B on 1024 A100 with a batch of 3072 and
/// any software.
LayoutSpace everyDimension()
{
    LayoutSpace space;
    space.fix(Dimension::context, 1);
    return space;
}

void benchmarkSearches(const Scenario& ordinary, const Scenario& mixture)
{
    Scenario gpt3 = edited("gpt3-175b-1024xa100",
        {{"stack.software", "megatron-2022"}, {"workload.scaling", "strong"}, {"workload.global_batch", "3072"}});
    gpt3.stack.software = 0; // keeps the rates of that software, and none of its limits
    const auto add = [](const char* name, const Scenario& job, const LayoutSpace& space, bool exhaustive) {
        benchmark::RegisterBenchmark(name, search, job, space, exhaustive)
            ->Unit(benchmark::kMillisecond)
            ->MeasureProcessCPUTime();
    };
    add("Search/ordinary", ordinary, defaultSpace(ordinary), false);
    add("Search/ordinary-all", ordinary, defaultSpace(ordinary), true);
    add("Search/mixture", mixture, defaultSpace(mixture), false);
    add("Search/gpt3-1024", gpt3, everyDimension(), false);
    add("Search/gpt3-1024-all", gpt3, everyDimension(), true);
    LayoutSpace largest;
    add("Search/gpt3-1024-context", gpt3, largest, false);
    add("Search/gpt3-1024-context-all", gpt3, largest, true);
}

} // namespace

int main(int argc, char** argv)
{
    const Scenario transformer =
        edited("llama3-70b-512xh100", {{"stack.software", "nemo-2024"}, {"plan.zero_stage", "1"}});
    const Scenario pipeline = edited("llama3-70b-512xh100",
        {{"stack.software", "nemo-2024"}, {"plan.zero_stage", "1"}, {"plan.pipeline_parallel", "4"},
            {"plan.sequence_parallel", "on"}});
    const Scenario mixture = edited("mixtral-8x7b-256xh100", {{"stack.software", "nemo-2024"}});
    const Scenario sharded =
        edited("llama3-8b-64xh100", {{"stack.software", "torchtitan-2024"}, {"plan.zero_stage", "3"}});
    const Scenario textbook = shipped("knee-simulator");
    benchmark::RegisterBenchmark("StepReport/transformer", stepReport, transformer);
    benchmark::RegisterBenchmark("StepReport/kernel", stepReport, pipeline);
    benchmark::RegisterBenchmark("StepReport/kernel-moe", stepReport, mixture);
    benchmark::RegisterBenchmark("StepReport/fsdp", stepReport, sharded);
    benchmark::RegisterBenchmark("StepReport/neighbors", neighbors, transformer);
    benchmark::RegisterBenchmark("StepReport/textbook", stepReport, textbook);
    benchmark::RegisterBenchmark("Table/transformer", table, transformer)->Unit(benchmark::kMillisecond);
    for (const auto& [name, job] :
        {std::pair{"transformer", &transformer}, {"kernel-moe", &mixture}, {"fsdp", &sharded}, {"textbook", &textbook}})
        benchmark::RegisterBenchmark(std::string("Analysis/").append(name).c_str(), analysis, *job)
            ->Unit(benchmark::kMicrosecond);
    benchmark::RegisterBenchmark("Analysis/full", board, transformer)->Unit(benchmark::kMicrosecond);
    benchmarkSearches(transformer, shipped("mixtral-8x7b-256xh100"));
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 2;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
