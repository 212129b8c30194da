// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/parameter_fields.h"
#include "model/constants/formats.h"
#include "model/scenario/scenario.h"

#include <span>

/// How the model is trained: batches, precision, lengths of examples, fine-tuning and the run.
namespace kneepoint::fields {
namespace {

constexpr auto room = &Scenario::workload;
constexpr auto roofline_article = "Distributed roofline, section 1";
constexpr auto network_article = "Network bottleneck calculation";
constexpr auto simulator_chapter = "Scaling-efficiency simulator, Code 15.9.1";
constexpr auto walls = "Scaling-efficiency simulator, section 2: the two walls";

constexpr Choice scalings[] = {{"strong", "Strong (fixed global batch)"}, {"weak", "Weak (fixed batch per replica)"}};
constexpr Choice precisions[] = {{"fp32", "FP32", {}, true}, {"tf32", "TF32"}, {"fp16", "FP16"},
    {"bf16", "BF16", {}, true}, {"fp8", "FP8", {}, true}, {"fp4", "FP4"}, {"mxfp8", "MXFP8", "a scale per 32 elements"},
    {"mxfp4", "MXFP4", "the same in 4 bits"}, {"nvfp4", "NVFP4", "a scale per 16 elements"}};
constexpr Choice narrow_scalings[] = {{"tensor", "Per-tensor", "current or delayed, as the software has it"},
    {"delayed", "Delayed", "per tensor, by earlier steps: one read"},
    {"current", "Current", "per tensor, by its largest element now: two reads"}, {"row", "Per-row", "row-wise scaling"},
    {"block", "Per-block", "by blocks, as DeepSeek-V3"}};
constexpr Choice tunings[] = {{"full", "All parameters"}, {"lora", "LoRA", "low-rank adapters, frozen weights"},
    {"qlora", "QLoRA", "the same, frozen weights in 4 bits"},
    {"frozen-part", "Without the first layers", "they and the embedding are frozen"}};
constexpr Choice lora_targets[] = {{"query-value", "Queries and values", "PEFT's usual choice"},
    {"attention", "Attention", "all four projections"}, {"feed-forward", "Feed-forward"},
    {"all-linear", "All linear layers", "without the output layer"}};
constexpr Choice packings[] = {{"packed", "Packed", "several examples fill a sequence"},
    {"padded", "Padded", "one example a sequence, and padding"}};
constexpr Choice reference_models[] = {{"none", "None", "or its log-probabilities are computed beforehand"},
    {"copy", "Frozen copy"}, {"shared", "Without the adapters", "the frozen weights of LoRA"}};
constexpr Choice goals[] = {{"steps", "Steps"}, {"tokens", "Tokens"}};

std::string_view onlyNarrow(const Scenario& s)
{
    const Precision p = s.workload.precision;
    if ((p == Precision::mxfp8 || p == Precision::mxfp4) && usedFormat(s.cluster, p) == p)
        return "the format has its own blocks";
    if (p < Precision::fp8)
        return "only FP8 and FP4 use scaling factors";
    return timesGathers(s) ? "" : "the compute model is a sustained rate";
}
std::string_view onlySharedOut(const Scenario& s)
{
    if (s.workload.experts <= 1)
        return "the model has no experts";
    return s.plan.expert_parallel > 1 ? "" : "every rank has all experts";
}
std::string_view onlyAdapters(const Scenario& s)
{
    if (s.workload.tuning == Tuning::frozen_part)
        return "no adapters are trained";
    return s.workload.tuning == Tuning::full ? "all parameters are trained" : onlyTransformer(s);
}
std::string_view onlyFrozen(const Scenario& s)
{
    if (s.workload.tuning == Tuning::full)
        return "all parameters are trained";
    return s.workload.tuning == Tuning::frozen_part ? onlyTransformer(s) : "adapters are trained";
}
std::string_view onlyLengths(const Scenario& s)
{
    return s.workload.length_mean > 0 ? onlyTransformer(s) : "every example is as long as the sequence";
}
std::string_view onlyPacked(const Scenario& s)
{
    if (s.workload.packing == Packing::padded)
        return "examples are padded to equal lengths";
    return s.assumptions.compute_model == ComputeModel::kernels ? onlyLengths(s)
                                                                : "the compute model is a sustained rate";
}
std::string_view onlySequences(const Scenario& s)
{
    return s.workload.kind == ModelKind::generic ? "a generic model is measured in examples and has no sequence" : "";
}
std::string_view sequencesOrExamples(const Scenario& s)
{
    return s.workload.kind == ModelKind::transformer && s.workload.sequence_length > 1 ? "seq." : "ex.";
}
std::string_view tokensOf(const Scenario& s)
{
    return s.workload.kind != ModelKind::transformer ? "" : s.workload.sequence_length == 1 ? "token" : "tokens";
}
std::string_view onlySteps(const Scenario& s)
{
    return s.workload.training_goal == TrainingGoal::tokens ? "the goal is a number of tokens" : "";
}
std::string_view onlyTokens(const Scenario& s)
{
    return s.workload.training_goal == TrainingGoal::steps ? "the goal is a number of steps" : "";
}

} // namespace

std::span<const Parameter> workload()
{
    static const Parameter records[] = {
        leading<room, &Workload::batch_per_gpu, Follows::batch>("workload.batch_per_gpu", "Micro-batch size",
            {.scale = Scale::power_of_two,
                .range = {.min = least_batch, .max = most_batch_per_gpu, .slider_min = 1, .slider_max = 65536}},
            "Examples per forward-backward pass of one replica (one GPU, or the GPUs that form a replica through "
            "tensor, context and pipeline parallelism). The global batch size follows.",
            {"global batch = b × accumulation × K", "sumGlobalBatch", simulator_chapter},
            {.brief = "Micro-batch",
                .symbol = "b",
                .headline = true,
                .fractional = true,
                .counts = sequencesOrExamples}),
        leading<room, &Workload::global_batch, Follows::batch>("workload.global_batch", "Global batch size",
            {.scale = Scale::power_of_two,
                .range = {.min = least_batch, .max = most_global_batch, .slider_min = 1, .slider_max = 1048576}},
            "Examples per step over all replicas; \"4M tokens\" also works. Gradient accumulation follows; the "
            "micro-batch changes only where a replica's share is not a whole number of micro-batches.",
            {"accumulation = B / (b × K)", "adaptBatch", simulator_chapter},
            {.topic = "Batch and scaling", .symbol = "B", .fractional = true}),
        plain<room, &Workload::sequence_length>("workload.sequence_length", "Sequence length",
            {.scale = Scale::power_of_two, .range = {.min = 1, .max = 16777216, .slider_max = 1048576}},
            "Tokens per sequence of a batch, including padding. At 1, an example is a single token.",
            {"CI = 3·b·S / bytes per gradient", "roofline", roofline_article},
            {.brief = "Sequence",
                .symbol = "S",
                .headline = true,
                .fractional = true,
                .counts = tokensOf,
                .idle = onlySequences}),
        leading<room, &Workload::scaling, Follows::batch>("workload.scaling", "Scaling", oneOf<scalings>,
            "What stays fixed as GPUs are added: the global batch (strong scaling, shorter steps) or the batch per "
            "replica (weak scaling, larger steps).",
            {"strong S = T(1)/T(K); weak S = K·T(1)/T(K); E = S/K", "scalingCurve",
                "Scaling-efficiency simulator, section 3"}),
        plain<room, &Workload::precision>("workload.precision", "Precision", oneOf<precisions>,
            "Number format of the matrix multiplications. If the GPU does not support it, the next wider format is "
            "used, with a note. MXFP8, MXFP4 and NVFP4 run on the units for FP8 and FP4, at the dense peak, and keep "
            "two scaled copies of the weights beside those in 16 bits. Router, embeddings, output layer, norms and "
            "attention stay in 16 bits, and so do about 16 % of the linear layers with NVFP4.",
            {"compute roof = peak of the precision; copies: 2.06, 1.06 and 0.95 bytes per weight", "usedFormat",
                roofline_article},
            {.headline = true}),
        plain<room, &Workload::expert_imbalance>("workload.expert_imbalance", "Expert imbalance",
            {.unit = Unit::factor, .range = {.min = 1, .max = 64, .slider_max = 4}},
            "Tokens of the fullest expert-parallel rank over the mean. It takes longer in the experts and in the "
            "exchange within a node, and the others wait. 1 where routing is forced to be even, as in most published "
            "benchmarks; 1.05 to 1.22 with an auxiliary loss on real text, 2.6 to 5 early in training.",
            {"tokens per expert rank × λ", "expertLayer",
                "shawntan/scattermoe, issue 10; deepspeedai/DeepSpeed, issue 8213"},
            {.brief = "Imbalance", .symbol = "λ", .idle = onlySharedOut}),
        plain<room, &Workload::narrow_scaling>("workload.narrow_scaling", "FP8/FP4 scaling", oneOf<narrow_scalings>,
            "What shares a scaling factor, and the recipe of FP8. Finer scaling preserves small values but slows GEMMs "
            "down, by blocks on Hopper as on Blackwell. Current scaling reads each tensor once more than delayed "
            "scaling, to find its largest element. With either, copies of the weights in 8 bits take 2 bytes per "
            "weight, 1 on units that scale blocks (Blackwell); with the other choices they are not counted apart.",
            {"GEMM rate × the stack's factor for this scaling; current: 3 passes over inputs instead of 2",
                "kernelRates",
                "TorchTitan benchmarks 2025: row-wise against tensor-wise scaling; Transformer Engine, FP8 Delayed "
                "Scaling"},
            {.idle = onlyNarrow}),
        plain<room, &Workload::measured_example_s>("workload.measured_example_s", "Measured compute per example",
            {.unit = Unit::seconds, .range = {.max = 1e6, .slider_max = 0.1}},
            "Measured forward and backward time per example. 0 computes it from FLOPs.",
            {"t_comp = b × t_ex", "addTextbook", network_article}, {.symbol = "t_ex"}),
        plain<room, &Workload::tuning>("workload.tuning", "Fine-tuning method", oneOf<tunings>,
            "LoRA trains small adapters beside frozen weights: no gradients, optimizer state or gradient "
            "synchronization for the weights, and two of three GEMMs. QLoRA also keeps the matrices of layers in 4 "
            "bits and restores them in every pass. Without its first layers, a model trains the others: no gradient "
            "passes those that are frozen.",
            {"FLOPs per token = 4·N + 6·N_lora instead of 6·N; weights 2 or 0.52 bytes, 16 per adapter parameter; "
             "2·N_f for first layers that are frozen",
                "flopsPerExample", "Hu et al. 2021, LoRA; Dettmers et al. 2023, QLoRA"},
            {.topic = "Fine-tuning", .brief = "Fine-tuning", .idle = onlyTransformer}),
        plain<room, &Workload::lora_rank>("workload.lora_rank", "LoRA rank",
            {.scale = Scale::power_of_two, .range = {.min = 1, .max = 65536, .slider_max = 512}},
            "Rank of the adapters. A higher rank trains more parameters; it hardly changes the step, which depends "
            "more on how many matrices have an adapter.",
            {"N_lora = Σ r·(in + out), each at most in·out", "adapterRank", "Hu et al. 2021, LoRA, section 4.1"},
            {.symbol = "r", .idle = onlyAdapters}),
        plain<room, &Workload::lora_targets>("workload.lora_targets", "LoRA targets", oneOf<lora_targets>,
            "Matrices of each layer that have an adapter. Each adapter adds two small GEMMs to the forward pass, four "
            "to the backward pass, and kernel launches.",
            {"time = Σ of GEMMs over the rank r, forward and backward", "adapterTime",
                "Hu et al. 2021, LoRA, section 4.2"},
            {.brief = "Targets", .idle = onlyAdapters}),
        plain<room, &Workload::frozen_share>("workload.frozen_share", "Frozen share of the layers",
            {.unit = Unit::ratio, .range = {.max = 0.99}},
            "Share of the layers that is not trained, in whole layers from the input on, with the embedding: a vision "
            "tower, the lower half of a language model. They have a forward pass only, and neither gradients nor "
            "optimizer state; their activations are not kept. A tied output layer is frozen with the embedding. 0: all "
            "parameters are trained.",
            {"FLOPs per token = 6·N − 4·N_f", "flopsPerExample", "PyTorch, Autograd mechanics: requires_grad"},
            {.brief = "Frozen share", .idle = onlyFrozen}),
        plain<room, &Workload::reference_model>("workload.reference_model", "Reference model", oneOf<reference_models>,
            "A frozen model that the loss compares with, as in DPO: its forward pass in every step, and a copy of the "
            "weights unless it is the trained model without its adapters. Where all parameters are trained, it is a "
            "copy. A chosen and a rejected answer are two sequences of the batch.",
            {"FLOPs per token = 6·N + 2·N; weights + 2·N bytes for a copy", "flopsPerExample",
                "Rafailov et al. 2023, DPO, section 4"},
            {.idle = onlyTransformer}),
        plain<room, &Workload::length_mean>("workload.length_mean", "Mean length of examples",
            {.range = {.max = 16777216, .slider_max = 16384}},
            "Tokens of an example before packing or padding. 0: as long as the sequence. Longer examples are cut at "
            "the sequence length.",
            {"padding = 1 − ℓ/S", "tokensPerExample", "pytorch/torchtune, README: packed datasets"},
            {.topic = "Lengths of examples",
                .brief = "Mean length",
                .symbol = "ℓ",
                .counts = tokensOf,
                .idle = onlyTransformer}),
        plain<room, &Workload::length_spread>("workload.length_spread", "Spread of lengths",
            {.unit = Unit::ratio, .range = {.max = 10, .slider_max = 3}},
            "Standard deviation of the lengths over their mean. Long examples have most of the attention: each attends "
            "only to itself.",
            {"E[L²]/E[L] = ℓ·(1 + s²) tokens instead of S", "documentLength", "NVIDIA/Megatron-LM, seqlen_squared_sum"},
            {.idle = onlyLengths}),
        plain<room, &Workload::packing>("workload.packing", "Packing", oneOf<packings>,
            "How examples shorter than the sequence fill it. Padding is computed like any other token, and does not "
            "count as throughput. For padding to the longest example of a batch, state that as the sequence length.",
            {"tokens/s = B·ℓ / T padded, B·S / T packed", "tokensPerExample",
                "pytorch/torchtune, README: packed datasets"},
            {.idle = onlyLengths}),
        plain<room, &Workload::length_stragglers>("workload.length_stragglers", "Wait for the longest examples", flag,
            "Packed sequences have equal tokens, but those of long examples have more attention, and all replicas wait "
            "for the one with most: once a step, or with every micro-batch where weights are gathered for it. Lengths "
            "are taken as log-normal, and a sequence has at most one example.",
            {"wait = attention · min(√(q(q−1)(q²+q−1)/n)·z, S/(ℓq) − 1); q = 1 + s², n examples on a replica, z the "
             "expected largest of K normal draws",
                "attentionSpread",
                "NVIDIA/Megatron-LM, seqlen_squared_sum; arXiv:2603.07685 (35 to 60 % from balancing lengths)"},
            {.brief = "Length stragglers", .idle = onlyPacked}),
        plain<room, &Workload::training_goal>("workload.training_goal", "Training goal", oneOf<goals>,
            "Whether the run ends after a number of steps or of tokens.", {}, {.topic = "Training run"}),
        plain<room, &Workload::training_steps>("workload.training_steps", "Steps",
            logarithmic(Unit::count, {.min = 1, .max = 1e10, .slider_min = 100, .slider_max = 10e6}),
            "Optimizer steps in the training run.",
            {"training time = time per step × steps", "training", "Network bottleneck calculation, step 6"},
            {.idle = onlySteps}),
        plain<room, &Workload::training_tokens>("workload.training_tokens", "Tokens",
            logarithmic(Unit::count, {.min = 1, .max = 1e18, .slider_min = 1e6, .slider_max = 1e14}),
            "Tokens (examples for a generic model) in the training run, at full sample efficiency.",
            {"steps = tokens / (B·S) × (1 + B/B_crit)", "training", walls}, {.idle = onlyTokens}),
        plain<room, &Workload::critical_batch>("workload.critical_batch", "Critical batch size",
            {.unit = Unit::count, .range = {.max = 1e12, .slider_max = 65536}},
            "Global batch size, in examples, beyond which larger batches bring diminishing returns. 0 ignores the "
            "statistical wall.",
            {"sample efficiency = 1/(1 + B/B_crit)", "statisticalEfficiency", walls}, {.symbol = "B_crit"}),
    };
    return records;
}

} // namespace kneepoint::fields
