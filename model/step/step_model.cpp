// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/step/step_model.h"

#include "model/cost/operations.h"
#include "model/cost/stragglers.h"
#include "model/scenario/own_runs.h"
#include "model/scenario/scenario.h"
#include "model/step/hiding.h"
#include "model/step/kernel_step.h"
#include "model/step/synchronisation.h"
#include "model/step/textbook_step.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace kneepoint {
namespace {

double exposedTotal(const StepReport& r)
{
    double sum = 0;
    for (const PartTime& part : r.parts)
        sum += part.exposed_s;
    return sum;
}

void addWork(StepReport& r, const Scenario& s, const MemoryUse& memory)
{
    const Workload& w = s.workload;
    r.workers = workers(s);
    r.gpus = std::max(s.cluster.gpus, gpusPerReplica(s));
    r.microbatch = w.batch_per_gpu;
    r.microbatches = s.plan.accumulation;
    r.global_batch = w.batch_per_gpu * s.plan.accumulation * r.workers;
    r.step_flops = w.batch_per_gpu * s.plan.accumulation * flopsPerExample(s);
    r.hardware_flops = r.step_flops * recomputeFactor(s);
    r.memory = memory;
    r.precision_used = nativePrecision(s.cluster, w.precision);
    r.roof.peak_flops = s.cluster.peak[static_cast<std::size_t>(r.precision_used)];
    r.roof.memory_bandwidth = s.cluster.memory_bandwidth;
}

/// Expected wait for the slowest GPU, in addition to each GPU's own mean loss; none without a barrier.
void addWaits(StepReport& r, const Scenario& s)
{
    const Assumptions& assume = s.assumptions;
    if (assume.stragglers)
        r.p_any_slow = anySlowProbability(r.gpus, assume.straggler_probability);
    if (s.plan.synchronisation == Synchronisation::parameter_server || r.gpus <= 1)
        return;
    r.part(Part::delay).exposed_s += assume.sync_delay_s;
    if (const double share = driftShare(s, r.gpus); share > 0)
        r.part(Part::straggler).exposed_s = exposedTotal(r) * share;
    if (!assume.stragglers)
        return;
    const double busy = r.compute_s + r.part(Part::tensor_comm).exposed_s + r.part(Part::expert_comm).exposed_s
        + r.part(Part::context_comm).exposed_s + r.part(Part::pipeline_comm).exposed_s + r.part(Part::bubble).exposed_s;
    const double slow = assume.straggler_slowdown * std::max(0.0, r.p_any_slow - assume.straggler_probability);
    const double spread = assume.jitter > 0 ? assume.jitter * expectedSlowest(r.gpus) : 0;
    r.part(Part::straggler).exposed_s += busy * (slow + spread);
}

/// Loading overlaps with everything else in the step.
void addInput(StepReport& r, const Scenario& s)
{
    if (!s.assumptions.input_limited)
        return;
    const double load_s = s.workload.batch_per_gpu * s.plan.accumulation / s.cluster.loader_rate;
    r.part(Part::input) = hiddenBehind(load_s, exposedTotal(r), s.assumptions.input_overlap);
}

/// The resource that is busy longest, hidden or not: with perfect overlap it determines the step. Beside a sustained
/// rate, launches and memory show only where they exceed it; among kernels all three are there, and the longest counts.
Bound dominant(const StepReport& r, bool kernels)
{
    const auto exposed = [&](Part part) { return r.part(part).exposed_s; };
    const std::pair<double, Bound> rivals[] = {
        {r.comm_s, Bound::communication},
        {r.load_s, Bound::input},
        {exposed(Part::bubble), Bound::bubble},
        {exposed(Part::straggler) + exposed(Part::delay), Bound::straggler},
    };
    const auto longest = std::ranges::max(rivals, {}, &std::pair<double, Bound>::first);
    if (longest.first > r.compute_s)
        return longest.second;
    const double rest = kernels ? exposed(Part::compute) : 0;
    if (exposed(Part::launch) > (kernels ? std::max(rest, exposed(Part::memory)) : 0))
        return Bound::overhead;
    return exposed(Part::memory) > rest ? Bound::memory : Bound::compute;
}

} // namespace

double driftShare(const Scenario& s, double gpus)
{
    if (s.plan.synchronisation == Synchronisation::parameter_server || gpus <= 1)
        return 0;
    const double drifting = std::min(workers(s) * s.plan.context_parallel, gpus / gpus_in_step);
    return drifting > 1 ? s.stack.straggler_slope * std::log2(drifting) : 0;
}

StepReport evaluate(const Scenario& s, const Calibration& calibration)
{
    static constexpr MicroBatch none{};
    return evaluate(s, calibration, atKernelDepth(s) ? microBatch(s, calibration) : none, memoryUse(s));
}

StepReport evaluate(const Scenario& s, const Calibration& calibration, const MicroBatch& one, const MemoryUse& memory)
{
    if (isCalibrated(s))
        return evaluate(withOwnRuns(s), calibration, one, memory);
    StepReport r;
    addWork(r, s, memory);
    if (atKernelDepth(s)) {
        addKernels(r, s, one, calibration);
    } else {
        addTextbook(r, s, calibration.law);
    }
    addSynchronisation(r, s, calibration);
    addWaits(r, s);
    addInput(r, s);
    for (const Part part : communication_parts)
        r.comm_s += r.part(part).total_s();
    r.load_s = r.part(Part::input).total_s();
    r.gamma = r.comm_s / r.compute_s;
    r.step_s = exposedTotal(r);
    r.bound = dominant(r, atKernelDepth(s));
    return r;
}

} // namespace kneepoint
