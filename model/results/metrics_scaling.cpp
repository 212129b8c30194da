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
        of<&StepReport::workers>({
            .id = "workers",
            .label = "Data-parallel replicas",
            .symbol = "K",
            .help = "Copies of the model that train on different examples.",
            .formula = "K = GPUs / (tensor × pipeline × context parallel)",
            .computed_by = "model/scenario/scenario.h: workers",
            .source = simulator,
        }),
        of<&StepReport::gpus>({
            .id = "gpus",
            .label = "GPUs",
            .prominence = Prominence::summary,
            .help = "GPUs of the whole job.",
            .computed_by = "model/step/step_model.cpp: evaluate",
        }),
        [] {
            Metric m = ofPoint<&ScalePoint::speedup>({
                .id = "speedup",
                .label = "Speedup",
                .symbol = "S(K)",
                .unit = Unit::factor,
                .better = Better::higher,
                .prominence = Prominence::summary,
                .needs_a_run = true,
                .help = "Replicas' worth of throughput: efficiency times K. T(1) is the step of one replica at the "
                        "baseline's rate per GPU; where one replica is the best of all smaller clusters, its own step.",
                .formula = "S = T(1)/T(K) at a fixed global batch; S = K·T(1)/T(K) at a fixed batch per replica",
                .computed_by = "model/analysis/scaling.cpp: ScalingQuestion::at",
                .source = simulator,
            });
            m.value = [](const Analysis& a) -> std::optional<double> { return a.headline.speedup; };
            m.interval = speedupInterval;
            return m;
        }(),
        [] {
            Metric m = ofPoint<&ScalePoint::efficiency>({
                .id = "efficiency",
                .label = "Scaling efficiency",
                .symbol = "E(K)",
                .unit = Unit::ratio,
                .better = Better::higher,
                .prominence = Prominence::headline,
                .needs_a_run = true,
                .help = "Tokens/s per GPU relative to the best that any smaller cluster, or this one, reaches: in this "
                        "layout with fewer replicas, and with auto plan also in the best layout of that size. Never "
                        "above 100 %.",
                .formula = "E = S(K)/K",
                .computed_by = "model/analysis/scaling.cpp: ScalingQuestion::at",
                .source = simulator,
            });
            m.value = [](const Analysis& a) -> std::optional<double> { return a.headline.efficiency; };
            m.interval = efficiencyInterval;
            m.detail = [](const Analysis& a) {
                return fmt::format("at K = {}; {}", words::number(a.step.workers), baselineText(a));
            };
            return m;
        }(),
        of<&StepReport::gamma>({
            .id = "gamma",
            .label = "Communication to compute",
            .symbol = "γ(K)",
            .better = Better::lower,
            .prominence = Prominence::summary,
            .help = "Communication time, hidden and exposed, divided by compute time.",
            .formula = "γ = t_comm/t_comp",
            .computed_by = "model/step/step_model.cpp: evaluate",
            .source = simulator,
        }),
        Metric{
            .id = "knee",
            .label = "Knee",
            .symbol = "K",
            .better = Better::higher,
            .prominence = Prominence::headline,
            .needs_a_run = true,
            .help = "The number of replicas beyond which efficiency is below the tolerance, whatever the cause. This "
                    "is the knee that all charts, sentences and maps refer to.",
            .formula = "smallest K with E(K) < tolerance",
            .computed_by = "model/analysis/knees.cpp: findKnees",
            .source = simulator,
            .value = [](const Analysis& a) { return workersOf(theKnee(a.curve)); },
            .none = noKnee,
            .detail =
                [](const Analysis& a) {
                    const std::string range = kneeRangeText(a);
                    return range.empty() ? kneeDefinition(a.scenario) : kneeDefinition(a.scenario) + "; " + range;
                },
            .text = kneePlace,
            .interval = kneeInterval,
        },
        Metric{
            .id = "knee_gamma",
            .label = "Communication takes as long as compute",
            .symbol = "K",
            .better = Better::higher,
            .needs_a_run = true,
            .help = "The number of replicas at which γ reaches its threshold. Hidden communication counts too, so "
                    "efficiency may still be high there.",
            .formula = "smallest K with γ(K) ≥ threshold",
            .computed_by = "model/analysis/knees.cpp: findKnees",
            .source = simulator,
            .value = [](const Analysis& a) { return workersOf(a.curve.knees.gamma); },
            .none = noKnee,
            .detail =
                [](const Analysis& a) {
                    return fmt::format("γ = {}", words::number(a.scenario.assumptions.knee_gamma));
                },
            .text = kneePlace,
        },
        Metric{
            .id = "knee_curvature",
            .label = "Maximum curvature of the speedup",
            .symbol = "K",
            .better = Better::higher,
            .needs_a_run = true,
            .help = "The number of replicas at which the speedup curve bends away from the ideal most sharply.",
            .formula = "argmax of the curvature of log S over log K",
            .computed_by = "model/analysis/knees.cpp: findKnees",
            .source = simulator,
            .value = [](const Analysis& a) { return workersOf(a.curve.knees.curvature); },
            .none = noKnee,
            .text = kneePlace,
        },
    };
    return records;
}

} // namespace kneepoint::results
