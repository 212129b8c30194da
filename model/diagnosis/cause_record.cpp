// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diagnosis/cause_record.h"

#include "model/analysis/cause.h"
#include "model/diagnosis/cause_evidence.h"
#include "model/diagnosis/cause_losses.h"
#include "model/presets/presets.h"
#include "model/scenario/scenario.h"
#include "model/scenario/scenario_fwd.h"
#include "model/units/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>

namespace kneepoint {

using words::bytes;
using words::percent;

namespace {

/// Whether the job runs on TPUs, which have neither NCCL nor nvidia-smi.
bool isOnTpus(const Scenario& s)
{
    const GpuPreset* chip = presetAt(gpuPresets(), s.cluster.gpu);
    return chip ? chip->vendor == "Google" : s.cluster.topology != Topology::switched;
}

std::string_view gradientCollective(const Scenario& s)
{
    const Plan& p = s.plan;
    if (s.cluster.sites > 1)
        return "synchronization in and between sites";
    if (p.synchronization != Synchronization::all_reduce)
        return "parameter-server traffic";
    if (p.zero_stage >= 3)
        return "weight all-gather and gradient reduce-scatter";
    return p.zero_stage >= 1 ? "gradient reduce-scatter and weight all-gather" : "gradient all-reduce";
}

std::string_view largestExposure(const Scenario& s, const StepReport& step)
{
    switch (evidence::largestExposure(step)) {
    case Part::pipeline_comm:
        return "pipeline send and receive";
    case Part::context_comm:
        return "context-parallel communication";
    default:
        return gradientCollective(s);
    }
}

std::optional<Part> partOf(Cause cause, const StepReport& step)
{
    switch (cause) {
    case Cause::exposed_communication:
        return evidence::largestExposure(step);
    case Cause::starved_input:
        return Part::input;
    case Cause::straggler:
        return step.part(Part::straggler).exposed_s > 0 ? Part::straggler : Part::delay;
    case Cause::pipeline_bubble:
        return Part::bubble;
    case Cause::expert_all_to_all:
        return Part::expert_comm;
    default:
        return std::nullopt;
    }
}

} // namespace

double shownShare(Cause cause, const StepReport& step, const Loss& loss)
{
    const std::optional<Part> part = partOf(cause, step);
    return part && step.step_s > 0 ? step.part(*part).exposed_s / step.step_s : loss.severity;
}

std::string causeSentence(const CauseRecord& record, const Analysis& a, const Loss& loss)
{
    return fmt::format(fmt::runtime(record.sentence),
        fmt::arg("share", percent(shownShare(record.cause, a.step, loss))),
        fmt::arg("collective", largestExposure(a.scenario, a.step)), fmt::arg("needed", bytes(a.step.memory.total())),
        fmt::arg("available", bytes(a.step.memory.capacity)));
}

std::span<const CauseRecord> causeRecords()
{
    static const CauseRecord records[] = {
        {Cause::exposed_communication, losses::exposedCommunication, "{share} of the step is exposed {collective}.",
            evidence::exposedCommunication,
            {"In the profile, NCCL kernels run while the compute stream is idle: all-reduce, all-gather or "
             "reduce-scatter between replicas, SendRecv between stages and context-parallel ranks.",
                "Run all_reduce_perf -b 8M -e 1G -f 2 on the same nodes: bus bandwidth near the line rate means that "
                "the payload is the problem."},
            {"In XProf's trace viewer, compute waits in the -done ops of all-gather, reduce-scatter or all-reduce.",
                "Time the same collectives alone over the same mesh axis: bandwidth near that of the links means that "
                "the payload is the problem."},
            {"In the profile, workers wait in push and pull while the compute stream is idle.",
                "Watch the NICs of the servers (sar -n DEV 1, or the switch's port counters): traffic near the line "
                "rate means that there are too few servers for the payload."}},
        {Cause::starved_input, losses::starvedInput, "Input-bound: GPUs wait {share} of the step for the data loader.",
            evidence::starvedInput,
            {"In the profile, a gap at the start of every step while the main thread is in the data loader's next().",
                "Run with synthetic data: a shorter step confirms it. Check for CPUs at 100 % while nvidia-smi dmon -s "
                "u shows idle GPUs."},
            {"In XProf's trace viewer, a gap at the start of every step; the input pipeline analyzer names the slow "
             "stage.",
                "Run with synthetic data: a shorter step confirms it. Check the hosts for CPUs at 100 %."}},
        {Cause::straggler, losses::straggler, "Stragglers: {share} of step time is spent waiting for the slowest rank.",
            evidence::straggler,
            {"In the profiles of several ranks, the same collective is long on most ranks and short on one: that rank "
             "arrived last.",
                "Log the step time of every rank before the barrier; compare clocks with nvidia-smi -q -d "
                "CLOCK,PERFORMANCE."},
            {"In the profiles of several hosts, the same collective is long on most chips and short on one: that chip "
             "arrived last.",
                "Log the step time of every host before the collective."}},
        {Cause::tiny_batch, losses::tinyBatch,
            "Micro-batch too small: kernel-launch overhead, weight traffic and small GEMMs take {share} of the step.",
            evidence::tinyBatch,
            {"In the profile, kernels of a few microseconds with gaps between them while cudaLaunchKernel keeps the "
             "CPU busy.",
                "Double the micro-batch: a step that takes hardly longer was bound by launches or weight traffic."},
            {"In XProf's op profile, many short ops far below the peak in FLOP/s.",
                "Double the micro-batch: a step that takes hardly longer was bound by launches or weight traffic."}},
        {Cause::large_batch, losses::largeBatch,
            "Past the critical batch size: {share} of the examples no longer help.", evidence::largeBatch,
            {"The profile shows busy GPUs. Plot the loss against examples, not steps, for two batch sizes.",
                "Measure the gradient noise scale; a global batch far above it wastes examples."},
            {}, {}, Wall::statistical, 0.1},
        {Cause::protocol_overhead, losses::protocolOverhead, "Protocol and latency overhead: {share} of the step.",
            evidence::protocolOverhead,
            {"In the profile, many short collectives in a row, all far below the bus bandwidth of a long one.",
                "Run all_reduce_perf -b 1K -e 1G -f 2: a low plateau means protocol overhead, a late rise means "
                "latency. NCCL_DEBUG=INFO shows NET/IB or NET/Socket."},
            {"In XProf's trace viewer, many short collectives in a row, all far below the bandwidth of the links.",
                "Time one collective from 1 kB to 1 GB over the same mesh axis: a low plateau means protocol overhead, "
                "a late rise means latency."},
            {"In the profile, many short pushes and pulls, all far below the line rate.",
                "Run ib_write_bw -a, or iperf3 for TCP, between a worker and a server: a low plateau means protocol "
                "overhead, a late rise means latency."}},
        {Cause::contention, losses::contention,
            "Network contention: {share} of the step is lost to shared NICs and oversubscribed links.",
            evidence::contention,
            {"In the profile, the duration of the same collective varies widely between steps and between nodes.",
                "Run all_reduce_perf on one pair of nodes under a leaf switch, then on all pairs at once; check "
                "ethtool -S or perfquery for pause frames and congestion."},
            {"In the profile, the duration of the same collective varies widely between steps and between slices.",
                "Time a collective over two slices, then over all of them at once."}},
        {Cause::pipeline_bubble, losses::pipelineBubble, "Pipeline bubble: stages are idle for {share} of the step.",
            evidence::pipelineBubble,
            {"In the profile, the first and last stages wait in ncclDevKernel_SendRecv at opposite ends of the step.",
                "Double the number of micro-batches: the idle time stays the same while the step doubles."},
            {"In XProf's trace viewer, the first and last stages wait in collective-permute-done at opposite ends of "
             "the step.",
                "Double the number of micro-batches: the idle time stays the same while the step doubles."}},
        {Cause::tensor_parallel_slow_link, losses::slowTensorLink,
            "Tensor parallelism on a slow link: NVLink within one node would save {share} of the step.",
            evidence::slowTensorLink,
            {"In the profile, an all-reduce after every attention and MLP block that takes as long as the GEMMs "
             "between them.",
                "nvidia-smi topo -m shows whether the ranks of a tensor-parallel group are connected by NVLink (NV) or "
                "by SYS or NODE."},
            {"In XProf's trace viewer, a collective after every attention and MLP block that takes as long as the "
             "matrix multiplications between them.",
                "Check the mesh: the tensor axis should lie on the torus of one slice, not cross the data center's "
                "network."}},
        {Cause::over_sharding, losses::overSharding,
            "Too much model parallelism: a narrower layout with the same global batch would save {share} of the step.",
            evidence::overSharding,
            {"In the profile, tensor-parallel collectives and small GEMMs alternate, or stages idle, while "
             "torch.cuda.memory_summary() shows free memory.",
                "Time a few steps with half the tensor- or pipeline-parallel degree and the same global batch."},
            {"In XProf's trace viewer, tensor-parallel collectives and small matrix multiplications alternate, or "
             "stages idle, while the memory viewer shows free HBM.",
                "Time a few steps with half the tensor- or pipeline-parallel degree and the same global batch."}},
        {Cause::expert_all_to_all, losses::expertAllToAll, "Expert all-to-all: {share} of the step is exposed.",
            evidence::expertAllToAll,
            {"In the profile, ncclDevKernel_SendRecv twice per layer in forward and backward, with an idle compute "
             "stream.",
                "Run alltoall_perf -b 1M -e 256M -f 2 over the expert-parallel group and compare with the time per "
                "layer."},
            {"In XProf's trace viewer, all-to-all twice per layer in forward and backward, with no compute beside it.",
                "Time all-to-all alone over the expert axis of the mesh and compare with the time per layer."}},
        {Cause::out_of_memory, losses::outOfMemory,
            "Out of memory: the job needs {needed} per GPU; {available} available.", evidence::outOfMemory,
            {"torch.cuda.OutOfMemoryError in the first steps.",
                "torch.cuda.memory_summary() or memory._snapshot() shows which kind is largest."},
            {"RESOURCE_EXHAUSTED when the step is compiled, or in the first steps.",
                "XProf's memory viewer shows the largest buffers at the peak."},
            {}, Wall::capacity},
        {Cause::failures, losses::failures,
            "Goodput loss from failures: {share} of the run goes to checkpoints, lost work and restarts.",
            evidence::failures,
            {"Wall-clock time in the scheduler's log exceeds steps × step time.",
                "Count restarts with sacct or in the job log; look for Xid errors in dmesg and nvidia-smi -q -d ECC."},
            {"Wall-clock time in the scheduler's log exceeds steps × step time.",
                "Count restarts in the job log; look for maintenance events and preemptions of the TPU VMs."},
            {}, Wall::reliability},
        {Cause::offload_link, losses::offloadLink, "Offloading: what is kept in host memory costs {share} of the step.",
            evidence::offloadLink,
            {"In the profile, copies between host and device (Memcpy HtoD, DtoH) or CPU optimizer steps while the "
             "compute stream is idle.",
                "Time a copy of a gigabyte of pinned memory each way; set OMP_NUM_THREADS to the cores of a GPU's "
                "share of the CPUs."}},
        {Cause::dequantization, losses::dequantization,
            "Dequantization: restoring 4-bit weights to 16 bits takes {share} of the step.", evidence::dequantization,
            {"In the profile, a dequantize kernel before every GEMM of a frozen matrix.",
                "Double the micro-batch: the time of these kernels per step halves."}},
        {Cause::expert_imbalance, losses::expertImbalance,
            "Unevenly loaded experts: waiting for the fullest rank takes {share} of the step.",
            evidence::expertImbalance,
            {"In the profiles of several expert-parallel ranks, grouped GEMMs are long on one rank and short on the "
             "others, which wait in the next all-to-all.",
                "Log the tokens per expert of a layer; force even routing (--moe-router-force-load-balancing) and "
                "compare the steps."}},
        {Cause::padding, losses::padding, "Padding: {share} of the step goes to tokens that are not text.",
            evidence::padding,
            {"Count the ones of the attention masks of a hundred batches, over all their elements.",
                "Train a few steps with packing (packing, sample_packing, dataset.packed) and compare tokens per "
                "second without padding."}},
        {Cause::adapter_bound, losses::adapterBound,
            "Adapters: their low-rank GEMMs, launches and sums take {share} of the step.", evidence::adapterBound,
            {"In the profile, beside every GEMM of an adapted matrix, two short GEMMs and elementwise kernels.",
                "Time a few steps with adapters on queries and values only: what is saved is in proportion to the "
                "adapters left out."}},
        {Cause::optimizer_gathers, losses::optimizerGathers,
            "Whole-matrix updates: orthogonalizing them, and gathering what is sharded, takes {share} of the step.",
            evidence::optimizerGathers,
            {"In the profile, GEMMs and collectives between the last backward pass and the next forward pass.",
                "Time a few steps with AdamW; the difference is what whole matrices cost."}},
    };
    static_assert(std::size(records) == cause_count - 1);
    return records;
}

std::span<const std::string_view> confirmationOf(const CauseRecord& record, const Analysis& a)
{
    const bool waits_for_servers = a.scenario.plan.synchronization != Synchronization::all_reduce
        && evidence::largestExposure(a.step) == Part::data_comm;
    if (waits_for_servers && !record.server_confirmation.front().empty())
        return record.server_confirmation;
    return isOnTpus(a.scenario) && !record.tpu_confirmation.front().empty() ? record.tpu_confirmation
                                                                            : record.confirmation;
}

const CauseRecord& causeRecord(Cause cause)
{
    return *std::ranges::find(causeRecords(), cause, &CauseRecord::cause);
}

} // namespace kneepoint
