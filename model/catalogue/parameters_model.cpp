// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/apply_presets.h"
#include "model/catalogue/architecture.h"
#include "model/catalogue/parameter_fields.h"
#include "model/scenario/scenario.h"

/// The model: its size and architecture.
namespace kneepoint::fields {
namespace {

constexpr auto room = &Scenario::workload;
constexpr auto roofline_article = "Distributed roofline, section 1";
constexpr auto simulator_chapter = "Scaling-efficiency simulator, Code 15.9.1";
constexpr double least_parameters = 1e5;
constexpr double most_parameters = 1e14;

constexpr Choice kinds[] = {{"transformer", "Transformer"}, {"generic", "Generic (FLOPs and bytes per example)"}};

std::string_view onlyNextSize(const Scenario&)
{
    return "it counts when the model size changes";
}
std::string_view onlyDerived(const Scenario& s)
{
    return s.workload.model > 0 ? "the model is a published one" : onlyTransformer(s);
}
std::string_view onlyLayered(const Scenario& s)
{
    return s.plan.offload == Offload::optimizer_and_parameters ? "" : onlyTransformer(s); // sent layer by layer
}
std::string_view onlySplitTransformer(const Scenario& s)
{
    return s.plan.tensor_parallel > 1 ? onlyTransformer(s) : "tensor parallelism is off";
}
std::string_view onlyLatent(const Scenario& s)
{
    return s.workload.key_latent > 0 || s.workload.index_heads > 0
        ? onlyTransformer(s)
        : "the model does not use multi-head latent attention";
}
std::string_view onlyAttention(const Scenario& s)
{
    return s.workload.kind == ModelKind::generic ? "a generic model has no attention" : onlyByLayer(s);
}
std::string_view onlyWindows(const Scenario& s)
{
    if (s.workload.source_length > 0) // only models without windows attend to a source
        return onlyTransformer(s);
    switch (otherMixer(s.workload)) {
    case Mixer::state_space:
        return "the layers without full attention have a state space";
    case Mixer::delta_rule:
        return "the layers without full attention have linear attention";
    case Mixer::sparse:
        return "the layers without full attention have sparse attention";
    default:
        return onlyAttention(s);
    }
}
std::string_view onlyMixed(const Scenario& s)
{
    switch (otherMixer(s.workload)) {
    case Mixer::full:
        return "every layer has full attention";
    case Mixer::window:
        return onlyAttention(s);
    case Mixer::state_space:
        return s.workload.parallel_mixers ? "every layer has both attention and a state space" : onlyTransformer(s);
    default:
        return onlyTransformer(s);
    }
}
std::string_view onlyCycles(const Scenario& s)
{
    const std::string_view idle = onlyMixed(s);
    return idle.empty() && s.workload.full_attention_layers > 0 ? "the number of layers with full attention is stated"
                                                                : idle;
}
std::string_view onlyLinear(const Scenario& s)
{
    if (s.workload.linear_heads <= 0)
        return "no layer has linear attention";
    return otherMixer(s.workload) == Mixer::delta_rule ? onlyTransformer(s)
                                                       : "the layers without full attention have a state space";
}
std::string_view onlyStates(const Scenario& s)
{
    return s.workload.state_heads > 0 ? onlyTransformer(s) : "no layer has a state space";
}
std::string_view onlySparse(const Scenario& s)
{
    if (s.workload.index_heads <= 0)
        return "no layer has sparse attention";
    return otherMixer(s.workload) == Mixer::sparse ? onlyTransformer(s)
                                                   : "the layers without full attention have a state";
}
std::string_view onlyFullAttention(const Scenario& s)
{
    const Workload& w = s.workload;
    if (w.kind != ModelKind::transformer || (otherMixer(w) == Mixer::full && w.feed_forward_layers <= 0))
        return onlyTransformer(s);
    return "only a model whose layers all have full attention attends to a source";
}
std::string_view onlySources(const Scenario& s)
{
    return s.workload.source_length > 0 ? onlyFullAttention(s) : "no layer attends to a source";
}
std::string_view onlyMixtures(const Scenario& s)
{
    return s.workload.experts <= 1 ? "the model has no experts" : onlyTransformer(s);
}
std::string_view onlyGroups(const Scenario& s)
{
    return s.workload.expert_groups <= 1 ? "experts are not grouped" : onlyMixtures(s);
}
std::string_view onlyGeneric(const Scenario& s)
{
    return s.workload.kind == ModelKind::transformer ? "a transformer's FLOPs are computed from its parameters" : "";
}

} // namespace

std::span<const Parameter> model()
{
    static const Parameter records[] = {
        leading<room, &Workload::model, Follows::model>("workload.model", "Model",
            fromLibrary(libraryChoices<modelPresets>), "A published model. Sets its size and architecture.", {},
            {.headline = true}),
        leading<room, &Workload::parameters, Follows::model>("workload.parameters", "Model size",
            logarithmic(Unit::count,
                {.min = least_parameters, .max = most_parameters, .slider_min = 10e6, .slider_max = 10e12}),
            "Number of model parameters. Changing it derives a typical architecture of that size from the family of "
            "the model, and shows its exact size. Where compute is one sustained rate, the size stays as set, and "
            "compute and gradients both grow with it, so γ, efficiency and knee stay; step time, memory, days and cost "
            "change.",
            {"FLOPs = 6·N·B·S; gradient bytes = N × bytes per gradient", "flopsPerExample", roofline_article},
            {.symbol = "N", .headline = true}),
        plain<room, &Workload::kind>("workload.kind", "Model type", oneOf<kinds>,
            "A transformer's FLOPs are computed from its parameters and tokens; a generic model is described by FLOPs "
            "and bytes per example.",
            {}, {.topic = "Model"}),
        leading<room, &Workload::family, Follows::model>("workload.family", "Family",
            fromLibrary(libraryChoices<modelPresets>),
            "The model after which an architecture is derived from a size: it gives the gate of the feed-forward "
            "layers and the vocabulary.",
            {}, {.idle = onlyDerived}),
        plain<room, &Workload::active_parameters>("workload.active_parameters", "Active parameters",
            logarithmic(Unit::count, {.min = least_parameters, .max = most_parameters}),
            "Parameters used per token. Smaller than the total in a mixture of experts.",
            {"FLOPs = 6·N_a·B·S", "flopsPerExample", roofline_article}, {.symbol = "N_a", .idle = onlyTransformer}),
        leading<room, &Workload::layers, Follows::model>("workload.layers", "Layers",
            {.scale = Scale::integer, .range = {.min = 1, .max = 1000, .slider_max = 200}},
            "Number of transformer blocks. Changing the architecture recomputes the parameter count.",
            {"N = L·(attention + feed-forward) + V·h", "countParameters"},
            {.topic = "Architecture", .symbol = "L", .idle = onlyLayered}),
        leading<room, &Workload::hidden, Follows::model>("workload.hidden", "Hidden size",
            {.scale = Scale::logarithmic, .range = {.min = 16, .max = 262144, .slider_min = 256, .slider_max = 32768}},
            "Width of the residual stream. Activation memory and tensor-parallel traffic scale with it.",
            {"tensor-parallel payload = 2·b·S·h bytes", "addTextbook"}, {.symbol = "h", .idle = onlyTransformer}),
        leading<room, &Workload::heads, Follows::model>("workload.heads", "Attention heads",
            {.scale = Scale::integer, .range = {.min = 1, .max = 1024, .slider_max = 256}}, "Query heads per layer.",
            {"attention-score memory = 5·a·b·S² bytes per layer without recomputation", "layerActivations",
                "Korthikanti et al. 2022"},
            {.symbol = "a", .idle = onlyTransformer}),
        leading<room, &Workload::kv_heads, Follows::model>("workload.kv_heads", "KV heads",
            {.scale = Scale::integer, .range = {.min = 1, .max = 1024, .slider_max = 256}},
            "Key-value heads per layer; fewer than the query heads in grouped-query attention (GQA).",
            {"attention parameters = 2·h² + 2·h²·a_kv/a", "countParameters"}, {.idle = onlyTransformer}),
        leading<room, &Workload::head_width, Follows::model>("workload.head_width", "Head dimension",
            {.scale = Scale::integer, .range = {.max = 65536, .slider_max = 512}},
            "Dimension of one attention head; 0 means hidden size / heads.",
            {"projection width = heads × head dimension", "shapeOf", roofline_article}, {.idle = onlyTransformer}),
        leading<room, &Workload::key_latent, Follows::model>("workload.key_latent", "KV LoRA rank (MLA)",
            {.scale = Scale::integer, .range = {.max = 65536, .slider_max = 2048}},
            "Rank of the compressed keys and values in multi-head latent attention (MLA); 0 means standard attention.",
            {"projections through the rank", "denseLayer", "DeepSeek-V2, 2024"}, {.idle = onlyTransformer}),
        leading<room, &Workload::query_latent, Follows::model>("workload.query_latent", "Query LoRA rank (MLA)",
            {.scale = Scale::integer, .range = {.max = 65536, .slider_max = 4096}},
            "Rank of the compressed queries in MLA; 0 means uncompressed.",
            {"projections through the rank", "denseLayer", "DeepSeek-V2, 2024"}, {.idle = onlyLatent}),
        leading<room, &Workload::gated_attention, Follows::model>("workload.gated_attention", "Gated attention", flag,
            "A gate as wide as the queries scales the output of softmax attention (Qwen3-Next).",
            {"attention parameters + h·a·d", "countParameters",
                "AI-Hypercomputer/maxtext e591f30cb configs/models/qwen3-next-80b-a3b.yml"},
            {.idle = onlyTransformer}),
        plain<room, &Workload::attention_window>("workload.attention_window", "Sliding window",
            {.unit = Unit::tokens, .scale = Scale::integer, .range = {.max = 1e9, .slider_max = 8192}},
            "Layers without full attention attend only to this many previous tokens; 0 means full attention in every "
            "layer.",
            {"attention FLOPs of such a layer × (2·w − w²), w = window / S", "attendedShare",
                "GPT-OSS model card, 2025"},
            {.idle = onlyWindows}),
        leading<room, &Workload::full_attention_every, Follows::model>("workload.full_attention_every",
            "Full attention every", {.scale = Scale::integer, .range = {.max = 100000, .slider_max = 16}},
            "Every n-th layer has full attention; the others have a sliding window, sparse or linear attention, or a "
            "state space. 6 means 5:1 (Gemma 3), 2 means 1:1 (gpt-oss), 0 means no layer has full attention (Mistral "
            "7B).",
            {"layers with full attention = ⌊layers / n⌋", "fullAttentionShare", "Gemma 3 report, 2025, section 2"},
            {.idle = onlyCycles}),
        leading<room, &Workload::full_attention_layers, Follows::model>("workload.full_attention_layers",
            "Layers with full attention", {.scale = Scale::integer, .range = {.max = 100000, .slider_max = 128}},
            "For patterns that are not cycles, such as Nemotron-H's: 4 of its 52 blocks have attention. 0 means every "
            "n-th layer.",
            {"share of layers with full attention = n / layers", "fullAttentionShare",
                "Nemotron-H report, 2025 (arXiv:2504.03624)"},
            {.idle = onlyMixed}),
        leading<room, &Workload::feed_forward_layers, Follows::model>("workload.feed_forward_layers",
            "Feed-forward blocks", {.scale = Scale::integer, .range = {.max = 100000, .slider_max = 128}},
            "If each block is either a mixer or a feed-forward (Nemotron-H), how many of the layers are a "
            "feed-forward. 0 means every layer has both.",
            {"layers = mixer blocks + feed-forward blocks", "countParameters",
                "Nemotron-H report, 2025 (arXiv:2504.03624)"},
            {.idle = onlyTransformer}),
        leading<room, &Workload::linear_heads, Follows::model>("workload.linear_heads", "Linear-attention value heads",
            {.scale = Scale::integer, .range = {.max = 1024, .slider_max = 128}},
            "Value heads of the layers without full attention if these have linear attention by the delta rule (Gated "
            "DeltaNet); 0 means no such layers.",
            {"FLOPs per token and layer, forward = 8 · value heads · width²", "attentionFlops",
                "Yang et al. 2024, Gated Delta Networks (arXiv:2412.06464)"},
            {.idle = onlyTransformer}),
        leading<room, &Workload::linear_key_heads, Follows::model>("workload.linear_key_heads",
            "Linear-attention key heads",
            {.scale = Scale::integer, .range = {.min = 1, .max = 1024, .slider_max = 128}},
            "Query and key heads of linear attention; each may serve several value heads.",
            {"parameters per layer = h·(2·K + 3·V + 2·value heads) + 4·(2·K + V)", "countParameters",
                "Yang et al. 2024, Gated Delta Networks (arXiv:2412.06464)"},
            {.idle = onlyLinear}),
        leading<room, &Workload::linear_head_width, Follows::model>("workload.linear_head_width",
            "Linear-attention head dimension",
            {.scale = Scale::integer, .range = {.min = 1, .max = 65536, .slider_max = 512}},
            "Dimension of the heads of linear attention, of keys and values alike.",
            {"K = key heads × dimension, V = value heads × dimension", "countParameters",
                "Yang et al. 2024, Gated Delta Networks (arXiv:2412.06464)"},
            {.idle = onlyLinear}),
        leading<room, &Workload::state_heads, Follows::model>("workload.state_heads", "State-space heads",
            {.scale = Scale::integer, .range = {.max = 4096, .slider_max = 256}},
            "Heads of the layers without full attention if these have a state space (Mamba-2); 0 means no such layers.",
            {"FLOPs per token and layer, forward = 7 · heads · width · state", "attentionFlops",
                "Dao and Gu 2024, Mamba-2 (arXiv:2405.21060); Megatron-LM, training.py"},
            {.idle = onlyTransformer}),
        leading<room, &Workload::state_head_width, Follows::model>("workload.state_head_width",
            "State-space head dimension",
            {.scale = Scale::integer, .range = {.min = 1, .max = 65536, .slider_max = 256}},
            "Channels of a head of a state space.",
            {"d = heads × dimension", "countParameters", "Dao and Gu 2024, Mamba-2 (arXiv:2405.21060)"},
            {.idle = onlyStates}),
        leading<room, &Workload::state_size, Follows::model>("workload.state_size", "State size",
            {.scale = Scale::integer, .range = {.min = 1, .max = 65536, .slider_max = 512}},
            "Numbers of the state per channel of a state space.",
            {"parameters per layer = h·(3·d + 2·G·N + heads) + 4·(d + 2·G·N) + 3·heads + d", "countParameters",
                "Dao and Gu 2024, Mamba-2 (arXiv:2405.21060)"},
            {.symbol = "N", .idle = onlyStates}),
        leading<room, &Workload::state_groups, Follows::model>("workload.state_groups", "State-space groups",
            {.scale = Scale::integer, .range = {.min = 1, .max = 1024, .slider_max = 64}},
            "Groups of heads that share what writes and reads their state. Tensor parallelism divides the groups.",
            {"parameters per layer = h·(3·d + 2·G·N + heads) + 4·(d + 2·G·N) + 3·heads + d", "countParameters",
                "Dao and Gu 2024, Mamba-2 (arXiv:2405.21060)"},
            {.symbol = "G", .idle = onlyStates}),
        leading<room, &Workload::parallel_mixers, Follows::model>("workload.parallel_mixers",
            "Attention beside the state space", flag,
            "Every layer has both full attention and a state space, side by side (Falcon-H1).",
            {"parameters per layer = attention + state space", "countParameters",
                "Falcon-H1 report, 2025 (arXiv:2507.22448)"},
            {.idle = onlyStates}),
        leading<room, &Workload::index_heads, Follows::model>("workload.index_heads", "Indexer heads",
            {.scale = Scale::integer, .range = {.max = 4096, .slider_max = 128}},
            "Heads of the indexer of sparse attention, which scores all earlier tokens and chooses those that the "
            "layers without full attention attend to (DeepSeek-V3.2); 0 means no such layers. To have it in every "
            "layer, set full attention every 0.",
            {"FLOPs per token and layer, forward = 2 · heads · (width + 1) · S/2", "attendedShare",
                "DeepSeek-V3.2 report, 2025 (arXiv:2512.02556)"},
            {.idle = onlyTransformer}),
        leading<room, &Workload::index_head_width, Follows::model>("workload.index_head_width",
            "Indexer head dimension", {.scale = Scale::integer, .range = {.min = 1, .max = 65536, .slider_max = 512}},
            "Dimension of the heads of the indexer; its key is as wide, and one for all heads.",
            {"parameters per layer = q·heads·width + h·(width + heads)", "countParameters",
                "DeepSeek-V3.2 report, 2025 (arXiv:2512.02556)"},
            {.idle = onlySparse}),
        leading<room, &Workload::index_keys, Follows::model>("workload.index_keys", "Tokens chosen by the indexer",
            {.unit = Unit::tokens, .scale = Scale::integer, .range = {.min = 1, .max = 1e9, .slider_max = 8192}},
            "Earlier tokens that sparse attention reads for each token. Over latents it reads them in their absorbed "
            "form, which takes several times the FLOPs per pair of full attention.",
            {"attention FLOPs × (2·k − k²), k = tokens / S, × (2·r + 64) / (2·d + 64) over latents of r",
                "attendedShare", "DeepSeek-V3.2 report, 2025 (arXiv:2512.02556)"},
            {.idle = onlySparse}),
        leading<room, &Workload::prediction_depths, Follows::model>("workload.prediction_depths", "MTP depths",
            {.scale = Scale::integer, .range = {.max = 64, .slider_max = 4}},
            "Multi-token prediction: further tokens that are predicted, each by one more layer and the output layer "
            "again, on the last pipeline stage. Their parameters are added to the model's.",
            {"parameters + depths · (layer + 2·h²); FLOPs of a depth = layer + 2·h² + logits", "predictionParameters",
                "DeepSeek-V3, 2024, section 2.2"},
            {.idle = onlyTransformer}),
        leading<room, &Workload::source_length, Follows::model>("workload.source_length", "Source length",
            {.unit = Unit::tokens, .scale = Scale::integer, .range = {.max = 1e9, .slider_max = 4096}},
            "Tokens that layers attend to besides their own, by cross-attention: the input of an encoder–decoder (T5, "
            "Whisper), or the text of a diffusion transformer (Wan). 0 means no cross-attention. The sequence length "
            "is that of the decoder.",
            {"FLOPs per layer, forward = 4·h·a·d·S + 4·h·a_kv·d·S_e + 4·a·d·S·S_e", "attentionFlops",
                "Vaswani et al. 2017 (arXiv:1706.03762), section 3.2.3"},
            {.symbol = "S_e", .idle = onlyFullAttention}),
        leading<room, &Workload::encoder_layers, Follows::model>("workload.encoder_layers", "Encoder layers",
            {.scale = Scale::integer, .range = {.max = 999, .slider_max = 64}},
            "Of the layers, the first ones, which read the source and attend in both directions; the others are the "
            "decoder. 0 means the source is given, as features of a text that are computed before.",
            {"decoder layers = layers − encoder layers, each with 2·h·(a + a_kv)·d more parameters", "countParameters",
                "Vaswani et al. 2017 (arXiv:1706.03762), section 3.1"},
            {.idle = onlySources}),
        plain<room, &Workload::causal>("workload.causal", "Causal attention", flag,
            "Each token attends only to earlier tokens, so fused attention computes half of the scores.",
            {"attention FLOPs × 1/2", "attentionFlops", "Dao 2023, FlashAttention-2"}, {.idle = onlyAttention}),
        plain<room, &Workload::parallel_block>("workload.parallel_block", "Parallel block", flag,
            "Attention and feed-forward read the same input and their outputs are added (GPT-J, GPT-NeoX, PaLM). "
            "Tensor parallelism then needs one all-reduce per layer and direction instead of two.",
            {"all-reduces per layer and direction = 2, with a parallel block 1", "tensorCollectives",
                "Chowdhery et al. 2022, PaLM, section 2; Black et al. 2022, GPT-NeoX-20B"},
            {.idle = onlySplitTransformer}),
        leading<room, &Workload::ffn, Follows::model>("workload.ffn", "Feed-forward size",
            {.scale = Scale::logarithmic,
                .range = {.min = 16, .max = 1048576, .slider_min = 512, .slider_max = 131072}},
            "Inner width of the feed-forward block, or of one expert in a mixture of experts.",
            {"feed-forward parameters = 2·h·f, gated 3·h·f", "countParameters"},
            {.symbol = "f", .idle = onlyTransformer}),
        leading<room, &Workload::gated, Follows::model>("workload.gated", "Gated feed-forward", flag,
            "Uses three weight matrices instead of two (SwiGLU).", {}, {.idle = onlyTransformer}),
        leading<room, &Workload::vocabulary, Follows::model>("workload.vocabulary", "Vocabulary",
            {.scale = Scale::logarithmic, .range = {.min = 1, .max = 10e6, .slider_min = 1000, .slider_max = 300000}},
            "Vocabulary size: rows of the embedding matrix.", {"embedding = V·h, twice if untied", "countParameters"},
            {.symbol = "V", .idle = onlyTransformer}),
        plain<room, &Workload::family_vocabulary>("workload.family_vocabulary", "Vocabulary of the family",
            {.scale = Scale::integer, .range = {.max = 10e6, .slider_max = 300000}},
            "Vocabulary of larger models of the family. A model derived from its size takes a part of it where the "
            "table would be more than half of the parameters; 0: the same vocabulary at any size.",
            {}, {.idle = onlyNextSize}),
        leading<room, &Workload::tied_embeddings, Follows::model>("workload.tied_embeddings", "Tied embeddings", flag,
            "Input and output embeddings share one matrix.", {}, {.idle = onlyTransformer}),
        leading<room, &Workload::experts, Follows::model>("workload.experts", "Experts",
            {.scale = Scale::integer, .range = {.min = 1, .max = 4096, .slider_max = 512}},
            "Routed experts per layer; 1 means a dense model.",
            {"feed-forward parameters × E; feed-forward FLOPs × experts per token", "countParameters",
                "Communication wall, mixture of experts"},
            {.symbol = "E", .idle = onlyTransformer}),
        leading<room, &Workload::top_k, Follows::model>("workload.top_k", "Experts per token",
            {.scale = Scale::integer, .range = {.min = 1, .max = 4096, .slider_max = 64}},
            "Routed experts per token (top-k).",
            {"all-to-all payload = 2·b·S·k·h bytes", "microBatch", "Communication wall, mixture of experts"},
            {.symbol = "k", .idle = onlyMixtures}),
        plain<room, &Workload::expert_groups>("workload.expert_groups", "Expert groups",
            {.scale = Scale::integer, .range = {.min = 1, .max = 4096, .slider_max = 64}},
            "Equal groups into which the experts are divided, so that a token can be kept to a few nodes. 1 means no "
            "groups.",
            {"nodes of a token ≤ m·(1 − (1 − M/G)^max(1, G/m)), on m nodes", "microBatch",
                "DeepSeek-V3, config.json (n_group)"},
            {.symbol = "G", .idle = onlyMixtures}),
        plain<room, &Workload::top_groups>("workload.top_groups", "Expert groups per token",
            {.scale = Scale::integer, .range = {.min = 1, .max = 4096, .slider_max = 64}},
            "Groups among whose experts a token's are chosen. With one group per node, a token is sent to at most this "
            "many nodes.",
            {"nodes of a token ≤ m·(1 − (1 − M/G)^max(1, G/m)), on m nodes", "microBatch",
                "DeepSeek-V3, config.json (topk_group)"},
            {.symbol = "M", .idle = onlyGroups}),
        leading<room, &Workload::shared_experts, Follows::model>("workload.shared_experts", "Shared experts",
            {.scale = Scale::integer, .range = {.max = 1024, .slider_max = 8}},
            "Experts that process every token, in addition to the routed ones.",
            {"N_active includes k + shared experts", "countParameters", "DeepSeekMoE, 2024"}, {.idle = onlyMixtures}),
        leading<room, &Workload::dense_layers, Follows::model>("workload.dense_layers", "Initial dense layers",
            {.scale = Scale::integer, .range = {.max = 100000, .slider_max = 16}},
            "Leading layers of a mixture of experts that are dense.",
            {"layers = dense layers + MoE layers", "countParameters", "DeepSeek-V3, 2024"}, {.idle = onlyMixtures}),
        leading<room, &Workload::expert_every, Follows::model>("workload.expert_every", "Experts every",
            {.scale = Scale::integer, .range = {.min = 1, .max = 100000, .slider_max = 8}},
            "Of the layers after the initial dense ones, every n-th has experts; the others are dense. 1 means all "
            "have experts.",
            {"MoE layers = ⌊(layers − initial dense layers) / n⌋", "expertLayers",
                "AI-Hypercomputer/maxtext e591f30cb configs/models/llama4-17b-128e.yml"},
            {.idle = onlyMixtures}),
        leading<room, &Workload::expert_hidden, Follows::model>("workload.expert_hidden",
            "Hidden size of routed experts", {.scale = Scale::integer, .range = {.max = 1e6, .slider_max = 16384}},
            "Routed experts work on a latent of this width, between two projections; shared experts and the router do "
            "not (Nemotron 3 Super). The all-to-all sends the latent. 0 means the hidden size.",
            {"layer = E · 2 or 3 · l·f + 2·h·l", "countParameters",
                "Nemotron 3 white paper, 2025; Megatron-Core MoE, arXiv:2603.07685"},
            {.idle = onlyMixtures}),
        leading<room, &Workload::dense_ffn, Follows::model>("workload.dense_ffn", "Feed-forward size of dense layers",
            {.scale = Scale::integer, .range = {.max = 1e7, .slider_max = 65536}}, "0 means the same as an expert.",
            {"dense layer = 2 or 3 · h · f", "denseLayer", "DeepSeek-V3, 2024"}, {.idle = onlyMixtures}),
        leading<room, &Workload::flops_per_example, Follows::model>("workload.flops_per_example", "FLOPs per example",
            logarithmic(Unit::flops, {.min = 1e3, .max = 1e21, .slider_min = 1e8, .slider_max = 1e15}),
            "FLOPs of the forward and backward pass for one example.",
            {"t_comp = b × FLOPs per example / sustained FLOP/s", "flopsPerExample", simulator_chapter},
            {.topic = "Generic model", .idle = onlyGeneric}),
        leading<room, &Workload::bytes_per_example, Follows::model>("workload.bytes_per_example",
            "HBM traffic per example",
            logarithmic(Unit::bytes, {.min = 1, .max = 1e15, .slider_min = 1e5, .slider_max = 1e11}),
            "Bytes moved to and from HBM in the forward and backward pass of one example.",
            {"AI = FLOPs / bytes of HBM traffic", "hbmBytes", roofline_article}, {.idle = onlyGeneric}),
        leading<room, &Workload::activation_per_example, Follows::model>("workload.activation_per_example",
            "Activations per example",
            logarithmic(Unit::bytes, {.min = 1, .max = 1e15, .slider_min = 1e5, .slider_max = 1e11}),
            "Activation bytes kept for the backward pass, per example.", {}, {.idle = onlyGeneric}),
    };
    return records;
}

} // namespace kneepoint::fields
