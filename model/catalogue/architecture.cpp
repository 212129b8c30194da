// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/architecture.h"

#include "model/catalogue/parameter_fields.h"
#include "model/scenario/scenario.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace kneepoint {
namespace {

/// Layers by size, from the GPT-3 family (125 M, 1.3 B, 13 B, 175 B), Llama 3.1 405B and Megatron's 1008 B;
/// interpolated on the logarithm of the size.
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

/// Takes a part of the vocabulary where its table would be more than half of the model, as small published models do.
void giveTables(Workload& w)
{
    constexpr double most = 0.5, unit = 256;
    const double tokens = unit * std::max(1.0, std::floor(most * w.parameters / w.hidden / unit));
    if (w.vocabulary > tokens) {
        w.family_vocabulary = std::round(w.vocabulary);
        w.vocabulary = tokens;
    }
}

/// The workload with these layers and widths, and the feed-forward width in the published range that brings it closest
/// to its size.
Workload shaped(const Workload& of, double layers, double hidden)
{
    constexpr int grouped_heads = 8;         // of keys and values (Llama 3)
    constexpr double always_grouped = 16384; // hidden size from which published models since 2022 group them
    const double head = hidden >= 2048 && std::fmod(hidden, 1024) == 0 ? 128 : 64;
    const double block = hidden < 512 ? 64 : 256;
    Workload w = of;
    w.layers = layers;
    w.hidden = hidden;
    w.heads = hidden / head;
    w.kv_heads = w.gated || hidden >= always_grouped ? std::gcd(static_cast<int>(w.heads), grouped_heads) : w.heads;
    giveTables(w);
    w.ffn = 0;
    const double each = (w.gated ? 3 : 2) * layers * hidden * block;
    const double blocks = std::round((of.parameters - countParameters(w).total) / each);
    const FfnRatio ratio = ffnRatio(w.gated);
    w.ffn =
        block * std::clamp(blocks, std::ceil(ratio.least * hidden / block), std::floor(ratio.most * hidden / block));
    return w;
}

/// The squared logarithm of an architecture's feed-forward width over the usual one, and a term that grows from nothing
/// to 1 as its size comes 2 % off the size asked for.
double unusualWidths(const Workload& w, double parameters)
{
    constexpr double tolerance = 0.02;
    constexpr double steepness = 8;
    const double wide = std::log(w.ffn / w.hidden / ffnRatio(w.gated).usual);
    const double off = std::log(countParameters(w).total / parameters);
    return wide * wide + std::pow(off / tolerance, steepness);
}

/// Query, key, value and output projections, through latents where there are any.
double attentionParameters(const Workload& w)
{
    const double width = headWidth(w);
    const double heads = w.heads * width;
    if (w.key_latent <= 0)
        return 2 * w.hidden * heads + 2 * w.hidden * w.kv_heads * width;
    const double query_out = w.heads * (width + rope_width);
    const double query = w.query_latent > 0 ? w.query_latent * (w.hidden + query_out) : w.hidden * query_out;
    return query + w.hidden * (w.key_latent + rope_width) + w.key_latent * 2 * heads + heads * w.hidden;
}

/// The most usual architecture of the workload's size and family: in depth and feed-forward width.
Workload mostUsual(const Workload& w)
{
    constexpr double narrowest = 128, widest = 131072;
    Workload best = shaped(w, layer_counts[0], narrowest);
    double least = std::numeric_limits<double>::infinity();
    const double usual_layers = usualLayers(w.parameters);
    for (const double layers : layer_counts) {
        const double deep = std::pow(std::log(layers / usual_layers), 2);
        for (double hidden = narrowest; hidden <= widest && deep < least; hidden = nextHidden(hidden)) {
            const Workload candidate = shaped(w, layers, hidden);
            if (const double distance = deep + unusualWidths(candidate, w.parameters); distance < least) {
                least = distance;
                best = candidate;
            }
            if (countParameters(candidate).total > 2 * w.parameters)
                break;
        }
    }
    return best;
}

} // namespace

double headWidth(const Workload& w)
{
    return w.head_width > 0 ? w.head_width : w.hidden / w.heads;
}

void resetModel(Scenario& s)
{
    const Scenario fresh;
    for (const Parameter& p : fields::workload())
        if (p.of_model)
            p.assign(s, p.get(fresh));
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
}

std::string architectureChangeText(const Workload& before, const Workload& after)
{
    const bool derived = before.model == 0 && after.model == 0 && after.kind == ModelKind::transformer;
    if (!derived || before.parameters == after.parameters)
        return {};
    std::string text;
    if (before.layers != after.layers)
        text = fmt::format("Layers {} → {}", before.layers, after.layers);
    if (before.hidden != after.hidden)
        text += fmt::format("{} size {} → {}", text.empty() ? "Hidden" : ", hidden", before.hidden, after.hidden);
    return text.empty() ? text : text + ".";
}

ParameterCount countParameters(const Workload& w)
{
    const double expert = (w.gated ? 3 : 2) * w.hidden * w.ffn;
    const double router = w.experts > 1 ? w.hidden * w.experts : 0;
    const double embedding = w.vocabulary * w.hidden * (w.tied_embeddings ? 1 : 2);
    const double dense_layers = w.experts > 1 ? std::min(w.dense_layers, w.layers) : w.layers;
    const double dense = (w.gated ? 3 : 2) * w.hidden * (w.experts > 1 && w.dense_ffn > 0 ? w.dense_ffn : w.ffn);
    const double fixed = w.layers * attentionParameters(w) + dense_layers * dense + embedding;
    const auto total = [&](double experts) {
        return fixed + (w.layers - dense_layers) * ((experts + w.shared_experts) * expert + router);
    };
    return {total(w.experts), total(std::min(w.top_k, w.experts))};
}

} // namespace kneepoint
