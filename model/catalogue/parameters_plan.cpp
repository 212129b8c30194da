// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/parameter_fields.h"
#include "model/scenario/scenario.h"

namespace kneepoint::fields {
namespace {

constexpr auto room = &Scenario::plan;
constexpr auto bottlenecks = "Communication bottlenecks and scaling limits";

constexpr Choice schedules[] = {{"gpipe", "GPipe", "all forward passes, then all backward passes"},
    {"1f1b", "1F1B", "one forward, one backward"},
    {"interleaved", "Interleaved 1F1B", "several model chunks per stage"},
    {"breadth-first", "Breadth-first", "all micro-batches through one chunk after another"},
    {"zb-h1", "Zero bubble, ZB-H1", "gradients of weights fill the bubble"},
    {"zb-v", "Zero bubble, ZB-V", "the same in two chunks, there and back"},
    {"dualpipe", "DualPipe", "two copies of the model, in both directions"},
    {"dualpipe-v", "DualPipeV", "the same with one copy, there and back"}};
constexpr Choice context_exchanges[] = {{"ring", "Ring", "keys and values, hidden behind attention"},
    {"all-gather", "All-gather", "keys and values, before attention"},
    {"ulysses", "Ulysses", "pieces of the sequence for heads"},
    {"hierarchical", "Hierarchical", "Ulysses in a node, a ring between nodes"}};
constexpr Choice dispatches[] = {{"stack", "As the software does"}, {"all-to-all", "All-to-all", "once to each expert"},
    {"once-per-node", "DeepEP", "once to each node"}, {"all-gather", "All-gather", "every token to every rank"},
    {"hybridep", "HybridEP", "once to each node, and in it once to each GPU"}};
constexpr Choice orders[] = {{"dp-inside", "TP-CP-EP-DP-PP", "Megatron's: the GPUs of a stage are next to each other"},
    {"pp-inside", "TP-CP-PP-DP", "as for Llama 3: the stages of a pipeline are next to each other"}};
constexpr Choice recomputes[] = {
    {"none", "None"}, {"selective", "Selective", "attention scores only"}, {"full", "Full", "recompute every layer"}};
constexpr Choice optimizers[] = {{"adamw", "AdamW", "two moments per parameter"},
    {"adamw-8bit", "AdamW, 8-bit", "moments in 8 bits"}, {"adafactor", "Adafactor", "no moments per parameter"},
    {"lion", "Lion", "one moment"}, {"sgd", "SGD with momentum", "one moment"},
    {"muon", "Muon", "one moment; updates of whole matrices are orthogonalized"}};
constexpr Choice offloads[] = {{"none", "None"}, {"optimizer", "Optimizer state", "updated by the CPU"},
    {"optimizer-and-parameters", "Optimizer state and weights", "weights are sent layer by layer"},
    {"activations", "Activations"}};
constexpr Choice gradients[] = {{"fp32", "FP32, 4 bytes"}, {"bf16", "BF16 or FP16, 2 bytes"}, {"fp8", "FP8, 1 byte"}};
constexpr Choice synchronizations[] = {{"all-reduce", "All-reduce", "synchronous"},
    {"parameter-server", "Parameter server, asynchronous", "no barrier, stale gradients"},
    {"server-barrier", "Parameter server, synchronous", "servers reply once all workers have sent"}};
constexpr Choice algorithms[] = {{"auto", "Automatic", "the fastest available"}, {"ring", "Ring"}, {"tree", "Tree"},
    {"hierarchical", "Hierarchical", "reduce within nodes, across nodes, broadcast within nodes"},
    {"nvls", "In-switch (NVLS)", "NVSwitch reduces; ring where unsupported"}};

std::string_view onlyPipeline(const Scenario& s)
{
    return s.plan.pipeline_parallel <= 1 ? "there is only one pipeline stage" : "";
}
std::string_view onlyOwnStages(const Scenario& s)
{
    if (s.assumptions.compute_model != ComputeModel::kernels)
        return "the compute model is a sustained rate";
    return turnsBack(s.plan.pipeline_schedule) ? "every stage has layers from both ends" : onlyPipeline(s);
}
std::string_view onlyExperts(const Scenario& s)
{
    // What a model with experts has left behind can be reset: no framework starts a dense model with it.
    return s.workload.experts <= 1 && s.plan.expert_parallel <= 1 ? "the model has no experts" : "";
}
std::string_view onlyDispatched(const Scenario& s)
{
    if (const std::string_view idle = onlyExperts(s); !idle.empty())
        return idle;
    return s.plan.expert_parallel <= 1 ? "every rank has all experts" : onlyByLayer(s);
}
std::string_view onlySequences(const Scenario& s)
{
    return s.plan.context_parallel <= 1 ? "context parallelism is off" : onlyByLayer(s);
}
std::string_view onlyLevels(const Scenario& s)
{
    return s.plan.context_exchange == ContextExchange::hierarchical ? onlySequences(s)
                                                                    : "context parallelism has one level";
}
std::string_view onlyGathered(const Scenario& s)
{
    if (s.plan.zero_stage < 3)
        return "no weights are sharded";
    return timesGathers(s) ? "" : "the compute model is a sustained rate";
}
/// State and gradients of one replica still need memory, which is counted kernel by kernel.
std::string_view onlyState(const Scenario& s)
{
    return s.assumptions.compute_model == ComputeModel::kernels ? "" : onlyReplicas(s);
}
std::string_view onlyBarriers(const Scenario& s)
{
    return s.assumptions.stragglers || s.assumptions.sync_delay_s > 0 ? "" : onlyReplicas(s);
}
std::string_view onlyServers(const Scenario& s)
{
    return s.plan.synchronization == Synchronization::all_reduce ? "gradients are synchronized by all-reduce" : "";
}
std::string_view onlyAlgorithms(const Scenario& s)
{
    if (s.plan.synchronization != Synchronization::all_reduce && gpusPerReplica(s) <= 1)
        return "a parameter server replaces the collective";
    return s.assumptions.collective_model >= CollectiveModel::alpha_beta
        ? ""
        : "the collective model has one algorithm; choose latency + bandwidth";
}
std::string_view onlyBuckets(const Scenario& s)
{
    const bool has_latency = s.assumptions.collective_model >= CollectiveModel::alpha_beta; // of each bucket
    return has_latency || s.assumptions.overlap_model == OverlapModel::stack ? "" : onlyAlgorithms(s);
}
std::string_view onlySplitLayers(const Scenario& s)
{
    return s.plan.tensor_parallel <= 1 ? "tensor parallelism is off" : onlyByLayer(s);
}
std::string_view onlySharded(const Scenario& s)
{
    if (s.assumptions.overlap_model == OverlapModel::fixed || s.assumptions.compute_model == ComputeModel::sustained)
        return "weights are gathered all at once; choose the kernel-level compute model and the stack's overlap model";
    return s.plan.zero_stage >= 1 ? "" : "no training state is sharded";
}
std::string_view onlyLayers(const Scenario& s)
{
    return s.workload.kind == ModelKind::generic ? "a generic model has no layers to split" : "";
}

} // namespace

std::span<const Parameter> plan()
{
    static const Parameter records[] = {
        leading<room, &Plan::tensor_parallel, Follows::batch>("plan.tensor_parallel", "Tensor parallel",
            {.scale = Scale::power_of_two, .range = {.min = 1, .max = 1024, .slider_max = 64}},
            "GPUs that each hold a slice of every layer. Two collectives per layer in the forward pass and two in the "
            "backward pass.",
            {"payload of a collective = 2·b·S·h bytes", "microBatch", bottlenecks},
            {.topic = "Layout", .brief = "Tensor", .symbol = "t", .idle = onlyLayers}),
        leading<room, &Plan::pipeline_parallel, Follows::batch>("plan.pipeline_parallel", "Pipeline parallel",
            {.scale = Scale::power_of_two, .range = {.min = 1, .max = 1024, .slider_max = 64}},
            "Number of pipeline stages, each with a contiguous block of layers.",
            {"bubble fraction = (p−1)/(m+p−1)", "addKernels", "Communication wall, 1F1B"},
            {.brief = "Pipeline", .symbol = "p", .idle = onlyLayers}),
        leading<room, &Plan::context_parallel, Follows::batch>("plan.context_parallel", "Context parallel",
            {.scale = Scale::power_of_two, .range = {.min = 1, .max = 1024, .slider_max = 64}},
            "GPUs that each hold part of the sequence and exchange keys and values.",
            {"tokens per GPU = b·S/c", "placementOf", "Ring attention, Liu et al. 2023"},
            {.brief = "Context", .symbol = "c", .idle = onlyLayers}),
        plain<room, &Plan::context_exchange>("plan.context_exchange", "Context exchange", oneOf<context_exchanges>,
            "How context-parallel GPUs get at each other's keys and values. A ring hides behind attention and sends as "
            "much with any number of ranks; Ulysses sends heads instead, less with more ranks, but waits for them, and "
            "needs at least as many heads as ranks. Hierarchical is Ulysses among neighbors, whose number is set "
            "below, and a ring between their groups.",
            {"ring: 2·S·kv·d·(c−1)/c; Ulysses: (2a + 2kv)·d·S/c·(c−1)/c elements per layer, forward; hierarchical with "
             "i neighbors: Ulysses with i for c in (c−1)/c, ring with c/i for c and 1/i of the heads",
                "microBatch",
                "Liu et al. 2023, Ring Attention; Jacobs et al. 2023, arXiv:2309.14509; Megatron-Core, cp_comm_type"},
            {.brief = "Exchange", .idle = onlySequences}),
        plain<room, &Plan::context_inner>("plan.context_inner", "Neighbors that exchange heads",
            {.scale = Scale::integer, .range = {.max = 1024, .slider_max = 64}},
            "Context-parallel ranks of a group in which hierarchical context parallelism runs Ulysses. 1 is a ring, as "
            "many as there are ranks is Ulysses; 0: those of a node. Of a number that does not divide the ranks, the "
            "next smaller one that does.",
            {"c = i × ranks of the ring", "contextLevels",
                "Megatron-Core, --cp-comm-type a2a+p2p and --hierarchical-context-parallel-sizes"},
            {.brief = "Neighbors", .symbol = "i", .idle = onlyLevels}),
        plain<room, &Plan::sequence_parallel>("plan.sequence_parallel", "Sequence parallel", flag,
            "Norms and residuals are also split across the tensor-parallel group: less HBM traffic and memory at the "
            "same communication volume.",
            {"hidden-size traffic / t", "denseLayer", "Korthikanti et al. 2022"},
            {.brief = "Seq. parallel", .idle = onlySplitLayers}),
        leading<room, &Plan::pipeline_schedule, Follows::schedule>("plan.pipeline_schedule", "Pipeline schedule",
            oneOf<schedules>,
            "Order of forward and backward passes. GPipe and 1F1B have the same bubble, but GPipe keeps all "
            "micro-batches in flight. Interleaving shrinks the bubble and sends more messages; breadth-first does the "
            "same with all micro-batches in flight, and gathers sharded weights once for all of them. Zero-bubble "
            "schedules compute gradients of weights apart and fill the bubble with them; where weights are frozen, "
            "there is nothing to fill it with. DualPipe hides the all-to-all of experts behind another micro-batch, "
            "and holds the model twice. Planning takes only what the software offers.",
            {"bubble: 1F1B (p−1)(F+B); interleaved, breadth-first (p−1)(F+B)/v; ZB-H1 (p−1)(F+B−2W); ZB-V (p−1)/2·(B−W "
             "+ max(0, B−3W)); DualPipe (p/2−1)(F&B+B−3W)",
                "waitPerRound",
                "Huang et al. 2019, GPipe; Narayanan et al. 2021, PTD-P; Lamy-Poirier 2022, arXiv:2211.05953; Qi et "
                "al. 2023, arXiv:2401.10241; deepseek-ai/DualPipe, README"},
            {.brief = "Schedule", .idle = onlyPipeline}),
        leading<room, &Plan::virtual_stages, Follows::schedule>("plan.virtual_stages", "Virtual pipeline stages (VPP)",
            {.scale = Scale::integer, .range = {.min = 1, .max = 128, .slider_max = 16}},
            "Model chunks per pipeline stage; more than one needs the interleaved or the breadth-first schedule. More "
            "chunks shrink the bubble and send more messages.",
            {"bubble time = (p−1)/v × micro-batch time", "addKernels", "Communication wall, 1F1B"},
            {.brief = "Virtual stages", .symbol = "v", .idle = onlyPipeline}),
        plain<room, &Plan::first_stage_layers>("plan.first_stage_layers", "Layers of the first stage",
            {.scale = Scale::integer, .range = {.max = 10000, .slider_max = 32}},
            "Fewer layers on the first stage make up for the embedding, or for the activations that it keeps longest; "
            "the other stages share the rest evenly. 0: as the software divides the layers.",
            {"layers of the others = (L − first − last)/(p − 2)", "StageLayers",
                "Megatron-LM, --decoder-first-pipeline-num-layers"},
            {.brief = "First stage", .idle = onlyOwnStages}),
        plain<room, &Plan::last_stage_layers>("plan.last_stage_layers", "Layers of the last stage",
            {.scale = Scale::integer, .range = {.max = 10000, .slider_max = 32}},
            "Fewer layers on the last stage make up for the output layer and the loss; the other stages share the rest "
            "evenly. 0: as the software divides the layers.",
            {"layers of the others = (L − first − last)/(p − 2)", "StageLayers",
                "Megatron-LM, --decoder-last-pipeline-num-layers"},
            {.brief = "Last stage", .idle = onlyOwnStages}),
        plain<room, &Plan::rank_order>("plan.rank_order", "Order of the ranks", oneOf<orders>,
            "Which ranks are on neighboring GPUs, innermost first. What comes last communicates over the longest ways: "
            "pipeline stages, or the replicas that synchronize gradients.",
            {"GPUs between two stages: t·c·K, or t·c with the pipeline inside", "crossing",
                "Megatron-Core, parallel_state.py; The Llama 3 Herd of Models, section 3.3.2"},
            {.brief = "Rank order", .idle = onlyPipeline}),
        leading<room, &Plan::expert_parallel, Follows::experts>("plan.expert_parallel", "Expert parallel",
            {.scale = Scale::power_of_two, .range = {.min = 1, .max = 4096, .slider_max = 256}},
            "Replicas across which the experts are distributed. Each MoE layer then runs two all-to-alls per pass.",
            {"2 all-to-alls per layer and pass, each (e−1)/e of 2·b·S·k·h bytes", "allToAll",
                "Communication wall, mixture of experts"},
            {.brief = "Expert", .symbol = "e", .idle = onlyExperts}),
        plain<room, &Plan::expert_dispatch>("plan.expert_dispatch", "Expert dispatcher", oneOf<dispatches>,
            "How tokens get to their experts. DeepEP sends a token once to each node and on from there, which matters "
            "for bytes between nodes. HybridEP also sends it once to each GPU of a node or NVLink domain instead of "
            "once to each expert, which matters where the domain has all of them (NVL72). The SMs that they take, 4 to "
            "24 of 132, are part of the overlap that was measured. An all-gather sends every token to every rank, "
            "which can pay with few ranks and many experts per token.",
            {"copies per token: k; E[nodes reached] between nodes; HybridEP in a node: E[ranks reached]; e−1",
                "microBatch", "Megatron-Core, --moe-token-dispatcher-type; deepseek-ai/DeepEP; arXiv:2603.07685"},
            {.brief = "Dispatcher", .idle = onlyDispatched}),
        leading<room, &Plan::accumulation, Follows::batch>("plan.accumulation", "Gradient accumulation",
            {.scale = Scale::power_of_two, .range = {.min = 1, .max = most_accumulation, .slider_max = 1024}},
            "Micro-batches per replica and step before gradients are synchronized; also the number of pipeline "
            "micro-batches. The global batch size follows.",
            {"γ decreases by a factor of m", "evaluate", "Communication wall, gradient accumulation"},
            {.brief = "Accumulation", .symbol = "m", .fractional = true}),
        plain<room, &Plan::zero_stage>("plan.zero_stage", "ZeRO stage", {.scale = Scale::integer, .range = {.max = 3}},
            "State sharded across replicas: 1 optimizer, 2 also gradients, 3 also weights (FSDP). Stage 3 moves 1.5× "
            "the bytes.",
            {"bytes of sharded state / K; stage 3 traffic × 1.5", "trainingState",
                "Distributed roofline, section 2: FSDP"},
            {.topic = "Memory", .idle = onlyState}),
        plain<room, &Plan::shard_group>("plan.shard_group", "Sharding group size",
            {.scale = Scale::integer, .range = {.max = 1048576, .slider_max = 512}},
            "Replicas that shard one copy of the training state between them (at stage 3, HSDP), usually within a "
            "node; 0 means all.",
            {"all-gather within the group, all-reduce of each shard across groups", "linksInStep",
                "Zhao et al. 2023, PyTorch FSDP"},
            {.brief = "Shard group", .idle = onlySharded}),
        plain<room, &Plan::quantized_gather>("plan.quantized_gather", "Quantized weight gather (ZeRO++)", flag,
            "ZeRO stage 3 gathers the weights of layers in 8 bits, with a scale per 256 of them, and writes them in 16 "
            "bits again: half the bytes on the network for one more pass over the weights. Not for QLoRA, whose "
            "weights have 4 bits.",
            {"bytes per gathered weight: 1.016 instead of 2", "placementOf",
                "Wang et al. 2023, ZeRO++, arXiv:2306.10209"},
            {.brief = "8-bit gather", .idle = onlyGathered}),
        plain<room, &Plan::recompute>("plan.recompute", "Activation recomputation", oneOf<recomputes>,
            "Recomputes activations in the backward pass instead of storing them (activation checkpointing).",
            {"full: hardware FLOPs = 4/3 of model FLOPs", "recomputeFactor", "Korthikanti et al. 2022"},
            {.brief = "Recompute", .idle = onlyLayers}),
        leading<room, &Plan::optimizer, Follows::optimizer>("plan.optimizer", "Optimizer", oneOf<optimizers>,
            "Sets the bytes of moments per parameter and the time of the update. Muon needs whole matrices: they are "
            "shared out among the ranks that shard the optimizer state, and gathered where tensor parallelism or ZeRO "
            "stage 3 has divided them.",
            {"Muon: 5 × (4·n²·m + 2·n³) FLOPs per n × m matrix of layers, n ≤ m", "optimizerUpdate",
                "Rajbhandari et al. 2020 (ZeRO); Muon is scalable for LLM training, arXiv:2502.16982"}),
        leading<room, &Plan::moment_bytes, Follows::optimizer>("plan.moment_bytes", "Optimizer moments",
            {.unit = Unit::bytes, .range = {.max = 16, .slider_max = 8}},
            "Bytes of optimizer moments per parameter: 8 for Adam in FP32, 4 in BF16, 2 for 8-bit Adam, 4 for SGD with "
            "momentum, 0 for plain SGD. The optimizer sets it; Muon keeps twice as many for embeddings.",
            {"optimizer = (master weight + moments) × parameters, sharded from ZeRO-1 on", "memoryUse",
                "Rajbhandari et al. 2020 (ZeRO), section 3.1; Dettmers et al. 2022, 8-bit optimizers"},
            {.brief = "Moments"}),
        plain<room, &Plan::offload>("plan.offload", "Offload to host memory", oneOf<offloads>,
            "Keeps training state or activations in host memory. Optimizer state costs time once per step, for the "
            "CPU's update; weights and activations cross the host link with every micro-batch.",
            {"update = max(gradients down, weights up, CPU Adam); streams hide behind the rest of the step",
                "offloadTime", "Ren et al. 2021, ZeRO-Offload; PyTorch CPUOffloadPolicy"},
            {.brief = "Offload"}),
        plain<room, &Plan::gradient_precision>("plan.gradient_precision", "Gradient precision", oneOf<gradients>,
            "Number format of gradients on the network.",
            {"gradient bytes = N × bytes per gradient", "placementOf", "Network bottleneck calculation, step 1"},
            {.topic = "Gradients", .brief = "Gradients", .idle = onlyState}),
        plain<room, &Plan::gradient_compression>("plan.gradient_compression", "Gradient compression",
            {.unit = Unit::factor, .scale = Scale::logarithmic, .range = {.min = 1, .max = 10000, .slider_max = 1000}},
            "Compression ratio of the gradient payload (PowerSGD and similar). Lossy: can slow convergence.",
            {"payload = gradient bytes / compression", "placementOf",
                "Scaling-efficiency simulator, research frontier"},
            {.brief = "Compression", .idle = onlyReplicas}),
        plain<room, &Plan::synchronization>("plan.synchronisation", "Synchronization", oneOf<synchronizations>,
            "Asynchronous training has no barrier and does not wait for stragglers, but gradients are stale.",
            {"parameter server: 2·S/B × max(1, K/servers)", "parameterServer", bottlenecks},
            {.brief = "Sync", .idle = onlyBarriers}),
        plain<room, &Plan::parameter_servers>("plan.parameter_servers", "Parameter servers",
            {.scale = Scale::power_of_two, .range = {.min = 1, .max = 1048576, .slider_max = 4096}},
            "Servers across which the parameters are sharded, each on a machine of its own.",
            {"parameter server: 2·S/B × max(1, K/servers)", "parameterServer", bottlenecks},
            {.brief = "Servers", .idle = onlyServers}),
        plain<room, &Plan::sync_every>("plan.sync_every", "Sync interval H",
            {.scale = Scale::power_of_two, .range = {.min = 1, .max = 1e6, .slider_max = 1024}},
            "Local steps between synchronizations (local SGD, DiLoCo). Can slow convergence.",
            {"communication per step / H", "addSynchronization", bottlenecks},
            {.brief = "Sync interval", .symbol = "H", .idle = onlyReplicas}),
        plain<room, &Plan::outer_every>("plan.outer_every", "Steps between exchanges of sites",
            {.scale = Scale::logarithmic, .range = {.min = 1, .max = 1e6, .slider_max = 1000}},
            "Inner steps of a site until it has exchanged the change of all parameters with the others. DiLoCo uses "
            "500, Streaming DiLoCo 100; more can slow convergence.",
            {"exchanges per step = fragments / steps", "evaluate",
                "Douillard et al. 2023, arXiv:2311.08105; Douillard et al. 2025, arXiv:2501.18512"},
            {.brief = "Site interval", .idle = onlySites}),
        plain<room, &Plan::outer_fragments>("plan.outer_fragments", "Fragments of an exchange",
            {.scale = Scale::integer, .range = {.min = 1, .max = 1024, .slider_max = 64}},
            "Parts of the model that are exchanged in turn, evenly over the interval, so that the link is used all the "
            "time at a fraction of the peak. 1: all parameters at once.",
            {"bytes of an exchange / fragments", "siteExchange",
                "Douillard et al. 2025, Streaming DiLoCo, arXiv:2501.18512"},
            {.brief = "Fragments", .idle = onlySites}),
        plain<room, &Plan::outer_overlap>("plan.outer_overlap", "Steps to overlap an exchange with",
            {.unit = Unit::none, .range = {.max = 1e6, .slider_max = 100}},
            "Steps that a site goes on computing while a fragment is exchanged, before it applies the result. At most "
            "until the next fragment is due. 0: it waits.",
            {"exposed = max(0, time of a fragment − min(overlap, interval / fragments) × step)", "evaluate",
                "Douillard et al. 2025, Streaming DiLoCo, arXiv:2501.18512"},
            {.brief = "Overlap", .idle = onlySites}),
        plain<room, &Plan::outer_bytes>("plan.outer_bytes", "Bytes per parameter between sites",
            {.range = {.min = 0.125, .max = 4}},
            "In which the change of a parameter is sent: 4 in FP32, 0.5 in the 4 bits of Streaming DiLoCo.",
            {"payload = trained parameters × bytes", "siteExchange",
                "Douillard et al. 2025, Streaming DiLoCo, arXiv:2501.18512"},
            {.brief = "Bytes", .idle = onlySites}),
        plain<room, &Plan::collective>("plan.collective", "Collective algorithm", oneOf<algorithms>,
            "A ring is bandwidth-optimal and takes 2(K−1) hops; a tree takes 2·log₂K. In-switch reduction halves the "
            "bytes each GPU sends, where the hardware supports it.",
            {"ring: 2(K−1) steps; tree: depth log₂K; in-switch: (1 + 1/g)·S per GPU", "allReduce",
                "Communication wall, collective algorithms"},
            {.brief = "Collective", .idle = onlyAlgorithms}),
        plain<room, &Plan::bucket_bytes>("plan.bucket_bytes", "Bucket size",
            logarithmic(Unit::bytes, {.min = 1e3, .max = 1e13, .slider_min = 100e3, .slider_max = 10e9}),
            "Gradients are reduced in buckets of this size. Each bucket pays the latency of one collective.",
            {"latency = payload / bucket × latency of a collective", "addSynchronization",
                "Distributed roofline, section 3: protocol overhead"},
            {.idle = onlyBuckets}),
        plain<room, &Plan::checkpoint_every_s>("plan.checkpoint_every", "Checkpoint interval",
            {.unit = Unit::seconds, .range = {.max = 1e7, .slider_max = 14400}},
            "Time between checkpoints. 0 uses the optimal interval (Young/Daly).",
            {"τ = √(2·c·M)", "bestCheckpointInterval", "Young 1974; Daly 2006"},
            {.topic = "Checkpoints", .brief = "Interval", .symbol = "τ", .idle = onlyFailures}),
        plain<room, &Plan::checkpoint_write_s>("plan.checkpoint_write", "Checkpoint write time",
            {.unit = Unit::seconds, .range = {.max = 1e5, .slider_max = 600}},
            "Time training is paused to write a checkpoint; short for asynchronous checkpoints. The default is an "
            "assumption.",
            {"goodput = τ/(M·e^(R/M)·(e^((τ + c)/M) − 1))", "goodput", "Young 1974; Daly 2006"},
            {.brief = "Write time", .symbol = "c", .idle = onlyFailures}),
    };
    return records;
}

} // namespace kneepoint::fields
