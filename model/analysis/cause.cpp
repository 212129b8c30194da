// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/cause.h"

#include <algorithm>
#include <array>

namespace kneepoint {
namespace {

struct CauseName {
    Cause cause;
    std::string_view id;
    std::string_view label;
};

constexpr std::array<CauseName, cause_count> names{{
    {Cause::none, "none", "no loss"},
    {Cause::exposed_communication, "exposed-communication", "exposed communication"},
    {Cause::starved_input, "starved-input", "slow input pipeline"},
    {Cause::straggler, "straggler", "stragglers"},
    {Cause::tiny_batch, "tiny-batch", "micro-batch too small"},
    {Cause::large_batch, "large-batch", "past the critical batch size"},
    {Cause::protocol_overhead, "protocol-overhead", "protocol overhead"},
    {Cause::contention, "contention", "network contention"},
    {Cause::pipeline_bubble, "pipeline-bubble", "pipeline bubble"},
    {Cause::tensor_parallel_slow_link, "tensor-parallel-slow-link", "tensor parallelism on a slow link"},
    {Cause::over_sharding, "over-sharding", "too much model parallelism"},
    {Cause::expert_all_to_all, "expert-all-to-all", "expert all-to-all"},
    {Cause::out_of_memory, "out-of-memory", "out of memory"},
    {Cause::failures, "failures", "failures"},
    {Cause::offload_link, "offload-link", "offloading to the host"},
    {Cause::dequantization, "dequantization", "dequantized weights"},
    {Cause::expert_imbalance, "expert-imbalance", "unevenly loaded experts"},
    {Cause::padding, "padding", "padding of short examples"},
    {Cause::adapter_bound, "adapter-bound", "low-rank adapters"},
    {Cause::optimizer_gathers, "optimizer-gathers", "whole-matrix updates"},
}};

const CauseName& nameOf(Cause cause)
{
    return *std::ranges::find(names, cause, &CauseName::cause);
}

} // namespace

std::string_view causeId(Cause cause)
{
    return nameOf(cause).id;
}

std::string_view causeLabel(Cause cause)
{
    return nameOf(cause).label;
}

} // namespace kneepoint
