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
        of<&StepReport::gradient_bytes>({MetricGroup::bytes, "gradient_bytes", "Gradients per synchronization",
            {Unit::bytes, Better::lower}, "Payload of one gradient synchronization, per GPU.",
            {"parameters per GPU × bytes per gradient", "model/job/placement.cpp: placementOf", two_way}}),
        of<&StepReport::network_bytes>({MetricGroup::bytes, "network_bytes", "Gradient traffic per step",
            {Unit::bytes, Better::lower},
            "Bytes that gradient synchronization sends and receives per GPU and step, on average over pipeline stages.",
            {"2·(K − 1)/K × gradients for a ring", "model/step/step_model.cpp: evaluate", two_way}}),
        sent<LinkLevel::node>(
            {MetricGroup::bytes, "node_bytes", "Sent inside nodes per step", {Unit::bytes, Better::lower},
                "Bytes sent inside a node per GPU and step, on average over all GPUs and pipeline stages.",
                {.computed_by = "model/cost/traffic.cpp: LinkTraffic::of", .source = topology}}),
        sent<LinkLevel::leaf>(
            {MetricGroup::bytes, "leaf_bytes", "Sent between nodes per step", {Unit::bytes, Better::lower},
                "Bytes sent between nodes under one leaf switch per GPU and step, on average over all GPUs and "
                "pipeline stages.",
                {.computed_by = "model/cost/traffic.cpp: LinkTraffic::of", .source = topology}}),
        sent<LinkLevel::spine>(
            {MetricGroup::bytes, "spine_bytes", "Sent beyond the leaf per step", {Unit::bytes, Better::lower},
                "Bytes sent through the spine per GPU and step, on average over all GPUs and pipeline stages.",
                {.computed_by = "model/cost/traffic.cpp: LinkTraffic::of", .source = topology}}),
        of<[](const StepReport& step) { return step.memory.total(); }>(
            {MetricGroup::bytes, "memory_bytes", "Memory per GPU", {Unit::bytes, Better::lower, Prominence::summary},
                "Memory needed on the fullest GPU: weights, gradients, optimizer state, activations, buffers.",
                {.computed_by = "model/cost/memory.cpp: memoryUse",
                    .source = "Korthikanti et al. 2022; Rajbhandari et al. 2020"},
                {.interval = memoryInterval}}),
        plain({MetricGroup::bytes, "fit_probability", "Probability of fitting in memory", {Unit::ratio, Better::higher},
            "From the errors of memory predictions against measurements. 50 % if the prediction equals the capacity.",
            {"Φ(ln(capacity / needed) / σ)", "model/cost/fit_chance.cpp: fitChance",
                "errors of measured memory, each series left out (docs/validation.md)"},
            {.value = [](const Analysis& a) { return probabilityOfFitting(a.scenario, a.step); },
                .none = [](const Analysis&) { return std::string("unknown at the textbook level"); },
                .text = chanceText,
                .of_step = probabilityOfFitting}}),
        of<[](const StepReport& step) { return step.memory.capacity; }>({MetricGroup::bytes, "memory_capacity_bytes",
            "Memory capacity", {Unit::bytes, Better::higher}, "Memory per GPU as its driver reports it.",
            {.computed_by = "model/cost/memory.cpp: memoryUse"}, {.text = memorySizeText}}),
        ofStep<[](const Scenario& s, const StepReport& step) {
            return step.memory.host * std::min(s.cluster.gpus, s.cluster.gpus_per_node);
        }>({MetricGroup::bytes, "host_memory_bytes", "Offloaded, per node", {Unit::bytes, Better::lower},
            "Host memory that a node needs for what is offloaded, by the GPUs of its fullest stage.",
            {.computed_by = "model/cost/memory.cpp: memoryUse", .source = "Ren et al. 2021, ZeRO-Offload"}}),
        ofStep<[](const Scenario& s, const StepReport&) { return trainedParameters(s.workload); }>(
            {MetricGroup::training, "trained_parameters", "Trained parameters", {Unit::count},
                "All parameters of the model, those of its adapters if the weights are frozen (LoRA), or all but the "
                "first layers that are.",
                {"N, or Σ r·(in + out) over the adapted matrices", "model/job/adapters.cpp: trainedOfStages",
                    "Hu et al. 2021, LoRA"},
                {.applies = &hasTokens}}),
        ofRun<&Training::steps>({MetricGroup::training, "training_steps", "Steps", {Unit::count},
            "Optimizer steps of the whole run.",
            {.formula = "tokens / (B × sequence length) / sample efficiency, or as chosen", .source = calculation}}),
        ofRun<&Training::time_s>({MetricGroup::training, "training_time_s", "Time to train",
            {Unit::hours, Better::lower, Prominence::headline, FollowsStep::proportionally},
            "Wall-clock time of the whole run, including failures if they are enabled.",
            {.formula = "steps × T / goodput", .source = calculation}, {.needs_a_run = true}}),
        ofRun<&Training::gpu_hours>({MetricGroup::training, "gpu_hours", "GPU hours",
            {Unit::count, Better::lower, Prominence::detail, FollowsStep::proportionally},
            "GPU hours of the whole run.", {.formula = "time to train × GPUs", .source = calculation},
            {.needs_a_run = true}}),
        ofRun<&Training::cost>({MetricGroup::training, "cost", "Cost of the run",
            {Unit::dollars, Better::lower, Prominence::headline, FollowsStep::proportionally},
            "GPU hours times the price of a GPU hour. List prices include network, storage and power; staff is not "
            "included.",
            {.formula = "GPU hours × price per GPU hour", .source = calculation},
            {.needs_a_run = true, .detail = costRangeText}}),
        ofRun<&Training::energy_j>({MetricGroup::training, "energy_j", "Energy of the run",
            {Unit::joules, Better::lower, Prominence::summary, FollowsStep::proportionally},
            "Energy of the site over the whole run: GPUs at the given power, the rest of their nodes, and cooling by "
            "the PUE.",
            {.formula = "time to train × power of the site", .source = calculation}, {.needs_a_run = true}}),
        ofStep<joulesPerToken>({MetricGroup::training, "joules_per_token", "Joules per token",
            {Unit::none, Better::lower, Prominence::detail, FollowsStep::proportionally},
            "Energy of the site per training token, as for the whole run.",
            {"power of the site / tokens per second", "model/analysis/throughput.cpp: joulesPerToken", calculation},
            {.needs_a_run = true,
                .applies = [](const Scenario& s) { return s.workload.kind == ModelKind::transformer; }}}),
        ofStep<[](const Scenario& s, const StepReport& step) {
            return statisticalEfficiency(step.global_batch, s.workload.critical_batch);
        }>({MetricGroup::training, "statistical_efficiency", "Sample efficiency", {Unit::ratio, Better::higher},
            "Fraction of the examples that still help at this global batch; 100 % if no critical batch size is set.",
            {"1/(1 + B/B_crit)", "model/analysis/training.cpp: statisticalEfficiency", critical_batch}}),
        ofStep<[](const Scenario& s, const StepReport& step) { return goodput(reliabilityOf(s), step.gpus).share; }>(
            {MetricGroup::training, "goodput", "Goodput", {Unit::ratio, Better::higher},
                "Fraction of wall-clock time spent on work that is kept; the rest goes to checkpoints, lost work and "
                "restarts.",
                {"τ/(M·e^(R/M)·(e^((τ + c)/M) − 1))", "model/cost/failures.cpp: keptShare", "Young 1974; Daly 2006"}}),
        ofStep<&usefulExamplesPerSecond>({MetricGroup::training, "useful_per_s", "Useful examples per second",
            {Unit::examples_per_second, Better::higher, Prominence::detail, FollowsStep::inversely},
            "Throughput counting only useful examples and productive time.",
            {"examples per second × sample efficiency × goodput",
                "model/analysis/training.cpp: usefulExamplesPerSecond", critical_batch},
            {.needs_a_run = true}}),
        ofStep<&usefulExamplesPerDollar>({MetricGroup::training, "useful_per_dollar", "Useful examples per dollar",
            {Unit::count, Better::higher, Prominence::detail, FollowsStep::inversely},
            "Useful examples per dollar of GPU time; per GPU hour if no price is set.",
            {"useful examples per second × 3600 / (GPUs × price)",
                "model/analysis/training.cpp: usefulExamplesPerDollar", critical_batch},
            {.needs_a_run = true}}),
    };
    return records;
}

} // namespace kneepoint::results
