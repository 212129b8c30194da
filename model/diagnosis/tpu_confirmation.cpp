// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diagnosis/tpu_confirmation.h"

#include "model/presets/presets.h"
#include "model/scenario/scenario.h"

#include <algorithm>
#include <array>

namespace kneepoint {
namespace {

struct TpuConfirmation {
    Cause cause = Cause::none;
    std::array<std::string_view, 2> signs;
};

constexpr TpuConfirmation confirmations[] = {
    {Cause::exposed_communication,
        {"In XProf's trace viewer, compute waits in the -done ops of all-gather, reduce-scatter or all-reduce.",
            "Time the same collectives alone over the same mesh axis: bandwidth near that of the links means that the "
            "payload is the problem."}},
    {Cause::starved_input,
        {"In XProf's trace viewer, a gap at the start of every step; the input pipeline analyzer names the slow stage.",
            "Run with synthetic data: a shorter step confirms it. Check the hosts for CPUs at 100 %."}},
    {Cause::straggler,
        {"In the profiles of several hosts, the same collective is long on most chips and short on one: that chip "
         "arrived last.",
            "Log the step time of every host before the collective."}},
    {Cause::tiny_batch,
        {"In XProf's op profile, many short ops far below the peak in FLOP/s.",
            "Double the micro-batch: a step that takes hardly longer was bound by launches or weight traffic."}},
    {Cause::protocol_overhead,
        {"In XProf's trace viewer, many short collectives in a row, all far below the bandwidth of the links.",
            "Time one collective from 1 kB to 1 GB over the same mesh axis: a low plateau means protocol overhead, a "
            "late rise means latency."}},
    {Cause::contention,
        {"In the profile, the duration of the same collective varies widely between steps and between slices.",
            "Time a collective over two slices, then over all of them at once."}},
    {Cause::pipeline_bubble,
        {"In XProf's trace viewer, the first and last stages wait in collective-permute-done at opposite ends of the "
         "step.",
            "Double the number of micro-batches: the idle time stays the same while the step doubles."}},
    {Cause::tensor_parallel_slow_link,
        {"In XProf's trace viewer, a collective after every attention and MLP block that takes as long as the matrix "
         "multiplications between them.",
            "Check the mesh: the tensor axis should lie on the torus of one slice, not cross the data center's "
            "network."}},
    {Cause::over_sharding,
        {"In XProf's trace viewer, tensor-parallel collectives and small matrix multiplications alternate, or stages "
         "idle, while the memory viewer shows free HBM.",
            "Time a few steps with half the tensor- or pipeline-parallel degree and the same global batch."}},
    {Cause::expert_all_to_all,
        {"In XProf's trace viewer, all-to-all twice per layer in forward and backward, with no compute beside it.",
            "Time all-to-all alone over the expert axis of the mesh and compare with the time per layer."}},
    {Cause::out_of_memory,
        {"RESOURCE_EXHAUSTED when the step is compiled, or in the first steps.",
            "XProf's memory viewer shows the largest buffers at the peak."}},
    {Cause::failures,
        {"Wall-clock time in the scheduler's log exceeds steps × step time.",
            "Count restarts in the job log; look for maintenance events and preemptions of the TPU VMs."}},
};

} // namespace

bool isOnTpus(const Scenario& s)
{
    const GpuPreset* chip = presetAt(gpuPresets(), s.cluster.gpu);
    return chip ? chip->vendor == "Google" : s.cluster.topology != Topology::switched;
}

std::span<const std::string_view> tpuConfirmation(Cause cause)
{
    const auto* const found = std::ranges::find(confirmations, cause, &TpuConfirmation::cause);
    return found == std::end(confirmations) ? std::span<const std::string_view>() : found->signs;
}

} // namespace kneepoint
