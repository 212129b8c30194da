// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/roofline.h"

#include "model/analysis/throughput.h"
#include "model/cost/operations.h"
#include "model/scenario/scenario.h"

#include <algorithm>
#include <array>
#include <limits>

namespace kneepoint {

std::string_view roofBoundId(RoofBound bound)
{
    static constexpr std::array<std::string_view, 3> ids{"compute", "memory", "network"};
    return ids[static_cast<std::size_t>(bound)];
}

AttainableRate attainableRate(const Roof& roof)
{
    AttainableRate rate{roof.memory_bandwidth * roof.arithmetic_intensity,
        roof.network_bandwidth * roof.communication_intensity, roof.sustained_flops};
    if (rate.memory_ceiling < rate.flops) {
        rate.flops = rate.memory_ceiling;
        rate.bound = RoofBound::memory;
    }
    if (rate.network_ceiling > 0 && rate.network_ceiling < rate.flops) {
        rate.flops = rate.network_ceiling;
        rate.bound = RoofBound::network;
    }
    return rate;
}

bool countsMemoryTraffic(const Scenario& s)
{
    if (s.assumptions.compute_model == ComputeModel::kernels && s.workload.kind == ModelKind::transformer)
        return true;
    return s.assumptions.memory_roof && !(s.workload.measured_example_s > 0);
}

OperatingPoint operatingPoint(const Roofline& r)
{
    const double memory = r.roof.arithmetic_intensity;
    const double network = r.roof.communication_intensity;
    const bool at_network = r.bound == RoofBound::network || (r.bound == RoofBound::compute && network > memory);
    return {at_network ? RoofBound::network : RoofBound::memory, at_network ? network : memory, r.achieved_flops,
        r.attainable_flops};
}

namespace {

/// The rate of all arithmetic of a step, without anything that it waits for.
double arithmeticRate(const Scenario& s, const StepReport& step)
{
    const double compute_s = step.part(Part::compute).exposed_s;
    return achievedFlops(s, step) * (compute_s > 0 ? step.step_s / compute_s : 1);
}

} // namespace

Roofline roofline(const Scenario& s, const StepReport& step)
{
    Roofline r;
    r.roof = step.roof;
    const double achieved = achievedFlops(s, step);
    constexpr double rounding = 1 + 1e-9;
    if (achieved > rounding * r.roof.sustained_flops)
        r.roof.sustained_flops = std::max(achieved, arithmeticRate(s, step));
    AttainableRate rate = attainableRate(r.roof);
    Roof limits = r.roof;
    if (!countsMemoryTraffic(s) || achieved > rounding * rate.memory_ceiling)
        limits.memory_bandwidth = std::numeric_limits<double>::infinity();
    if (achieved > rounding * rate.network_ceiling)
        limits.communication_intensity = 0;
    const AttainableRate limited = attainableRate(limits);
    rate.flops = limited.flops;
    rate.bound = limited.bound;
    r.memory_ceiling = rate.memory_ceiling;
    r.network_ceiling = rate.network_ceiling;
    r.attainable_flops = rate.flops;
    r.bound = rate.bound;
    r.achieved_flops = achieved;
    r.memory_ridge = ridgeIntensity(r.roof.sustained_flops, r.roof.memory_bandwidth);
    r.network_ridge = ridgeIntensity(r.roof.sustained_flops, r.roof.network_bandwidth);
    if (r.roof.communication_intensity > 0) {
        const double tokens = step.microbatch * step.microbatches * tokensPerExample(s.workload);
        r.crossover_tokens = tokens * r.network_ridge / r.roof.communication_intensity;
    }
    return r;
}

} // namespace kneepoint
