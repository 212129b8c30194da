// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explore/diagnosis.h"

#include "model/cost/collectives.h"
#include "model/cost/operations.h"
#include "model/cost/pipeline.h"
#include "model/explore/words.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace kneepoint {

using words::bytes;
using words::number;
using words::percent;
using words::seconds;

namespace {

std::string bits(double value)
{
    return formatQuantity(value, Unit::bits_per_second);
}

std::string partTimes(const StepReport& step, Part part)
{
    const PartTime& t = step.part(part);
    return fmt::format("{}: {} a step, {} of it exposed.", partLabel(part), seconds(t.total_s()), seconds(t.exposed_s));
}

std::string withoutIt(const Analysis& a, const Loss& loss)
{
    return fmt::format("Without this cause the step would take {} instead of {}.", seconds(loss.step_without_s),
        seconds(a.step.step_s));
}

using Sentences = std::vector<std::string>;

/// The verdicts of the network-bottleneck article, step 5: of γ at 1 and 10, of utilisation at 50 % and 20 %.
Sentences networkVerdicts(const Analysis& a)
{
    Sentences said;
    const double gamma = a.step.gamma;
    const double used = a.headline.gpu_utilisation;
    if (gamma > 1)
        said.push_back(fmt::format("{}: communication takes {} as long as compute.",
            gamma > 10 ? "Severely network-bound" : "Network-bound", formatQuantity(gamma, Unit::factor)));
    if (used < 0.2)
        said.push_back(fmt::format("GPUs compute {} of the time: the rest pays for idle GPUs.", percent(used)));
    else if (used < 0.5)
        said.push_back(fmt::format("GPUs compute {} of the time: the network is the bottleneck.", percent(used)));
    return said;
}

Sentences exposedEvidence(const Analysis& a)
{
    const StepReport& r = a.step;
    Sentences said{
        fmt::format("{} of gradients a GPU and step, {} on the wire.", bytes(r.gradient_bytes), bytes(r.network_bytes)),
        fmt::format("γ = {}: {} of communication against {} of compute.", number(r.gamma), seconds(r.comm_s),
            seconds(r.compute_s)),
        partTimes(r, Part::data_comm)};
    for (std::string& verdict : networkVerdicts(a))
        said.push_back(std::move(verdict));
    return said;
}

Sentences inputEvidence(const Analysis& a)
{
    const Scenario& s = a.scenario;
    const double per_replica = a.step.microbatch * a.step.microbatches;
    const double busy_s = a.step.step_s - a.step.part(Part::input).exposed_s;
    return {fmt::format("A replica takes {} examples a step; its loader delivers {}: {} to load.", number(per_replica),
                formatQuantity(s.cluster.loader_rate, Unit::examples_per_second), seconds(a.step.load_s)),
        fmt::format("The rest of the step takes {}, so the loader would have to deliver {}.", seconds(busy_s),
            formatQuantity(per_replica / busy_s, Unit::examples_per_second))};
}

Sentences stragglerEvidence(const Analysis& a)
{
    Sentences said;
    if (a.scenario.assumptions.stragglers)
        said.push_back(fmt::format("On {} GPUs, {} of the steps have at least one slow GPU.", number(a.step.gpus),
            percent(a.step.p_any_slow)));
    if (const double slope = a.scenario.stack.straggler_slope; slope > 0)
        said.push_back(fmt::format(
            "Under this software every doubling of the replicas lengthens the step by {}.", percent(slope)));
    if (a.step.part(Part::straggler).exposed_s > 0)
        said.push_back(partTimes(a.step, Part::straggler));
    if (a.scenario.assumptions.sync_delay_s > 0)
        said.push_back(fmt::format("{} of fixed delay at every barrier: {} GPU-hours over the run.",
            seconds(a.scenario.assumptions.sync_delay_s),
            number(a.scenario.assumptions.sync_delay_s * a.training.steps * a.step.gpus / 3600)));
    return said;
}

Sentences tinyBatchEvidence(const Analysis& a)
{
    const StepReport& r = a.step;
    return {fmt::format("{} examples ({} tokens) in a pass of one replica.", number(r.microbatch),
                number(r.microbatch * tokensPerExample(a.scenario.workload))),
        fmt::format("{} FLOP per byte of HBM traffic; the ridge is at {}.", number(r.roof.arithmetic_intensity),
            number(a.roofline.memory_ridge)),
        fmt::format("Kernel launches cost {} and memory traffic {} beyond the arithmetic.",
            seconds(r.part(Part::launch).exposed_s), seconds(r.part(Part::memory).exposed_s))};
}

Sentences largeBatchEvidence(const Analysis& a)
{
    return {fmt::format("Global batch {} against a critical batch of {}.", number(a.step.global_batch),
                number(a.scenario.workload.critical_batch)),
        fmt::format("{} of the examples help; the run takes {} steps.", percent(a.training.statistical_efficiency),
            number(a.training.steps)),
        fmt::format("The GPUs compute {} of the time, so it is not the hardware that waits.",
            percent(a.headline.gpu_utilisation))};
}

Sentences protocolEvidence(const Analysis& a)
{
    const Cluster& c = a.scenario.cluster;
    return {fmt::format("The protocol reaches {} of the line rate: {} of {}.", percent(c.link_efficiency),
                bits(c.link_rate * c.link_efficiency), bits(c.link_rate)),
        fmt::format("{} of the {} of communication are latency.", seconds(a.step.latency_s), seconds(a.step.comm_s)),
        fmt::format("{} of gradients leave in {} buckets.", bytes(a.step.gradient_bytes),
            number(std::ceil(std::max(1.0, a.step.gradient_bytes / a.scenario.plan.bucket_bytes))))};
}

Sentences contentionEvidence(const Analysis& a)
{
    const Cluster& c = a.scenario.cluster;
    Sentences said;
    if (c.nic_sharing > 1)
        said.push_back(fmt::format("{} GPUs share a port of {}: {} each.", number(c.nic_sharing), bits(c.link_rate),
            bits(c.link_rate / c.nic_sharing)));
    if (c.oversubscription > 1)
        said.push_back(fmt::format("{} GPUs span leaves of {}; traffic between leaves gets 1/{} of the port.",
            number(a.step.gpus), number(c.pod_gpus), number(c.oversubscription)));
    return said;
}

Sentences bubbleEvidence(const Analysis& a)
{
    const Plan& p = a.scenario.plan;
    const double chunks = chunksPerStage(a.scenario);
    return {fmt::format("{} stages, {} micro-batches, {} chunk{} a stage.", number(p.pipeline_parallel),
                number(p.accumulation), number(chunks), chunks == 1 ? "" : "s"),
        partTimes(a.step, Part::bubble)};
}

Sentences tensorEvidence(const Analysis& a)
{
    const Scenario& s = a.scenario;
    const GroupLinks links = groupLinks(s.cluster, s.plan.tensor_parallel, 1);
    return {fmt::format("Groups of {} in nodes of {}: their ring runs at {}.", number(s.plan.tensor_parallel),
                number(s.cluster.gpus_per_node), formatQuantity(links.ringBps(), Unit::bytes_per_second)),
        partTimes(a.step, Part::tensor_comm)};
}

Sentences expertEvidence(const Analysis& a)
{
    const Scenario& s = a.scenario;
    return {fmt::format("{} experts over {} replicas in nodes of {}; every token visits {}.",
                number(s.workload.experts), number(std::min(s.plan.expert_parallel, a.step.workers)),
                number(s.cluster.gpus_per_node), number(s.workload.top_k)),
        partTimes(a.step, Part::expert_comm)};
}

Sentences memoryEvidence(const Analysis& a)
{
    const MemoryUse& m = a.step.memory;
    std::string kinds;
    for (const MemoryKind& kind : memory_kinds)
        if (m.*kind.bytes > 0)
            kinds += fmt::format("{}{} {}", kinds.empty() ? "" : ", ", kind.label, bytes(m.*kind.bytes));
    Sentences said{fmt::format("{} needed, {} there: {} too much.", bytes(m.total()), bytes(m.capacity),
                       bytes(m.total() - m.capacity)),
        "By kind: " + kinds + "."};
    if (const int stages = stageCount(a.scenario); stages > 1)
        said.push_back(fmt::format("Pipeline stage {} of {} is the fullest.", m.stage + 1, stages));
    return said;
}

Sentences failureEvidence(const Analysis& a)
{
    const Goodput& g = a.training.goodput;
    const auto hours = [](double value) { return formatQuantity(value, Unit::hours); };
    return {fmt::format("{} GPUs are interrupted every {}; a run of {} sees {} interruptions.", number(a.step.gpus),
                hours(g.interruption_s), hours(a.training.time_s),
                number(std::round(a.training.time_s / g.interruption_s))),
        fmt::format("Checkpoints every {} cost {} of the run, work done again {}, restarts {}.",
            seconds(g.checkpoint_interval_s), percent(g.checkpoint_share), percent(g.rework_share),
            percent(g.restart_share))};
}

Sentences evidenceOf(Cause cause, const Analysis& a)
{
    switch (cause) {
    case Cause::none:
        break;
    case Cause::exposed_communication:
        return exposedEvidence(a);
    case Cause::starved_input:
        return inputEvidence(a);
    case Cause::straggler:
        return stragglerEvidence(a);
    case Cause::tiny_batch:
        return tinyBatchEvidence(a);
    case Cause::large_batch:
        return largeBatchEvidence(a);
    case Cause::protocol_overhead:
        return protocolEvidence(a);
    case Cause::contention:
        return contentionEvidence(a);
    case Cause::pipeline_bubble:
        return bubbleEvidence(a);
    case Cause::tensor_parallel_slow_link:
        return tensorEvidence(a);
    case Cause::expert_all_to_all:
        return expertEvidence(a);
    case Cause::out_of_memory:
        return memoryEvidence(a);
    case Cause::failures:
        return failureEvidence(a);
    }
    return {};
}

} // namespace

