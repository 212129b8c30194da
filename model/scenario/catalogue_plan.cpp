// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/scenario/catalogue_fields.h"

#include <algorithm>

namespace kneepoint::fields {
namespace {

constexpr auto room = &Scenario::plan;
constexpr auto bottlenecks = "Communication bottlenecks and scaling limits";

constexpr Choice schedules[] = {{"gpipe", "GPipe", "all forward passes, then all backward passes"},
    {"1f1b", "1F1B", "one forward, one backward"},
    {"interleaved", "Interleaved 1F1B", "several chunks of layers a stage"}};
constexpr Choice recomputes[] = {
    {"none", "None"}, {"selective", "Selective", "attention scores only"}, {"full", "Full", "every layer once more"}};
constexpr Choice gradients[] = {{"fp32", "FP32, 4 bytes"}, {"bf16", "BF16 or FP16, 2 bytes"}, {"fp8", "FP8, 1 byte"}};
constexpr Choice synchronisations[] = {{"all-reduce", "All-reduce", "every replica waits for all"},
    {"parameter-server", "Parameter server, asynchronous", "no barrier, stale gradients"},
    {"server-barrier", "Parameter server, synchronous", "servers answer when all have sent"}};
constexpr Choice algorithms[] = {{"auto", "Automatic", "the fastest that the library knows"}, {"ring", "Ring"},
    {"tree", "Tree"}, {"hierarchical", "Hierarchical", "inside the node, across, inside"},
    {"nvls", "In the switch (NVLS)", "the switch of the scale-up links adds up; a ring where it cannot"}};

std::string_view onlyReplicas(const Scenario& s)
{
    return workers(s) <= 1 ? "there is one replica" : "";
}
std::string_view onlyPipeline(const Scenario& s)
{
    return s.plan.pipeline_parallel <= 1 ? "there is one pipeline stage" : "";
}
std::string_view onlyExperts(const Scenario& s)
{
    return s.workload.experts <= 1 ? "the model has no experts" : "";
}
std::string_view onlyServers(const Scenario& s)
{
    return s.plan.synchronisation == Synchronisation::all_reduce ? "gradients are all-reduced" : "";
}
std::string_view onlyAlgorithms(const Scenario& s)
{
    if (s.plan.synchronisation != Synchronisation::all_reduce)
        return "a parameter server replaces the collective";
    return s.assumptions.collective_model >= CollectiveModel::alpha_beta
        ? ""
        : "the collective model knows one algorithm; choose latency + bandwidth";
}
std::string_view onlySplitLayers(const Scenario& s)
{
    if (s.plan.tensor_parallel <= 1)
        return "layers are not split";
    return s.assumptions.compute_model == ComputeModel::kernels ? "" : "compute time is one sustained rate";
}
std::string_view onlySharded(const Scenario& s)
{
    if (s.assumptions.overlap_model == OverlapModel::fixed || s.assumptions.compute_model == ComputeModel::sustained)
        return "weights are gathered at once; choose kernels and the windows of the software";
    return s.plan.zero_stage >= 3 ? "" : "weights are not sharded";
}
std::string_view onlyTransformer(const Scenario& s)
{
    return s.workload.kind == ModelKind::generic ? "a generic model has no layers to split" : "";
}
std::string_view onlyFailures(const Scenario& s)
{
    return s.assumptions.failures ? "" : "failures are left out";
}

/// An interleaved schedule has two chunks at least, every other has one.
void followSchedule(Scenario& s)
{
    const bool interleaved = s.plan.pipeline_schedule == PipelineSchedule::interleaved;
    s.plan.virtual_stages = interleaved ? std::max(2.0, s.plan.virtual_stages) : 1;
}
/// More chunks than one make the schedule an interleaved one.
void followChunks(Scenario& s)
{
    PipelineSchedule& schedule = s.plan.pipeline_schedule;
    if (s.plan.virtual_stages > 1)
        schedule = PipelineSchedule::interleaved;
    else if (schedule == PipelineSchedule::interleaved)
        schedule = PipelineSchedule::one_f_one_b;
}

} // namespace

std::span<const Parameter> plan()
{
    static const Parameter records[] = {
        leading<room, &Plan::tensor_parallel, followReplicas>({
            .id = "plan.tensor_parallel",
            .topic = "Layout",
            .label = "Tensor parallel",
            .symbol = "t",
            .scale = Scale::power_of_two,
            .min = 1,
            .max = 1024,
            .slider_max = 64,
            .help = "GPUs that split every layer between them. Two collectives a layer forward and two backward.",
            .formula = "payload of a collective = 2·b·S·h bytes",
            .source = bottlenecks,
            .idle = onlyTransformer,
        }),
        leading<room, &Plan::pipeline_parallel, followReplicas>({
            .id = "plan.pipeline_parallel",
            .topic = "Layout",
            .label = "Pipeline parallel",
            .symbol = "p",
            .scale = Scale::power_of_two,
            .min = 1,
            .max = 1024,
            .slider_max = 64,
            .help = "Stages of layers, run one micro-batch after the other (1F1B).",
            .formula = "bubble fraction = (p−1)/(m+p−1)",
            .source = "Communication wall, 1F1B",
            .idle = onlyTransformer,
        }),
        leading<room, &Plan::context_parallel, followReplicas>({
            .id = "plan.context_parallel",
            .topic = "Layout",
            .label = "Context parallel",
            .symbol = "c",
            .scale = Scale::power_of_two,
            .min = 1,
            .max = 1024,
            .slider_max = 64,
            .help = "GPUs that split the sequence between them and exchange keys and values.",
            .formula = "tokens on a GPU = b·S/c",
            .source = "Ring attention, Liu et al. 2023",
            .idle = onlyTransformer,
        }),
        plain<room, &Plan::sequence_parallel>({
            .id = "plan.sequence_parallel",
            .topic = "Layout",
            .label = "Sequence parallel",
            .scale = Scale::flag,
            .help = "Norms and residuals are split by the tensor-parallel group too: less traffic and memory, the same "
                    "bytes sent.",
            .formula = "hidden-wide traffic / t",
            .source = "Korthikanti et al. 2022",
            .idle = onlySplitLayers,
        }),
        leading<room, &Plan::pipeline_schedule, followSchedule>(choosing<schedules>({
            .id = "plan.pipeline_schedule",
            .topic = "Layout",
            .label = "Pipeline schedule",
            .help = "The order of forward and backward passes. GPipe and 1F1B wait equally long, but GPipe holds every "
                    "micro-batch at once. Interleaving shortens the wait and sends more messages.",
            .formula = "in flight on the first stage: m, min(p, m), min(p + (p−1)/v, m)",
            .source = "Huang et al. 2019, GPipe; Narayanan et al. 2021, PTD-P",
            .idle = onlyPipeline,
        })),
        leading<room, &Plan::virtual_stages, followChunks>({
            .id = "plan.virtual_stages",
            .topic = "Layout",
            .label = "Interleaved chunks",
            .symbol = "v",
            .scale = Scale::integer,
            .min = 1,
            .max = 128,
            .slider_max = 16,
            .help =
                "Chunks of layers per stage, which make the schedule interleaved. More chunks shrink the bubble and "
                "send more messages.",
            .formula = "bubble time = (p−1)/v × time of a micro-batch",
            .source = "Communication wall, 1F1B",
            .idle = onlyPipeline,
        }),
        plain<room, &Plan::expert_parallel>({
            .id = "plan.expert_parallel",
            .topic = "Layout",
            .label = "Expert parallel",
            .symbol = "e",
            .scale = Scale::power_of_two,
            .min = 1,
            .max = 4096,
            .slider_max = 256,
            .help = "Replicas among which the experts are spread. Every layer then sends tokens there and back.",
            .formula = "all-to-all = 2 each way a layer, (e−1)/e of 2·b·S·k·h bytes",
            .source = "Communication wall, mixture of experts",
            .idle = onlyExperts,
        }),
        leading<room, &Plan::accumulation, followReplicaBatch>({
            .id = "plan.accumulation",
            .topic = "Layout",
            .label = "Gradient accumulation",
            .symbol = "m",
            .scale = Scale::power_of_two,
            .min = 1,
            .max = most_accumulation,
            .slider_max = 1024,
            .help =
                "Micro-batches of a replica before its gradients are synchronised; the pipeline's micro-batches too. "
                "The global batch follows.",
            .formula = "γ falls by m",
            .source = "Communication wall, gradient accumulation",
        }),
        plain<room, &Plan::zero_stage>({
            .id = "plan.zero_stage",
            .topic = "Memory",
            .label = "ZeRO stage",
            .scale = Scale::integer,
            .min = 0,
            .max = 3,
            .help =
                "What the replicas share out: 1 optimizer, 2 and gradients, 3 and weights (FSDP). Stage 3 sends half "
                "as much again.",
            .formula = "bytes of the shared kind / K; stage 3 traffic × 1.5",
            .source = "Distributed roofline, section 2: FSDP",
            .idle = onlyReplicas,
        }),
        plain<room, &Plan::shard_group>({
            .id = "plan.shard_group",
            .topic = "Memory",
            .label = "Sharding group",
            .scale = Scale::integer,
            .min = 0,
            .max = 1048576,
            .slider_max = 512,
            .help = "Replicas that share out one copy of the weights (HSDP), usually those of a node; 0 means all.",
            .formula = "gather over the group, all-reduce of a shard between groups",
            .source = "Zhao et al. 2023, PyTorch FSDP",
            .idle = onlySharded,
        }),
        plain<room, &Plan::recompute>(choosing<recomputes>({
            .id = "plan.recompute",
            .topic = "Memory",
            .label = "Recompute activations",
            .help = "Computes activations again in the backward pass instead of keeping them.",
            .formula = "full: hardware FLOPs = 4/3 of model FLOPs",
            .source = "Korthikanti et al. 2022",
            .idle = onlyTransformer,
        })),
        plain<room, &Plan::gradient_precision>(choosing<gradients>({
            .id = "plan.gradient_precision",
            .topic = "Gradients",
            .label = "Gradient precision",
            .help = "Format in which gradients cross the network.",
            .formula = "gradient bytes = N × bytes per gradient",
            .source = "Network bottleneck calculation, step 1",
            .idle = onlyReplicas,
        })),
        plain<room, &Plan::gradient_compression>({
            .id = "plan.gradient_compression",
            .topic = "Gradients",
            .label = "Gradient compression",
            .unit = Unit::factor,
            .scale = Scale::logarithmic,
            .min = 1,
            .max = 10000,
            .slider_max = 1000,
            .help = "How many times smaller the payload gets (PowerSGD and its kin). Costs some convergence.",
            .formula = "payload = gradient bytes / compression",
            .source = "Scaling-efficiency simulator, research frontier",
            .idle = onlyReplicas,
        }),
        plain<room, &Plan::synchronisation>(choosing<synchronisations>({
            .id = "plan.synchronisation",
            .topic = "Gradients",
            .label = "Synchronisation",
            .help =
                "Asynchronous training has no barrier and so no waiting for stragglers, but its gradients are stale.",
            .formula = "parameter server: 2·S/B × max(1, K/servers)",
            .source = bottlenecks,
            .idle = onlyReplicas,
        })),
        plain<room, &Plan::parameter_servers>({
            .id = "plan.parameter_servers",
            .topic = "Gradients",
            .label = "Parameter servers",
            .scale = Scale::power_of_two,
            .min = 1,
            .max = 1048576,
            .slider_max = 4096,
            .help = "Servers that share the parameters, each on a network port of its own.",
            .formula = "parameter server: 2·S/B × max(1, K/servers)",
            .source = bottlenecks,
            .idle = onlyServers,
        }),
        plain<room, &Plan::sync_every>({
            .id = "plan.sync_every",
            .topic = "Gradients",
            .label = "Synchronise every",
            .symbol = "H",
            .scale = Scale::power_of_two,
            .min = 1,
            .max = 1e6,
            .slider_max = 1024,
            .help = "Local steps between two synchronisations (local SGD, DiLoCo). Costs some convergence.",
            .formula = "communication per step / H",
            .source = bottlenecks,
            .idle = onlyReplicas,
        }),
        plain<room, &Plan::collective>(choosing<algorithms>({
            .id = "plan.collective",
            .topic = "Gradients",
            .label = "Collective algorithm",
            .help = "A ring is best for bandwidth and takes 2(K−1) hops; a tree takes 2·log₂K. A switch that adds up "
                    "halves what a GPU sends; its GPU says whether it can.",
            .formula = "ring 2(K−1) steps, tree log₂K deep, in the switch (1 + 1/g)·S a GPU",
            .source = "Communication wall, collective algorithms",
            .idle = onlyAlgorithms,
        })),
        plain<room, &Plan::bucket_bytes>({
            .id = "plan.bucket_bytes",
            .topic = "Gradients",
            .label = "Bucket size",
            .unit = Unit::bytes,
            .scale = Scale::logarithmic,
            .min = 1e3,
            .max = 1e13,
            .slider_min = 100e3,
            .slider_max = 10e9,
            .help = "Gradients are sent in buckets of this size. Each bucket pays the latency of a collective.",
            .formula = "latency = payload / bucket × latency of a collective",
            .source = "Distributed roofline, section 3: protocol overhead",
            .idle = onlyAlgorithms,
        }),
        plain<room, &Plan::checkpoint_every_s>({
            .id = "plan.checkpoint_every",
            .topic = "Checkpoints",
            .label = "Checkpoint every",
            .symbol = "τ",
            .unit = Unit::seconds,
            .scale = Scale::linear,
            .min = 0,
            .max = 1e7,
            .slider_max = 14400,
            .help = "Time between two checkpoints. 0 takes the interval that loses least.",
            .formula = "τ = √(2·c·M)",
            .source = "Young 1974; Daly 2006",
            .idle = onlyFailures,
        }),
        plain<room, &Plan::checkpoint_write_s>({
            .id = "plan.checkpoint_write",
            .topic = "Checkpoints",
            .label = "Checkpoint takes",
            .symbol = "c",
            .unit = Unit::seconds,
            .scale = Scale::linear,
            .min = 0,
            .max = 1e5,
            .slider_max = 600,
            .help = "Time that training stands still to write a checkpoint; little when it is written asynchronously. "
                    "The default is an assumption.",
            .formula = "lost = c/τ + (τ/2 + c + R)/M",
            .source = "Young 1974; Daly 2006",
            .idle = onlyFailures,
        }),
    };
    return records;
}

} // namespace kneepoint::fields
