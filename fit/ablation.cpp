// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/ablation.h"

#include "model/step/step_model.h"
#include "model/validation/validation.h"

#include <algorithm>
#include <cmath>

namespace kneepoint::fit {
namespace {

/// A component is removed by an edit of the scenario; if no edit can do it, its part of the step is not counted.
struct Piece {
    const char* words;
    void (*remove)(Scenario&);
    std::vector<Part> uncounted = {};
};

const std::vector<Piece>& pieces()
{
    static const std::vector<Piece> all{
        {"kernel launches by the CPU",
            [](Scenario& s) {
                s.stack.layer_launch_s = 0;
                s.stack.expert_launch_s = 0;
            }},
        {"fixed time per micro-batch and step",
            [](Scenario& s) {
                s.stack.microbatch_s = 0;
                s.stack.step_s = 0;
            }},
        {"recomputation", [](Scenario& s) { s.plan.recompute = Recompute::none; }},
        {"elementwise and softmax traffic",
            [](Scenario& s) {
                s.stack.token_passes = 0;
                s.stack.ffn_passes = 0;
                s.stack.score_bytes = 0;
            }},
        {"pipeline bubble", nullptr, {Part::bubble}},
        {"transfers between stages", nullptr, {Part::pipeline_comm}},
        {"attention kernels by generation (the GPU's best for all)",
            [](Scenario& s) {
                s.stack.native_attention = true;
                s.stack.attention_generation = 1;
            }},
        {"GEMM efficiency by GPU and format (65 % of peak for all)",
            [](Scenario& s) {
                constexpr double common = 0.65;
                s.cluster.gemm_efficiency = s.cluster.gemm_efficiency_fp8 = s.cluster.gemm_efficiency_fp4 = common;
            }},
        {"small-GEMM penalty", [](Scenario& s) { s.cluster.small_product_loss = 0; }},
        {"kernel efficiency factor", [](Scenario& s) { s.stack.generation = 1; }},
        {"row- and block-wise FP8 scaling", [](Scenario& s) { s.workload.narrow_scaling = NarrowScaling::tensor; }},
        {"output layer", [](Scenario& s) { s.workload.vocabulary = 1; }},
        {"weight all-gather overlap", [](Scenario& s) { s.stack.shard_overlap = 0; }},
        {"twelve all-gathers per layer in 2021 ZeRO-3",
            [](Scenario& s) {
                s.stack.shard_calls = 1;
                s.stack.gathers_again = false;
            }},
        {"tensor-parallel overlap", [](Scenario& s) { s.stack.tensor_overlap = 0; }},
        {"gradient overlap", [](Scenario& s) { s.stack.data_overlap = 0; }},
        {"gradient synchronization", nullptr, {Part::data_comm}},
        {"collective latency",
            [](Scenario& s) {
                s.cluster.collective_base_s = 0;
                s.cluster.scale_up_latency_s = 0;
                s.cluster.link_latency_s = 0;
            }},
        {"optimizer", nullptr, {Part::optimizer}},
        {"slowdown from shared node resources", [](Scenario& s) { s.stack.crowding_slope = 0; }},
        {"stragglers", [](Scenario& s) { s.stack.straggler_slope = 0; }},
        {"expert GEMMs slower than large GEMMs", [](Scenario& s) { s.stack.expert_generation = 1; }},
        {"expert all-to-all", nullptr, {Part::expert_comm}},
    };
    return all;
}

double stepWithout(const MeasuredRun& run, const Piece& piece, const Calibration& calibration)
{
    const auto stepOf = [&](Scenario s) {
        if (piece.remove)
            piece.remove(s);
        const StepReport report = evaluate(s, calibration);
        double seconds = report.step_s;
        for (const Part part : piece.uncounted)
            seconds -= report.part(part).exposed_s;
        return seconds;
    };
    return PlausibleScenarios(plausibleLayouts(run), stepOf).median().step_s;
}

struct Mean {
    double sum = 0, rows = 0;
    void add(double value)
    {
        sum += value;
        ++rows;
    }
    [[nodiscard]] double value() const { return rows > 0 ? sum / rows : 0; }
};

Ablation errorsWithout(const MeasuredRuns& runs, const Piece& piece, const Calibration& calibration)
{
    constexpr double per_cent = 100;
    std::map<std::string, Mean> series;
    Mean dense, all;
    for (const MeasuredRun& run : runs.runs) {
        if (!run.gate)
            continue;
        const double error = per_cent * std::abs(stepWithout(run, piece, calibration) / run.step_s - 1);
        series[run.series].add(error);
        all.add(error);
        if (!run.mixture && !run.scaling)
            dense.add(error);
    }
    Ablation errors{piece.words, dense.value(), all.value(), {}};
    for (const auto& [name, mean] : series)
        errors.series[name] = mean.value();
    return errors;
}

} // namespace

std::vector<Ablation> ablate(const Measurements& measurements, const Calibration& calibration)
{
    const MeasuredRuns runs = questionsOf(measurements, calibration);
    std::vector<Ablation> all{errorsWithout(runs, {"", nullptr}, calibration)};
    for (const Piece& piece : pieces())
        all.push_back(errorsWithout(runs, piece, calibration));
    return all;
}

std::vector<SeriesLoss> worstLosses(const Ablation& whole, const Ablation& without, std::size_t most)
{
    constexpr double worth_saying = 1;
    std::vector<SeriesLoss> losses;
    for (const auto& [name, after] : without.series)
        if (const auto before = whole.series.find(name); before != whole.series.end())
            if (after - before->second >= worth_saying)
                losses.push_back({name, before->second, after});
    std::ranges::sort(losses, std::ranges::greater{}, [](const SeriesLoss& l) { return l.mape_after - l.mape_before; });
    losses.resize(std::min(losses.size(), most));
    return losses;
}

} // namespace kneepoint::fit
