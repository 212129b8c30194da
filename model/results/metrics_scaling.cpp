// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/efficiency_interval.h"
#include "model/analysis/knees.h"
#include "model/results/baseline_words.h"
#include "model/results/metric_fields.h"
#include "model/units/words.h"

#include <array>
#include <fmt/format.h>

namespace kneepoint::results {
namespace {

constexpr auto simulator = "Scaling-efficiency simulator, section 3";

std::optional<double> workersOf(const std::optional<Knee>& knee)
{
    return knee ? std::optional(knee->workers) : std::nullopt;
}

std::string noKnee(const Analysis& a)
{
    return fmt::format("none up to K = {}", words::number(a.curve.max_workers));
}

} // namespace

std::span<const Metric> ofScaling()
{
    static const std::array records{
        of<&StepReport::workers>({MetricGroup::scale, "workers", "Data-parallel replicas", {},
            "Copies of the model that train on different examples.",
            {"K = GPUs / (tensor × pipeline × context parallel)", "model/scenario/scenario.h: workers", simulator},
            {.symbol = "K"}}),
        of<&StepReport::gpus>({MetricGroup::scale, "gpus", "GPUs", {Unit::none, Better::neither, Prominence::summary},
            "GPUs of the whole job.", {.computed_by = "model/step/step_model.cpp: evaluate"}}),
        ofPoint<&ScalePoint::speedup>(
            {MetricGroup::scale, "speedup", "Speedup", {Unit::factor, Better::higher, Prominence::summary},
                "Replicas' worth of throughput: efficiency times K. T(1) is the step of one replica at the baseline's "
                "rate per GPU; where one replica is the best of all smaller clusters, its own step.",
                {"S = T(1)/T(K) at a fixed global batch; S = K·T(1)/T(K) at a fixed batch per replica",
                    "model/analysis/scaling.cpp: ScalingQuestion::at", simulator},
                {.symbol = "S(K)",
                    .needs_a_run = true,
                    .value = [](const Analysis& a) -> std::optional<double> { return a.headline.speedup; },
                    .interval = speedupInterval}}),
        ofPoint<&ScalePoint::efficiency>({MetricGroup::scale, "efficiency", "Scaling efficiency",
            {Unit::ratio, Better::higher, Prominence::headline},
            "Tokens/s per GPU relative to the best that any smaller cluster, or this one, reaches: in this layout with "
            "fewer replicas, and with auto plan also in the best layout of that size. Never above 100 %.",
            {"E = S(K)/K", "model/analysis/scaling.cpp: ScalingQuestion::at", simulator},
            {.symbol = "E(K)",
                .needs_a_run = true,
                .value = [](const Analysis& a) -> std::optional<double> { return a.headline.efficiency; },
                .detail =
                    [](const Analysis& a) {
                        return fmt::format("at K = {}; {}", words::number(a.step.workers), baselineText(a));
                    },
                .interval = efficiencyInterval}}),
        of<&StepReport::gamma>(
            {MetricGroup::scale, "gamma", "Communication to compute", {Unit::none, Better::lower, Prominence::summary},
                "Communication time, hidden and exposed, divided by compute time.",
                {"γ = t_comm/t_comp", "model/step/step_model.cpp: evaluate", simulator}, {.symbol = "γ(K)"}}),
        plain({MetricGroup::scale, "knee", "Knee", {Unit::none, Better::higher, Prominence::headline},
            "The number of replicas beyond which efficiency is below the tolerance, whatever the cause. This is the "
            "knee that all charts, sentences and maps refer to.",
            {"smallest K with E(K) < tolerance", "model/analysis/knees.cpp: findKnees", simulator},
            {.symbol = "K",
                .needs_a_run = true,
                .value = [](const Analysis& a) { return workersOf(theKnee(a.curve)); },
                .none = noKnee,
                .detail =
                    [](const Analysis& a) {
                        const std::string range = kneeRangeText(a);
                        return range.empty() ? kneeDefinition(a.scenario) : kneeDefinition(a.scenario) + "; " + range;
                    },
                .text = kneePlace,
                .interval = kneeInterval}}),
        plain({MetricGroup::scale, "knee_gamma", "Communication takes as long as compute", {Unit::none, Better::higher},
            "The number of replicas at which γ reaches its threshold. Hidden communication counts too, so efficiency "
            "may still be high there.",
            {"smallest K with γ(K) ≥ threshold", "model/analysis/knees.cpp: findKnees", simulator},
            {.symbol = "K",
                .needs_a_run = true,
                .value = [](const Analysis& a) { return workersOf(a.curve.knees.gamma); },
                .none = noKnee,
                .detail =
                    [](const Analysis& a) {
                        return fmt::format("γ = {}", words::number(a.scenario.assumptions.knee_gamma));
                    },
                .text = kneePlace}}),
        plain({MetricGroup::scale, "knee_curvature", "Maximum curvature of the speedup", {Unit::none, Better::higher},
            "The number of replicas at which the speedup curve bends away from the ideal most sharply.",
            {"argmax of the curvature of log S over log K", "model/analysis/knees.cpp: findKnees", simulator},
            {.symbol = "K",
                .needs_a_run = true,
                .value = [](const Analysis& a) { return workersOf(a.curve.knees.curvature); },
                .none = noKnee,
                .text = kneePlace}}),
    };
    return records;
}

} // namespace kneepoint::results
