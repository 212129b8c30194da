// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explore/analysis.h"
#include "model/scenario/catalogue.h"
#include "model/scenario/presets.h"
#include "model/step/step_model.h"

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

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

void analysis(benchmark::State& state, Scenario scenario)
{
    for (auto _ : state) {
        benchmark::DoNotOptimize(scenario);
        Analysis answer = analyse(scenario);
        benchmark::DoNotOptimize(answer);
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
    benchmark::RegisterBenchmark("StepReport/textbook", stepReport, textbook);
    benchmark::RegisterBenchmark("Analysis/full", analysis, transformer)->Unit(benchmark::kMicrosecond);
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 2;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
