// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/throughput.h"
#include "model/results/metric_fields.h"

#include <array>

namespace kneepoint::results {
namespace {

constexpr auto article = "Distributed roofline, section 1";

template <auto field> constexpr Metric ofRoof(Metric m)
{
    m.computed_by = "model/step/step_model.cpp: evaluate";
    return of<[](const StepReport& step) { return step.roof.*field; }>(m);
}

constexpr Metric ofComputeRoof(Metric m)
{
    m = ofStep<[](const Scenario& s, const StepReport& step) { return roofline(s, step).roof.sustained_flops; }>(m);
    m.value = [](const Analysis& a) -> std::optional<double> { return a.roofline.roof.sustained_flops; };
    m.computed_by = "model/analysis/roofline.cpp: roofline";
    return m;
}

} // namespace

std::span<const Metric> ofRooflines()
{
    static constexpr std::array records{
        ofRoof<&Roof::peak_flops>({
            .id = "peak_flops",
            .group = MetricGroup::roofs,
            .label = "Dense peak",
            .unit = Unit::flops_per_second,
            .better = Better::higher,
            .help = "Dense peak of the precision used, per GPU.",
            .source = article,
        }),
        ofComputeRoof({
            .id = "sustained_flops",
            .group = MetricGroup::roofs,
            .label = "Compute roof",
            .unit = Unit::flops_per_second,
            .better = Better::higher,
            .help = "Sustained GEMM throughput, per GPU; where most of the step's arithmetic is faster than its GEMMs, "
                    "the rate of all of it.",
            .formula = "peak × sustained efficiency",
            .source = article,
        }),
        ofRoof<&Roof::memory_bandwidth>({
            .id = "memory_bandwidth",
            .group = MetricGroup::roofs,
            .label = "Memory bandwidth",
            .unit = Unit::bytes_per_second,
            .better = Better::higher,
            .help = "HBM bandwidth per GPU.",
            .source = article,
        }),
        ofRoof<&Roof::network_bandwidth>({
            .id = "network_bandwidth",
            .group = MetricGroup::roofs,
            .label = "Network bandwidth",
            .unit = Unit::bytes_per_second,
            .better = Better::higher,
            .help = "Bandwidth available to gradient synchronization, per GPU.",
            .source = article,
        }),
        ofRoofline<&Roofline::memory_ridge>({
            .id = "memory_ridge",
            .group = MetricGroup::ridges,
            .label = "Memory ridge point (AI)",
            .unit = Unit::flops_per_byte,
            .help = "Below this arithmetic intensity, HBM bandwidth is the limit.",
            .formula = "compute roof / memory bandwidth",
            .source = article,
        }),
        ofRoofline<&Roofline::network_ridge>({
            .id = "network_ridge",
            .group = MetricGroup::ridges,
            .label = "Network ridge point (CI)",
            .unit = Unit::flops_per_byte,
            .help = "Below this communication intensity, the network is the limit.",
            .formula = "compute roof / network bandwidth",
            .source = article,
        }),
        ofRoofline<&Roofline::crossover_tokens>({
            .id = "crossover_tokens",
            .group = MetricGroup::ridges,
            .label = "Network-bound below, per replica and step",
            .unit = Unit::tokens,
            .better = Better::lower,
            .help = "Tokens per replica and step below which gradient synchronization is the limit; 0 without network "
                    "traffic.",
            .formula = "tokens × network ridge / CI",
            .source = article,
            .applies = &hasTokens,
        }),
        ofRoof<&Roof::arithmetic_intensity>({
            .id = "arithmetic_intensity",
            .group = MetricGroup::operating_point,
            .label = "Arithmetic intensity",
            .symbol = "AI",
            .unit = Unit::flops_per_byte,
            .better = Better::higher,
            .help = "FLOPs per byte of HBM traffic.",
            .formula = "AI = FLOPs / HBM bytes",
            .source = article,
        }),
        ofRoof<&Roof::communication_intensity>({
            .id = "communication_intensity",
            .group = MetricGroup::operating_point,
            .label = "Communication intensity",
            .symbol = "CI",
            .unit = Unit::flops_per_byte,
            .better = Better::higher,
            .help = "FLOPs per byte of gradients sent and received; 0 without network traffic.",
            .formula = "CI = FLOPs / gradient bytes on the network",
            .source = article,
        }),
        of<[](const StepReport& step) { return attainableRate(step.roof).memory_ceiling; }>({
            .id = "memory_ceiling",
            .group = MetricGroup::operating_point,
            .label = "Memory bandwidth × AI",
            .unit = Unit::flops_per_second,
            .better = Better::higher,
            .help = "FLOP/s that HBM could feed at this arithmetic intensity.",
            .formula = "memory bandwidth × AI",
            .computed_by = "model/analysis/roofline.cpp: attainableRate",
            .source = article,
        }),
        of<[](const StepReport& step) { return attainableRate(step.roof).network_ceiling; }>({
            .id = "network_ceiling",
            .group = MetricGroup::operating_point,
            .label = "Network bandwidth × CI",
            .unit = Unit::flops_per_second,
            .better = Better::higher,
            .help = "FLOP/s that gradient synchronization could keep up with; 0 without network traffic.",
            .formula = "network bandwidth × CI",
            .computed_by = "model/analysis/roofline.cpp: attainableRate",
            .source = article,
        }),
        ofRoofline<&Roofline::attainable_flops>({
            .id = "attainable_flops",
            .group = MetricGroup::operating_point,
            .label = "Attainable",
            .unit = Unit::flops_per_second,
            .better = Better::higher,
            .help = "The lowest of the three roofs at the operating point, per GPU.",
            .formula = "min(compute roof, memory bandwidth × AI, network bandwidth × CI)",
            .source = article,
        }),
        ofStep<&achievedFlops>({
            .id = "achieved_flops",
            .group = MetricGroup::operating_point,
            .label = "Achieved",
            .unit = Unit::flops_per_second,
            .better = Better::higher,
            .follows_step = FollowsStep::inversely,
            .needs_a_run = true,
            .help = "Model FLOPs per second, per GPU.",
            .formula = "model FLOPs / (GPUs × T)",
            .computed_by = "model/analysis/throughput.cpp: achievedFlops",
            .source = article,
        }),
    };
    return records;
}

} // namespace kneepoint::results