std::string causeSentence(Cause cause, const Analysis& a, const Loss& loss)
{
    const std::string share = percent(loss.severity);
    switch (cause) {
    case Cause::none:
        break;
    case Cause::exposed_communication:
        return fmt::format("The gradient all-reduce does not fit behind the backward pass: {} of the step the GPUs "
                           "wait for a network that is simply too slow for this payload.",
            share);
    case Cause::starved_input:
        return fmt::format("The GPUs starve: {} of the step they wait for the input pipeline.", share);
    case Cause::straggler:
        return fmt::format("Everybody waits for the slowest: stragglers and delays take {} of the step.", share);
    case Cause::tiny_batch:
        return fmt::format("The batch per GPU is too small to fill it: launches, weights and thin matrices take {} of "
                           "the step.",
            share);
    case Cause::large_batch:
        return fmt::format("The hardware is busy and the model learns no faster: {} of the examples are wasted beyond "
                           "the critical batch.",
            share);
    case Cause::protocol_overhead:
        return fmt::format(
            "The wire is fast enough but the protocol is not: overhead and latency take {} of the step.", share);
    case Cause::contention:
        return fmt::format(
            "GPUs fight for the network: shared ports and oversubscribed hops take {} of the step.", share);
    case Cause::pipeline_bubble:
        return fmt::format("The pipeline runs empty at both ends of a step: {} of it is bubble.", share);
    case Cause::tensor_parallel_slow_link:
        return fmt::format("Layers are split across a slow link: {} of the step goes to collectives that belong on "
                           "NVLink.",
            share);
    case Cause::expert_all_to_all:
        return fmt::format(
            "Tokens travel to their experts and back in every layer: {} of the step is all-to-all.", share);
    case Cause::out_of_memory:
        return fmt::format("The job does not fit: it needs {} on a GPU of {}.", bytes(a.step.memory.total()),
            bytes(a.step.memory.capacity));
    case Cause::failures:
        return fmt::format("Interruptions eat {} of the run: checkpoints, lost work and restarts.", share);
    }
    return {};
}

