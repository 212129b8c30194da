// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/throughput.h"
#include "model/results/metric_fields.h"

#include <array>

namespace kneepoint::results {
namespace {

constexpr auto article = "Distributed roofline, section 1";

template <auto field> constexpr Metric ofRoof(const Figure& figure)
{
    Metric m = of<[](const StepReport& step) { return step.roof.*field; }>(figure);
    m.computed_by = "model/step/step_model.cpp: evaluate";
    return m;
}

constexpr Metric ofComputeRoof(const Figure& figure)
{
    Metric m = ofStep<[](const Scenario& s, const StepReport& step) { return roofline(s, step).roof.sustained_flops; }>(
        figure);
    m.value = [](const Analysis& a) -> std::optional<double> { return a.roofline.roof.sustained_flops; };
    m.computed_by = "model/analysis/roofline.cpp: roofline";
    return m;
}

} // namespace

std::span<const Metric> ofRooflines()
{
    static constexpr std::array records{
        ofRoof<&Roof::peak_flops>(
            {MetricGroup::roofs, "peak_flops", "Dense peak", {Unit::flops_per_second, Better::higher},
                "Dense peak of the precision used, per GPU.", {.source = article}}),
        ofComputeRoof({MetricGroup::roofs, "sustained_flops", "Compute roof", {Unit::flops_per_second, Better::higher},
            "Sustained GEMM throughput, per GPU; where most of the step's arithmetic is faster than its GEMMs, the "
            "rate of all of it.",
            {.formula = "peak × sustained efficiency", .source = article}}),
        ofRoof<&Roof::memory_bandwidth>({MetricGroup::roofs, "memory_bandwidth", "Memory bandwidth",
            {Unit::bytes_per_second, Better::higher}, "HBM bandwidth per GPU.", {.source = article}}),
        ofRoof<&Roof::network_bandwidth>(
            {MetricGroup::roofs, "network_bandwidth", "Network bandwidth", {Unit::bytes_per_second, Better::higher},
                "Bandwidth available to gradient synchronization, per GPU.", {.source = article}}),
        ofRoofline<&Roofline::memory_ridge>({MetricGroup::ridges, "memory_ridge", "Memory ridge point (AI)",
            {Unit::flops_per_byte}, "Below this arithmetic intensity, HBM bandwidth is the limit.",
            {.formula = "compute roof / memory bandwidth", .source = article}}),
        ofRoofline<&Roofline::network_ridge>({MetricGroup::ridges, "network_ridge", "Network ridge point (CI)",
            {Unit::flops_per_byte}, "Below this communication intensity, the network is the limit.",
            {.formula = "compute roof / network bandwidth", .source = article}}),
        ofRoofline<&Roofline::crossover_tokens>({MetricGroup::ridges, "crossover_tokens",
            "Network-bound below, per replica and step", {Unit::tokens, Better::lower},
            "Tokens per replica and step below which gradient synchronization is the limit; 0 without network traffic.",
            {.formula = "tokens × network ridge / CI", .source = article}, {.applies = &hasTokens}}),
        ofRoof<&Roof::arithmetic_intensity>({MetricGroup::operating_point, "arithmetic_intensity",
            "Arithmetic intensity", {Unit::flops_per_byte, Better::higher}, "FLOPs per byte of HBM traffic.",
            {.formula = "AI = FLOPs / HBM bytes", .source = article}, {.symbol = "AI"}}),
        ofRoof<&Roof::communication_intensity>({MetricGroup::operating_point, "communication_intensity",
            "Communication intensity", {Unit::flops_per_byte, Better::higher},
            "FLOPs per byte of gradients sent and received; 0 without network traffic.",
            {.formula = "CI = FLOPs / gradient bytes on the network", .source = article}, {.symbol = "CI"}}),
        of<[](const StepReport& step) { return attainableRate(step.roof).memory_ceiling; }>(
            {MetricGroup::operating_point, "memory_ceiling", "Memory bandwidth × AI",
                {Unit::flops_per_second, Better::higher}, "FLOP/s that HBM could feed at this arithmetic intensity.",
                {"memory bandwidth × AI", "model/analysis/roofline.cpp: attainableRate", article}}),
        of<[](const StepReport& step) { return attainableRate(step.roof).network_ceiling; }>(
            {MetricGroup::operating_point, "network_ceiling", "Network bandwidth × CI",
                {Unit::flops_per_second, Better::higher},
                "FLOP/s that gradient synchronization could keep up with; 0 without network traffic.",
                {"network bandwidth × CI", "model/analysis/roofline.cpp: attainableRate", article}}),
        ofRoofline<&Roofline::attainable_flops>({MetricGroup::operating_point, "attainable_flops", "Attainable",
            {Unit::flops_per_second, Better::higher}, "The lowest of the three roofs at the operating point, per GPU.",
            {.formula = "min(compute roof, memory bandwidth × AI, network bandwidth × CI)", .source = article}}),
        ofStep<&achievedFlops>({MetricGroup::operating_point, "achieved_flops", "Achieved",
            {Unit::flops_per_second, Better::higher, Prominence::detail, FollowsStep::inversely},
            "Model FLOPs per second, per GPU.",
            {"model FLOPs / (GPUs × T)", "model/analysis/throughput.cpp: achievedFlops", article},
            {.needs_a_run = true}}),
    };
    return records;
}

} // namespace kneepoint::results
