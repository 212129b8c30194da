// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/step/step_model.h"

#include "model/cost/memory.h"
#include "model/cost/offload.h"
#include "model/cost/operations.h"
#include "model/cost/site_exchange.h"
#include "model/step/hiding.h"
#include "model/step/kernel_step.h"
#include "model/step/synchronization.h"
#include "model/step/textbook_step.h"
#include "model/step/waits.h"

#include <algorithm>
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

void addWork(StepReport& r, const Job& job, const MicroBatch& one, const MemoryUse& memory)
{
    const auto& [setup, l] = job;
    r.workers = l.workers;
    r.gpus = l.gpus;
    r.microbatch = l.layer.examples;
    r.microbatches = l.pipeline.micro_batches;
    r.global_batch = r.microbatch * r.microbatches * r.workers;
    const bool kernels = setup.kernels;
    r.step_flops = r.microbatch * r.microbatches * (kernels ? one.flops_per_example : flopsPerExample(setup.model));
    r.hardware_flops = r.step_flops * (kernels ? one.recompute_factor : recomputeFactor(setup, l.layer.recompute));
    r.memory = memory;
    r.precision_used = setup.format;
    r.roof.peak_flops = setup.peak_flops;
    r.roof.memory_bandwidth = setup.memory_Bps;
}

void addWaits(StepReport& r, const Waits& waits)
{
    r.p_any_slow = waits.p_any_slow;
    r.part(Part::delay).exposed_s += waits.delay_s;
    if (waits.drift > 0)
        r.part(Part::straggler).exposed_s = exposedTotal(r) * waits.drift;
    r.part(Part::straggler).exposed_s += waits.attention * r.attention_s;
    if (waits.slow <= 0)
        return;
    const double busy = r.compute_s + r.part(Part::tensor_comm).exposed_s + r.part(Part::expert_comm).exposed_s
        + r.part(Part::context_comm).exposed_s + r.part(Part::pipeline_comm).exposed_s + r.part(Part::bubble).exposed_s;
    r.part(Part::straggler).exposed_s += busy * waits.slow;
}

/// An update on the host takes at least as long as one on the GPU, which it feeds. What is sent for the passes overlaps
/// with everything else in the step.
void addOffload(StepReport& r, const Job& job)
{
    if (job.placement.state.offload == Offload::none)
        return;
    const OffloadTime time = offloadTime(job);
    PartTime& update = r.part(Part::optimizer);
    update.exposed_s = std::max(update.exposed_s, time.update_s);
    const PartTime stream = hiddenBehind(time.stream_s, exposedTotal(r), 1);
    update.exposed_s += stream.exposed_s;
    update.hidden_s += stream.hidden_s;
}

/// A fragment may take a number of steps, at most until the next one is due; what is left is waited for.
void addSites(StepReport& r, const Job& job)
{
    const SiteSharing& sharing = job.placement.sites;
    if (sharing.sites <= 1)
        return;
    const SiteExchange one = siteExchange(job);
    const double per_step = sharing.fragments / sharing.every;
    const double steps = std::min(sharing.overlap, 1 / per_step);
    const double hidden = per_step * std::min(one.seconds, steps * exposedTotal(r));
    const double exposed = per_step * one.seconds - hidden;
    PartTime& data = r.part(Part::data_comm);
    data.hidden_s += std::min(hidden, std::max(0.0, freeCompute(r, 1) - data.hidden_s));
    data.exposed_s += exposed;
    r.latency_s += std::min(exposed, per_step * one.latency_s);
}

/// Loading overlaps with everything else in the step.
void addInput(StepReport& r, const Setup& setup)
{
    if (!setup.assumptions.input_limited)
        return;
    const double load_s = r.microbatch * r.microbatches / setup.loader_rate;
    r.part(Part::input) = hiddenBehind(load_s, exposedTotal(r), setup.assumptions.input_overlap);
}

/// The resource that is busy longest, hidden or not: with perfect overlap it determines the step. At textbook depth,
/// memory and launch are only what exceeds compute; among kernels, each of the three has its own time, and the longest
/// counts.
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

StepReport evaluate(const Job& job, const MemoryUse& memory)
{
    static constexpr MicroBatch none{};
    return job.setup.kernels ? evaluate(job, microBatch(job), memory) : evaluate(job, none, memory);
}

} // namespace

StepReport evaluate(const Scenario& s, const Calibration& calibration)
{
    const Job job = resolve(s, calibration);
    return evaluate(job, memoryUse(job));
}

double stepSeconds(const Job& job)
{
    static constexpr MemoryUse not_asked{};
    return evaluate(job, not_asked).step_s;
}

StepReport evaluate(const Job& job, const MicroBatch& one, const MemoryUse& memory)
{
    StepReport r;
    addWork(r, job, one, memory);
    const Waits waits = waitsOf(job);
    if (job.setup.kernels) {
        addFirstStage(r, job, one);
        const GradientSync sync = gradientSync(job, r);
        addKernels(r, job, one, sync, waits);
        addSynchronization(r, job, sync);
    } else {
        addTextbook(r, job);
        addSynchronization(r, job, gradientSync(job, r));
    }
    addWaits(r, waits);
    addOffload(r, job);
    addInput(r, job.setup);
    addSites(r, job);
    for (const Part part : communication_parts)
        r.comm_s += r.part(part).total_s();
    r.load_s = r.part(Part::input).total_s();
    r.gamma = r.comm_s / r.compute_s;
    r.step_s = exposedTotal(r);
    r.bound = dominant(r, job.setup.kernels);
    return r;
}

} // namespace kneepoint
