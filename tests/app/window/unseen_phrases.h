// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string_view>

namespace kneepoint::test {

/// What somebody types, and what the first entry found has to be: "set ID" or "set ID=VALUE" of a parameter, "reach
/// KIND", "do ACTION", "answer ID", "say ID" of what is not modelled, or "name PART" of a label.
struct Unseen {
    std::string_view text;
    std::string_view lands;
};

/// Written before the vocabulary was, and not part of it: do not add its sentences there. For Llama 3.1 70B on 512
/// H100, with 8192 tokens and a global batch of 1024.
inline constexpr std::array unseen_phrases{
    Unseen{"what happens with half as many nodes", "set cluster.gpus=256"},
    Unseen{"try amd cards", "set cluster.gpu"},
    Unseen{"can we run this on mi300x", "set cluster.gpu=mi300x"},
    Unseen{"what about blackwell", "set cluster.gpu"},
    Unseen{"go to gb300", "set cluster.gpu=gb300"},
    Unseen{"on plain ethernet instead", "set cluster.interconnect"},
    Unseen{"cheaper network", "set cluster.interconnect"},
    Unseen{"with infiniband xdr", "set cluster.interconnect=ib-xdr"},
    Unseen{"switch to fp8 training", "set workload.precision=fp8"},
    Unseen{"use 8 bit floats", "set workload.precision=fp8"},
    Unseen{"turn on flash attention", "set stack.fused_attention"},
    Unseen{"gradient checkpointing", "set plan.recompute=full"},
    Unseen{"recompute everything", "set plan.recompute=full"},
    Unseen{"no activation checkpointing", "set plan.recompute=none"},
    Unseen{"fsdp please", "set plan.zero_stage=3"},
    Unseen{"plain data parallel", "set plan.zero_stage=0"},
    Unseen{"shard the optimizer only", "set plan.zero_stage=1"},
    Unseen{"tensor parallel of 4", "set plan.tensor_parallel=4"},
    Unseen{"pp=8", "set plan.pipeline_parallel=8"},
    Unseen{"128k tokens context", "set workload.sequence_length=131072"},
    Unseen{"longer context, 64k", "set workload.sequence_length=65536"},
    Unseen{"batch of 4 million tokens", "set workload.global_batch=488"},
    Unseen{"double batch size please", "set workload.global_batch=2048"},
    Unseen{"make the batch twice as big", "set workload.global_batch=2048"},
    Unseen{"10x the gpus", "set cluster.gpus=5120"},
    Unseen{"a thousand gpus", "set cluster.gpus=1000"},
    Unseen{"what if we only get 400 gpus", "set cluster.gpus=400"},
    Unseen{"30% fewer cards", "set cluster.gpus=358"},
    Unseen{"how much is one day", "answer day-cost"},
    Unseen{"price per day", "answer day-cost"},
    Unseen{"daily cost", "answer day-cost"},
    Unseen{"what will the whole run cost", "answer cost"},
    Unseen{"how long does training take", "answer training_time_s"},
    Unseen{"when will it be done", "answer training_time_s"},
    Unseen{"how many tokens per second", "answer tokens_per_s"},
    Unseen{"tokens a day", "answer day-tokens"},
    Unseen{"why is utilization so low", "answer mfu-losses"},
    Unseen{"where does the time go", "answer bottleneck"},
    Unseen{"what is the bottleneck", "answer bottleneck"},
    Unseen{"what should I fix first", "answer fix"},
    Unseen{"how accurate is this", "answer certainty"},
    Unseen{"can I trust this number", "answer certainty"},
    Unseen{"error bars", "answer certainty"},
    Unseen{"knee at 2000 gpus", "reach knee"},
    Unseen{"scale to 4096 gpus efficiently", "reach knee"},
    Unseen{"step time below 10 seconds", "reach step_s"},
    Unseen{"get 90% efficiency", "reach efficiency"},
    Unseen{"make it fit", "reach fits"},
    Unseen{"out of memory", "reach fits"},
    Unseen{"how do I fit this in memory", "reach fits"},
    Unseen{"a node dies", "answer node-fails"},
    Unseen{"lose a rack", "answer node-fails"},
    Unseen{"hardware failures", "set assumptions.failures"},
    Unseen{"inference latency", "say inference"},
    Unseen{"kv cache serving", "say inference"},
    Unseen{"rlhf", "say rl"},
    Unseen{"grpo training", "say rl"},
    Unseen{"can I do lora", "set workload.tuning=1"},
    Unseen{"spot instances", "say spot"},
    Unseen{"carbon footprint", "answer energy_j"},
    Unseen{"how much electricity", "answer energy_j"},
    Unseen{"cap power at 500 watts", "set cluster.power_w=500"},
    Unseen{"3 dollars per gpu hour", "set cluster.price_per_gpu_hour=3"},
    Unseen{"slower network", "set cluster.link_rate"},
    Unseen{"twice the bandwidth", "set cluster.link_rate=100000000000"},
    Unseen{"400 gbit network", "set cluster.link_rate=50000000000"},
    Unseen{"train on 2 trillion tokens", "set workload.training_tokens=2000000000000"},
    Unseen{"no overlap", "set assumptions.overlap=0"},
    Unseen{"perfect overlap", "set assumptions.overlap=1"},
    Unseen{"use ring all-reduce", "set plan.collective=ring"},
    Unseen{"find the best layout", "do Layouts"},
    Unseen{"compare with h200", "set cluster.gpu=h200-sxm"},
    Unseen{"one pager for the cfo", "do Save report"},
    Unseen{"dark mode", "do Dark"},
    Unseen{"send to a colleague", "do Save interactive page"},
    Unseen{"undo everything", "do Reset to baseline"},
    Unseen{"what should we measure", "do What to measure next"},
    Unseen{"8-bit adam", "set plan.moment_bytes"},
    Unseen{"deepseek v3", "name DeepSeek-V3"},
    Unseen{"llama 405b", "name 405B"},
    Unseen{"mixture of experts", "set workload.model"},
    Unseen{"stragglers", "set assumptions.stragglers"},
    Unseen{"who says 700 watts", "answer sources"},
    Unseen{"where do these numbers come from", "answer sources"},
    Unseen{"explain the knee", "answer knee"},
    Unseen{"how many gpus for 30 days", "reach training_time_s"},
    Unseen{"train in two weeks", "reach training_time_s"},
    Unseen{"shut off recomputation", "set plan.recompute=none"},
    Unseen{"oversubscribed fabric", "set cluster.oversubscription"},
    Unseen{"bigger nodes with 72 gpus", "set cluster.gpus_per_node=72"},
};

} // namespace kneepoint::test
