// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explore/analysis.h"
#include "model/explore/diagnosis.h"
#include "model/explore/waterfall.h"
#include "model/scenario/catalogue.h"
#include "model/scenario/presets.h"
#include "model/step/step_model.h"
#include "model/step/step_series.h"

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

/// The job after edits as on the command line, "stack.software" first: that makes its depth realistic.
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

/// Layouts of the job's own GPUs as a search goes through them: neighbours differ in stages and micro-batches.
std::vector<StepSeries::Version> layouts(const Scenario& s)
{
    std::vector<StepSeries::Version> versions;
    StepSeries::Version v{s.plan, s.cluster.gpus, s.workload.batch_per_gpu, s.workload.global_batch};
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

/// Time of one step among its neighbours.
void neighbours(benchmark::State& state, const Scenario& scenario)
{
    const auto versions = layouts(scenario);
    StepSeries series(scenario);
    std::size_t next = 0;
    for (auto _ : state) {
        StepReport report = series.at(versions[next]);
        benchmark::DoNotOptimize(report);
        next = next + 1 < versions.size() ? next + 1 : 0;
    }
}

void analysis(benchmark::State& state, Scenario scenario)
{
    for (auto _ : state) {
        benchmark::DoNotOptimize(scenario);
        Analysis answer = analyse(scenario);
        benchmark::DoNotOptimize(answer);
    }
}

/// All that the board shows: roofline, curve, knees and breakdown, waterfall, diagnosis with remedies.
void board(benchmark::State& state, Scenario scenario)
{
    for (auto _ : state) {
        benchmark::DoNotOptimize(scenario);
        const Analysis answer = analyse(scenario);
        Waterfall losses = waterfall(answer);
        Diagnosis causes = diagnose(answer);
        benchmark::DoNotOptimize(losses);
        benchmark::DoNotOptimize(causes);
    }
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
    benchmark::RegisterBenchmark("StepReport/neighbours", neighbours, transformer);
    benchmark::RegisterBenchmark("StepReport/textbook", stepReport, textbook);
    for (const auto& [name, job] :
        {std::pair{"transformer", &transformer}, {"kernel-moe", &mixture}, {"fsdp", &sharded}, {"textbook", &textbook}})
        benchmark::RegisterBenchmark(std::string("Analysis/").append(name).c_str(), analysis, *job)
            ->Unit(benchmark::kMicrosecond);
    benchmark::RegisterBenchmark("Analysis/full", board, transformer)->Unit(benchmark::kMicrosecond);
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 2;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
