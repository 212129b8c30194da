// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explore/analysis.h"
#include "model/scenario/presets.h"
#include "model/step/step_model.h"

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <string>

using namespace kneepoint;

namespace {

Scenario shipped(const char* id)
{
    const ScenarioFile* file = findScenarioPreset(id);
    if (!file)
        std::abort();
    return file->scenario;
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
    const Scenario transformer = shipped("llama3-70b-512xh100");
    const Scenario textbook = shipped("knee-simulator");
    benchmark::RegisterBenchmark("StepReport/transformer", stepReport, transformer);
    benchmark::RegisterBenchmark("StepReport/textbook", stepReport, textbook);
    benchmark::RegisterBenchmark("Analysis/full", analysis, transformer)->Unit(benchmark::kMicrosecond);
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 2;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
