// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/architecture.h"

#include "model/catalogue/catalogue.h"
#include "model/catalogue/state_mixer.h"
#include "model/scenario/scenario.h"

#include <fmt/format.h>

#include <cctype>
#include <limits>
#include <numeric>
#include <string_view>
#include <vector>

namespace kneepoint {
namespace {

/// Layers by size, from the GPT-3 family (125 M, 1.3 B, 13 B, 175 B), Llama 3.1 405B and Megatron's 1008 B;
/// interpolated on the logarithm of the size. The ends, 10 M and 5 T, are assumptions: no trained dense model is
/// larger than 1008 B, and 192 layers continue the growth from 1.3 B to there, the fourth root of the size.
double usualLayers(double parameters)
{
    struct Anchor {
        double parameters, layers;
    };
    static constexpr Anchor anchors[] = {
        {10e6, 6}, {125e6, 12}, {1.3e9, 24}, {13e9, 40}, {175e9, 96}, {405e9, 126}, {1008e9, 128}, {5e12, 192}};
    if (parameters <= anchors[0].parameters)
        return anchors[0].layers;
    for (std::size_t i = 1; i < std::size(anchors); ++i) {
        if (parameters > anchors[i].parameters)
            continue;
        const Anchor& low = anchors[i - 1];
        const Anchor& high = anchors[i];
        const double t = std::log(parameters / low.parameters) / std::log(high.parameters / low.parameters);
        return low.layers * std::pow(high.layers / low.layers, t);
    }
    return anchors[std::size(anchors) - 1].layers;
}

/// Numbers of layers that many pipeline degrees divide.
constexpr double layer_counts[] = {2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 24, 32, 40, 48, 64, 80, 96, 128, 192};

/// Hidden sizes that published models have, in ascending order.
double nextHidden(double hidden)
{
    struct Step {
        double until, by;
    };
    static constexpr Step steps[] = {{1024, 128}, {1536, 256}, {4096, 512}, {8192, 1024}, {32768, 2048}};
    const auto* const step = std::ranges::find_if(steps, [&](const Step& x) { return hidden < x.until; });
    return hidden + (step == std::end(steps) ? 4096 : step->by);
}

/// Feed-forward width over hidden size: 4 with two matrices (GPT-3), 3.5 with a gate (Llama 3), and its range among
/// published models.
struct FfnRatio {
    double usual, least, most;
};
FfnRatio ffnRatio(bool gated)
{
    return gated ? FfnRatio{3.5, 2.5, 5} : FfnRatio{4, 3, 5.5};
}

constexpr double most_in_table = 0.5; ///< share of a model in its table of tokens

/// As many tokens as a table of so many parameters has, in steps of 256.
double tokensOf(double table, const Workload& w)
{
    constexpr double unit = 256;
    return unit * std::max(1.0, std::floor(table / w.hidden / unit));
}

struct Shape {
    double layers, hidden;
};

/// Sets layers, hidden size and heads.
void giveShape(Workload& w, const Shape& shape)
{
    constexpr int grouped_heads = 8;         // of keys and values (Llama 3)
    constexpr double always_grouped = 16384; // hidden size from which published models since 2022 group them
    const double head = shape.hidden >= 2048 && std::fmod(shape.hidden, 1024) == 0 ? 128 : 64;
    w.layers = shape.layers;
    w.hidden = shape.hidden;
    w.heads = w.hidden / head;
    w.kv_heads = w.gated || w.hidden >= always_grouped ? std::gcd(static_cast<int>(w.heads), grouped_heads) : w.heads;
}

/// An architecture, and how unusual it is.
struct Shaped {
    Workload workload;
    double distance = 0;
};

/// Parameters of the model over those of its size, as a logarithm.
double sizeError(const Workload& w)
{
    return std::log(countParameters(w).total / w.parameters);
}

/// The family's workload with these layers and widths, and the feed-forward width in the published range that brings it
/// closest to its size. Takes a part of the vocabulary where its table would be more than half of the model, as small
/// published models do, and where the steps of the feed-forward width leave the size more than 1 % off. The distance is
/// the squared logarithm of the width that the size asks for over the usual one, and a term that grows from nothing to
/// 1 as the size comes 2 % off.
Shaped shaped(const Workload& family, const Shape& shape)
{
    constexpr double near = 0.01;
    constexpr double tolerance = 0.02;
    constexpr double steepness = 8;
    const double block = shape.hidden < 512 ? 64 : 256;
    const FfnRatio ratio = ffnRatio(family.gated);
    Workload w = family;
    giveShape(w, shape);
    w.vocabulary = std::min(w.vocabulary, tokensOf(most_in_table * w.parameters, w));
    w.ffn = 0;
    const double each = feedForwardMatrices(w) * w.layers * w.hidden * block;
    const double wanted = std::max(1.0, (w.parameters - countParameters(w).total) / each);
    const auto give = [&](double blocks) {
        w.ffn = block
            * std::clamp(blocks, std::ceil(ratio.least * w.hidden / block), std::floor(ratio.most * w.hidden / block));
    };
    give(std::round(wanted));
    if (w.vocabulary < family.vocabulary || std::abs(sizeError(w)) > near) {
        give(std::ceil(wanted));
        const double over = std::max(0.0, countParameters(w).total - w.parameters);
        w.vocabulary = std::min(w.vocabulary, tokensOf(w.vocabulary * w.hidden - over, w));
    }
    if (w.vocabulary < family.vocabulary)
        w.family_vocabulary = std::round(family.vocabulary);
    const double wide = std::log(wanted * block / w.hidden / ratio.usual);
    return {w, wide * wide + std::pow(sizeError(w) / tolerance, steepness)};
}

/// Query, key, value and output projections, through latents where there are any.
double softmaxParameters(const Workload& w)
{
    const double width = headWidth(w);
    const double heads = w.heads * width;
    if (w.key_latent <= 0)
        return (w.gated_attention ? 3 : 2) * w.hidden * heads + 2 * w.hidden * w.kv_heads * width;
    const double query_out = w.heads * (width + rope_width);
    const double query = w.query_latent > 0 ? w.query_latent * (w.hidden + query_out) : w.hidden * query_out;
    const double gate = w.gated_attention ? w.hidden * heads : 0;
    return query + gate + w.hidden * (w.key_latent + rope_width) + w.key_latent * 2 * heads + heads * w.hidden;
}

/// Queries, keys and weights of the heads of the indexer of sparse attention (DeepSeek-V3.2, section 2.1).
double indexerParameters(const Workload& w)
{
    const double query_in = w.query_latent > 0 ? w.query_latent : w.hidden;
    return w.index_heads * w.index_head_width * query_in + w.hidden * (w.index_head_width + w.index_heads);
}

/// Of the mixers of all layers.
double attentionParameters(const Workload& w)
{
    const MixerShares share = mixerShares(w);
    const double softmax = softmaxParameters(w);
    if (share.softmax >= 1 && share.sparse <= 0 && share.state <= 0)
        return w.layers * softmax;
    return w.layers
        * (share.softmax * softmax + share.state * stateMixerOf(w).parameters + share.sparse * indexerParameters(w));
}

/// Of the cross-attention of all layers.
double crossingParameters(const Workload& w)
{
    return hasSource(w) ? (w.layers - encoderLayers(w)) * crossParameters(w).total() : 0;
}

/// Parameters of a shape of the family with a feed-forward width relative to the hidden size, and its whole vocabulary
/// or as much of it as is half of the model.
double sizeOf(const Workload& family, const Shape& shape, double ffn_ratio)
{
    Workload w = family;
    giveShape(w, shape);
    w.ffn = ffn_ratio * w.hidden;
    w.vocabulary = 0;
    const double layers = countParameters(w).total;
    return layers + std::min(layers, family.vocabulary * shape.hidden);
}

/// The next wider shape. Where the feed-forward widths of published models leave sizes between the two without an
/// architecture, it has fewer layers.
Shape wider(const Workload& family, const Shape& shape)
{
    const FfnRatio ratio = ffnRatio(family.gated);
    const double largest = sizeOf(family, shape, ratio.most);
    const double hidden = nextHidden(shape.hidden);
    const auto* layers = std::ranges::find(layer_counts, shape.layers);
    while (layers != std::begin(layer_counts) && sizeOf(family, {*layers, hidden}, ratio.least) > largest)
        --layers;
    return {*layers, hidden};
}

/// The shapes of a family by size, each deeper or wider than the one before, whichever is the more usual depth.
std::vector<Shape> shapesOf(const Workload& family)
{
    constexpr double narrowest = 128, widest = 131072;
    const double usual = ffnRatio(family.gated).usual;
    const auto unusual = [&](const Shape& shape) {
        return std::abs(std::log(shape.layers / usualLayers(sizeOf(family, shape, usual))));
    };
    std::vector<Shape> shapes{{layer_counts[0], narrowest}};
    while (sizeOf(family, shapes.back(), usual) < 2 * family.parameters && nextHidden(shapes.back().hidden) <= widest) {
        const Shape& last = shapes.back();
        const auto* deeper = std::ranges::upper_bound(layer_counts, last.layers);
        const Shape wide = wider(family, last);
        const Shape deep{deeper == std::end(layer_counts) ? last.layers : *deeper, last.hidden};
        shapes.push_back(deep.layers > last.layers && unusual(deep) < unusual(wide) ? deep : wide);
    }
    return shapes;
}

/// Of the shapes of the family, the one whose feed-forward width is the most usual at this size.
Workload mostUsual(const Workload& w)
{
    Shaped best{w, std::numeric_limits<double>::infinity()};
    for (const Shape& shape : shapesOf(w))
        if (const Shaped candidate = shaped(w, shape); candidate.distance < best.distance)
            best = candidate;
    return best.workload;
}

} // namespace

double denseWidth(const Workload& w)
{
    return w.experts > 1 && w.dense_ffn > 0 ? w.dense_ffn : w.ffn;
}

double headWidth(const Workload& w)
{
    return w.head_width > 0 ? w.head_width : w.hidden / w.heads;
}

Mixer otherMixer(const Workload& w)
{
    if (w.state_heads > 0)
        return Mixer::state_space;
    if (w.linear_heads > 0)
        return Mixer::delta_rule;
    if (w.index_heads > 0)
        return Mixer::sparse;
    return w.attention_window > 0 ? Mixer::window : Mixer::full;
}

bool hasSource(const Workload& w)
{
    return w.source_length > 0 && w.kind == ModelKind::transformer && w.feed_forward_layers <= 0
        && otherMixer(w) == Mixer::full;
}

double encoderLayers(const Workload& w)
{
    return hasSource(w) ? std::clamp(w.encoder_layers, 0.0, w.layers - 1) : 0;
}

CrossParameters crossParameters(const Workload& w)
{
    const double width = headWidth(w);
    return {2 * w.hidden * w.heads * width, 2 * w.hidden * w.kv_heads * width};
}

double sourceParameters(const Workload& w)
{
    if (!hasSource(w))
        return 0;
    const double encoder = encoderLayers(w);
    const double ffn = feedForwardMatrices(w) * w.hidden * denseWidth(w);
    return encoder * (softmaxParameters(w) + ffn) + (w.layers - encoder) * crossParameters(w).of_source;
}

double feedForwardLayers(const Workload& w)
{
    return w.feed_forward_layers > 0 ? std::min(w.feed_forward_layers, std::max(1.0, w.layers - 1)) : w.layers;
}

double mixerLayers(const Workload& w)
{
    return w.feed_forward_layers > 0 ? std::max(1.0, w.layers - feedForwardLayers(w)) : w.layers;
}

double fullAttentionShare(const Workload& w)
{
    const double mixers = mixerLayers(w);
    const Mixer other = otherMixer(w);
    if (other == Mixer::full || (other == Mixer::state_space && w.parallel_mixers))
        return mixers / w.layers;
    if (w.full_attention_layers > 0)
        return std::min(w.full_attention_layers, mixers) / w.layers;
    return w.full_attention_every > 0 ? std::floor(mixers / w.full_attention_every) / w.layers : 0;
}

MixerShares mixerShares(const Workload& w)
{
    const double full = fullAttentionShare(w);
    const double all = mixerLayers(w) / w.layers;
    switch (otherMixer(w)) {
    case Mixer::state_space:
        return {full, full, 0, w.parallel_mixers ? all : all - full};
    case Mixer::delta_rule:
        return {full, full, 0, all - full};
    case Mixer::sparse:
        return {full, all, all - full, 0};
    case Mixer::full:
    case Mixer::encoder:
    case Mixer::cross:
    case Mixer::window:
    case Mixer::none:
        break;
    }
    return {full, all, 0, 0};
}

double expertLayers(const Workload& w)
{
    if (w.experts <= 1)
        return 0;
    return w.feed_forward_layers > 0
        ? std::max(0.0, feedForwardLayers(w) - w.dense_layers)
        : expertLayers(w.layers, std::max(w.dense_layers, encoderLayers(w)), w.expert_every);
}

double feedForwardMatrices(const Workload& w)
{
    return w.gated ? 3 : 2;
}

double expertHidden(const Workload& w)
{
    return w.experts > 1 && w.expert_hidden > 0 ? w.expert_hidden : w.hidden;
}

void resetModel(Scenario& s)
{
    const Scenario fresh;
    for (const Parameter& p : catalogue())
        if (p.isOfModel())
            p.assign(s, p.get(fresh));
}

void followExperts(Scenario& s)
{
    if (s.workload.experts <= 1)
        s.plan.expert_parallel = 1;
}

void deriveArchitecture(Scenario& s)
{
    const Workload former = s.workload;
    resetModel(s);
    Workload& w = s.workload;
    w.parameters = former.parameters;
    w.vocabulary = std::max(former.vocabulary, former.family_vocabulary);
    w.gated = former.gated;
    w = mostUsual(w);
    w.active_parameters = w.parameters;
    followExperts(s);
}

std::string architectureChangeText(const Workload& before, const Workload& after)
{
    const bool derived = before.model == 0 && after.model == 0 && after.kind == ModelKind::transformer;
    if (!derived || before.parameters == after.parameters)
        return {};
    std::string text;
    const auto say = [&](std::string_view what, double from, double to) {
        if (from != to)
            text += fmt::format("{}{} {} → {}", text.empty() ? "" : ", ", what, from, to);
    };
    say("layers", before.layers, after.layers);
    say("hidden size", before.hidden, after.hidden);
    if (text.empty()) {
        say("feed-forward size", before.ffn, after.ffn);
        say("vocabulary", before.vocabulary, after.vocabulary);
    }
    if (text.empty())
        return text;
    text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    return text + ".";
}

ParameterCount countParameters(const Workload& w)
{
    const double matrices = feedForwardMatrices(w);
    const double expert = matrices * expertHidden(w) * w.ffn;
    const double shared = w.shared_experts * (matrices * w.hidden * w.ffn);
    const double latents = expertHidden(w) != w.hidden ? 2 * w.hidden * expertHidden(w) : 0;
    const double router = w.experts > 1 ? w.hidden * w.experts : 0;
    const double embedding = w.vocabulary * w.hidden * (w.tied_embeddings ? 1 : 2);
    const double expert_layers = expertLayers(w);
    const double dense = matrices * w.hidden * denseWidth(w);
    const double fixed =
        attentionParameters(w) + crossingParameters(w) + (feedForwardLayers(w) - expert_layers) * dense + embedding;
    const auto total = [&](double experts) {
        return fixed + expert_layers * (experts * expert + shared + latents + router);
    };
    return {total(w.experts), total(std::min(w.top_k, w.experts))};
}

ParameterCount predictionParameters(const Workload& w)
{
    Workload one = w;
    one.layers = one.expert_every = 1;
    one.dense_layers = one.feed_forward_layers = one.vocabulary = one.encoder_layers = 0;
    one.full_attention_every = 1;
    one.full_attention_layers = 0;
    if (!hasSource(w)) // which one layer with full attention would have
        one.source_length = 0;
    const ParameterCount layer = countParameters(one);
    const double projection = 2 * w.hidden * w.hidden;
    return {layer.total + projection, layer.active + projection};
}

} // namespace kneepoint
