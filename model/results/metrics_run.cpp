// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/throughput.h"
#include "model/catalogue/prices.h"
#include "model/cost/fit_chance.h"
#include "model/cost/operations.h"
#include "model/job/adapters.h"
#include "model/job/reliability.h"
#include "model/presets/memory_size.h"
#include "model/results/metric_fields.h"
#include "model/scenario/scenario.h"
#include "model/search/auto_plan.h"

#include <array>
#include <fmt/format.h>

namespace kneepoint::results {
namespace {

constexpr auto calculation = "Network bottleneck calculation, step 6";
constexpr auto two_way = "Distributed roofline, section 1";
constexpr auto topology = "Communication bottlenecks and scaling limits";
constexpr auto critical_batch = "McCandlish et al. 2018, An Empirical Model of Large-Batch Training";

/// Its errors were learned from predictions at kernel depth.
std::optional<double> probabilityOfFitting(const Scenario& s, const StepReport& step)
{
    return atKernelDepth(s) ? std::optional(fitChance(step.memory)) : std::nullopt;
}

std::optional<Interval> memoryInterval(const Analysis& a)
{
    const double needed = a.step.memory.total();
    if (!atKernelDepth(a.scenario) || needed <= 0)
        return {};
    const double factor = memoryIntervalFactor(a.step.memory);
    return Interval{needed / factor, needed * factor};
}

/// "$5.1M to $10.2M by list price"; empty if the price is not the list's, or the list has no range.
std::string costRangeText(const Analysis& a)
{
    const Cluster& c = a.scenario.cluster;
    const std::optional<PriceRange> range = shippedPrices().rangePerGpuHour(c);
    if (!range || !isListed(c, shippedPrices()) || !(range->high > range->low))
        return {};
    const double hours = a.training.gpu_hours;
    return fmt::format("{} to {} by list price", formatQuantity(hours * range->low, Unit::dollars),
        formatQuantity(hours * range->high, Unit::dollars));
}

} // namespace

std::span<const Metric> ofRuns()
{
    static constexpr std::array records{
        of<&StepReport::gradient_bytes>({
            .id = "gradient_bytes",
            .group = MetricGroup::bytes,
            .label = "Gradients per synchronization",
            .unit = Unit::bytes,
            .better = Better::lower,
            .help = "Payload of one gradient synchronization, per GPU.",
            .formula = "parameters per GPU × bytes per gradient",
            .computed_by = "model/job/placement.cpp: placementOf",
            .source = two_way,
        }),
        of<&StepReport::network_bytes>({
            .id = "network_bytes",
            .group = MetricGroup::bytes,
            .label = "Gradient traffic per step",
            .unit = Unit::bytes,
            .better = Better::lower,
            .help = "Bytes that gradient synchronization sends and receives per GPU and step, on average over pipeline "
                    "stages.",
            .formula = "2·(K − 1)/K × gradients for a ring",
            .computed_by = "model/step/step_model.cpp: evaluate",
            .source = two_way,
        }),
        sent<LinkLevel::node>({
            .id = "node_bytes",
            .group = MetricGroup::bytes,
            .label = "Sent inside nodes per step",
            .unit = Unit::bytes,
            .better = Better::lower,
            .help = "Bytes sent inside a node per GPU and step, on average over all GPUs and pipeline stages.",
            .computed_by = "model/cost/traffic.cpp: LinkTraffic::of",
            .source = topology,
        }),
        sent<LinkLevel::leaf>({
            .id = "leaf_bytes",
            .group = MetricGroup::bytes,
            .label = "Sent between nodes per step",
            .unit = Unit::bytes,
            .better = Better::lower,
            .help = "Bytes sent between nodes under one leaf switch per GPU and step, on average over all GPUs and "
                    "pipeline stages.",
            .computed_by = "model/cost/traffic.cpp: LinkTraffic::of",
            .source = topology,
        }),
        sent<LinkLevel::spine>({
            .id = "spine_bytes",
            .group = MetricGroup::bytes,
            .label = "Sent beyond the leaf per step",
            .unit = Unit::bytes,
            .better = Better::lower,
            .help = "Bytes sent through the spine per GPU and step, on average over all GPUs and pipeline stages.",
            .computed_by = "model/cost/traffic.cpp: LinkTraffic::of",
            .source = topology,
        }),
        [] {
            Metric m = of<[](const StepReport& step) { return step.memory.total(); }>({
                .id = "memory_bytes",
                .group = MetricGroup::bytes,
                .label = "Memory per GPU",
                .unit = Unit::bytes,
                .better = Better::lower,
                .prominence = Prominence::summary,
                .help = "Memory needed on the fullest GPU: weights, gradients, optimizer state, activations, buffers.",
                .computed_by = "model/cost/memory.cpp: memoryUse",
                .source = "Korthikanti et al. 2022; Rajbhandari et al. 2020",
            });
            m.interval = memoryInterval;
            return m;
        }(),
        Metric{
            .id = "fit_probability",
            .group = MetricGroup::bytes,
            .label = "Probability of fitting in memory",
            .unit = Unit::ratio,
            .better = Better::higher,
            .help = "From the errors of memory predictions against measurements. 50 % if the prediction equals the "
                    "capacity.",
            .formula = "Φ(ln(capacity / needed) / σ)",
            .computed_by = "model/cost/fit_chance.cpp: fitChance",
            .source = "errors of measured memory, each series left out (docs/validation.md)",
            .value = [](const Analysis& a) { return probabilityOfFitting(a.scenario, a.step); },
            .none = [](const Analysis&) { return std::string("unknown at the textbook level"); },
            .text = chanceText,
            .of_step = probabilityOfFitting,
        },
        of<[](const StepReport& step) { return step.memory.capacity; }>({
            .id = "memory_capacity_bytes",
            .group = MetricGroup::bytes,
            .label = "Memory capacity",
            .unit = Unit::bytes,
            .better = Better::higher,
            .help = "Memory per GPU as its driver reports it.",
            .computed_by = "model/cost/memory.cpp: memoryUse",
            .text = memorySizeText,
        }),
        ofStep<[](const Scenario& s, const StepReport& step) {
            return step.memory.host * std::min(s.cluster.gpus, s.cluster.gpus_per_node);
        }>({
            .id = "host_memory_bytes",
            .group = MetricGroup::bytes,
            .label = "Offloaded, per node",
            .unit = Unit::bytes,
            .better = Better::lower,
            .help = "Host memory that a node needs for what is offloaded, by the GPUs of its fullest stage.",
            .computed_by = "model/cost/memory.cpp: memoryUse",
            .source = "Ren et al. 2021, ZeRO-Offload",
        }),
        ofStep<[](const Scenario& s, const StepReport&) { return trainedParameters(s.workload); }>({
            .id = "trained_parameters",
            .group = MetricGroup::training,
            .label = "Trained parameters",
            .unit = Unit::count,
            .help = "All parameters of the model, those of its adapters if the weights are frozen (LoRA), or all but "
                    "the first layers that are.",
            .formula = "N, or Σ r·(in + out) over the adapted matrices",
            .computed_by = "model/job/adapters.cpp: trainedOfStages",
            .source = "Hu et al. 2021, LoRA",
            .applies = &hasTokens,
        }),
        ofRun<&Training::steps>({
            .id = "training_steps",
            .group = MetricGroup::training,
            .label = "Steps",
            .unit = Unit::count,
            .help = "Optimizer steps of the whole run.",
            .formula = "tokens / (B × sequence length) / sample efficiency, or as chosen",
            .source = calculation,
        }),
        ofRun<&Training::time_s>({
            .id = "training_time_s",
            .group = MetricGroup::training,
            .label = "Time to train",
            .unit = Unit::hours,
            .better = Better::lower,
            .prominence = Prominence::headline,
            .follows_step = FollowsStep::proportionally,
            .needs_a_run = true,
            .help = "Wall-clock time of the whole run, including failures if they are enabled.",
            .formula = "steps × T / goodput",
            .source = calculation,
        }),
        ofRun<&Training::gpu_hours>({
            .id = "gpu_hours",
            .group = MetricGroup::training,
            .label = "GPU hours",
            .unit = Unit::count,
            .better = Better::lower,
            .follows_step = FollowsStep::proportionally,
            .needs_a_run = true,
            .help = "GPU hours of the whole run.",
            .formula = "time to train × GPUs",
            .source = calculation,
        }),
        [] {
            Metric m = ofRun<&Training::cost>({
                .id = "cost",
                .group = MetricGroup::training,
                .label = "Cost of the run",
                .unit = Unit::dollars,
                .better = Better::lower,
                .prominence = Prominence::headline,
                .follows_step = FollowsStep::proportionally,
                .needs_a_run = true,
                .help = "GPU hours times the price of a GPU hour. List prices include network, storage and power; "
                        "staff is not included.",
                .formula = "GPU hours × price per GPU hour",
                .source = calculation,
            });
            m.detail = costRangeText;
            return m;
        }(),
        ofRun<&Training::energy_j>({
            .id = "energy_j",
            .group = MetricGroup::training,
            .label = "Energy of the run",
            .unit = Unit::joules,
            .better = Better::lower,
            .prominence = Prominence::summary,
            .follows_step = FollowsStep::proportionally,
            .needs_a_run = true,
            .help = "Energy of the site over the whole run: GPUs at the given power, the rest of their nodes, and "
                    "cooling by the PUE.",
            .formula = "time to train × power of the site",
            .source = calculation,
        }),
        ofStep<joulesPerToken>({
            .id = "joules_per_token",
            .group = MetricGroup::training,
            .label = "Joules per token",
            .better = Better::lower,
            .follows_step = FollowsStep::proportionally,
            .needs_a_run = true,
            .help = "Energy of the site per training token, as for the whole run.",
            .formula = "power of the site / tokens per second",
            .computed_by = "model/analysis/throughput.cpp: joulesPerToken",
            .source = calculation,
            .applies = [](const Scenario& s) { return s.workload.kind == ModelKind::transformer; },
        }),
        ofStep<[](const Scenario& s, const StepReport& step) {
            return statisticalEfficiency(step.global_batch, s.workload.critical_batch);
        }>({
            .id = "statistical_efficiency",
            .group = MetricGroup::training,
            .label = "Sample efficiency",
            .unit = Unit::ratio,
            .better = Better::higher,
            .help = "Fraction of the examples that still help at this global batch; 100 % if no critical batch size is "
                    "set.",
            .formula = "1/(1 + B/B_crit)",
            .computed_by = "model/analysis/training.cpp: statisticalEfficiency",
            .source = critical_batch,
        }),
        ofStep<[](const Scenario& s, const StepReport& step) { return goodput(reliabilityOf(s), step.gpus).share; }>({
            .id = "goodput",
            .group = MetricGroup::training,
            .label = "Goodput",
            .unit = Unit::ratio,
            .better = Better::higher,
            .help = "Fraction of wall-clock time spent on work that is kept; the rest goes to checkpoints, lost work "
                    "and restarts.",
            .formula = "τ/(M·e^(R/M)·(e^((τ + c)/M) − 1))",
            .computed_by = "model/cost/failures.cpp: keptShare",
            .source = "Young 1974; Daly 2006",
        }),
        ofStep<&usefulExamplesPerSecond>({
            .id = "useful_per_s",
            .group = MetricGroup::training,
            .label = "Useful examples per second",
            .unit = Unit::examples_per_second,
            .better = Better::higher,
            .follows_step = FollowsStep::inversely,
            .needs_a_run = true,
            .help = "Throughput counting only useful examples and productive time.",
            .formula = "examples per second × sample efficiency × goodput",
            .computed_by = "model/analysis/training.cpp: usefulExamplesPerSecond",
            .source = critical_batch,
        }),
        ofStep<&usefulExamplesPerDollar>({
            .id = "useful_per_dollar",
            .group = MetricGroup::training,
            .label = "Useful examples per dollar",
            .unit = Unit::count,
            .better = Better::higher,
            .follows_step = FollowsStep::inversely,
            .needs_a_run = true,
            .help = "Useful examples per dollar of GPU time; per GPU hour if no price is set.",
            .formula = "useful examples per second × 3600 / (GPUs × price)",
            .computed_by = "model/analysis/training.cpp: usefulExamplesPerDollar",
            .source = critical_batch,
        }),
    };
    return records;
}

} // namespace kneepoint::results