std::vector<std::string> causeEvidence(Cause cause, const Analysis& a, const Loss& loss)
{
    Sentences said = evidenceOf(cause, a);
    if (loss.step_without_s < a.step.step_s)
        said.push_back(withoutIt(a, loss));
    return said;
}

std::vector<std::string_view> causeConfirmation(Cause cause)
{
    switch (cause) {
    case Cause::none:
        break;
    case Cause::exposed_communication:
        return {
            "In the profile, ncclDevKernel_AllReduce or _ReduceScatter runs on after the last backward kernel while "
            "the compute stream is empty.",
            "Run all_reduce_perf -b 8M -e 1G -f 2 over the same nodes: bus bandwidth near the line rate says that the "
            "payload is the problem."};
    case Cause::starved_input:
        return {"In the profile, a gap at the start of every step, with the main thread in the data loader's next().",
            "Run with synthetic data: if the step shortens, it was the loader. Watch nvidia-smi dmon -s u fall while "
            "CPUs are at 100 %."};
    case Cause::straggler:
        return {"In the profiles of several ranks, the same collective lasts long on most of them and short on one: "
                "that one came last.",
            "Log the step time of every rank before the barrier; compare clocks with nvidia-smi -q -d "
            "CLOCK,PERFORMANCE."};
    case Cause::tiny_batch:
        return {"In the profile, kernels of a few microseconds with gaps between them, and cudaLaunchKernel busy all "
                "the time.",
            "Double the batch per GPU: a step that hardly lengthens was bound by launches or weights."};
    case Cause::large_batch:
        return {
            "Nothing in the profile: GPUs are busy. Plot the loss against examples, not steps, for two batch sizes.",
            "Measure the gradient noise scale; a global batch far above it wastes examples."};
    case Cause::protocol_overhead:
        return {"In the profile, many short collectives in a row, none near the bus bandwidth of a long one.",
            "Run all_reduce_perf -b 1K -e 1G -f 2: a low plateau means protocol, a late rise means latency. "
            "NCCL_DEBUG=INFO says NET/IB or NET/Socket."};
    case Cause::contention:
        return {"In the profile, the same collective takes very different times from step to step or node to node.",
            "Run all_reduce_perf on one node pair under a leaf, then on all pairs at once; compare with "
            "ethtool -S or perfquery counters for pause frames and congestion."};
    case Cause::pipeline_bubble:
        return {
            "In the profile, the first and last stages idle in ncclDevKernel_SendRecv at opposite ends of the step.",
            "Double the number of micro-batches: the idle time of a step stays the same while the step doubles."};
    case Cause::tensor_parallel_slow_link:
        return {"In the profile, an all-reduce after every attention and feed-forward block, as long as the matrix "
                "products between them.",
            "nvidia-smi topo -m shows whether the ranks of a tensor-parallel group are linked by NV or by SYS and "
            "NODE."};
    case Cause::expert_all_to_all:
        return {"In the profile, ncclDevKernel_SendRecv twice in every layer, forward and backward, with idle compute.",
            "Run alltoall_perf -b 1M -e 256M -f 2 over the expert-parallel group and compare with the time per layer."};
    case Cause::out_of_memory:
        return {"torch.cuda.OutOfMemoryError in the first steps.",
            "torch.cuda.memory_summary() or memory._snapshot() shows which kind is largest."};
    case Cause::failures:
        return {"Wall-clock time in the scheduler's log exceeds steps × step time.",
            "Count restarts with sacct or the job log, and look for Xid errors in dmesg and nvidia-smi -q -d ECC."};
    }
    return {};
}

} // namespace kneepoint
