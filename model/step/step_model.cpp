// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/step/step_model.h"

#include "model/cost/operations.h"
#include "model/scenario/own_runs.h"
#include "model/scenario/scenario.h"
#include "model/step/hiding.h"
#include "model/step/kernel_step.h"
#include "model/step/synchronization.h"
#include "model/step/textbook_step.h"
#include "model/step/waits.h"

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

void addWaits(StepReport& r, const Waits& waits)
{
    r.p_any_slow = waits.p_any_slow;
    r.part(Part::delay).exposed_s += waits.delay_s;
    if (waits.drift > 0)
        r.part(Part::straggler).exposed_s = exposedTotal(r) * waits.drift;
    const double busy = r.compute_s + r.part(Part::tensor_comm).exposed_s + r.part(Part::expert_comm).exposed_s
        + r.part(Part::context_comm).exposed_s + r.part(Part::pipeline_comm).exposed_s + r.part(Part::bubble).exposed_s;
    r.part(Part::straggler).exposed_s += busy * waits.slow;
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
    const Waits waits = waitsOf(s, r.gpus);
    if (atKernelDepth(s)) {
        addFirstStage(r, s, one);
        const GradientSync sync = gradientSync(s, r, calibration);
        addKernels(r, s, one, sync, waits);
        addSynchronization(r, s, sync);
    } else {
        addTextbook(r, s, calibration.law);
        addSynchronization(r, s, gradientSync(s, r, calibration));
    }
    addWaits(r, waits);
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
