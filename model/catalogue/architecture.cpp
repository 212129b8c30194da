// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/architecture.h"

#include "model/catalogue/parameter_fields.h"
#include "model/scenario/scenario.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

/// Layers by size, from the GPT-3 family (125 M, 1.3 B, 13 B, 175 B) and Megatron's 1008 B.
double layersFor(double parameters)
{
    struct Anchor {
        double parameters, layers;
    };
    static constexpr Anchor anchors[] = {
        {10e6, 6}, {125e6, 12}, {1.3e9, 24}, {13e9, 40}, {175e9, 96}, {1008e9, 128}, {10e12, 192}};
    if (parameters <= anchors[0].parameters)
        return anchors[0].layers;
    for (std::size_t i = 1; i < std::size(anchors); ++i) {
        if (parameters > anchors[i].parameters)
            continue;
        const Anchor& low = anchors[i - 1];
        const Anchor& high = anchors[i];
        const double t = std::log(parameters / low.parameters) / std::log(high.parameters / low.parameters);
        const double layers = low.layers * std::pow(high.layers / low.layers, t);
        return 2 * std::round(layers / 2);
    }
    return anchors[std::size(anchors) - 1].layers;
}

/// Query, key, value and output projections, through latents where there are any.
double attentionParameters(const Workload& w)
{
    const double width = w.head_width > 0 ? w.head_width : w.hidden / w.heads;
    const double heads = w.heads * width;
    if (w.key_latent <= 0)
        return 2 * w.hidden * heads + 2 * w.hidden * w.kv_heads * width;
    const double query_out = w.heads * (width + rope_width);
    const double query = w.query_latent > 0 ? w.query_latent * (w.hidden + query_out) : w.hidden * query_out;
    return query + w.hidden * (w.key_latent + rope_width) + w.key_latent * 2 * heads + heads * w.hidden;
}

} // namespace

void resetModel(Scenario& s)
{
    const Scenario fresh;
    for (const Parameter& p : fields::workload())
        if (p.of_model)
            p.assign(s, p.get(fresh));
}

void deriveArchitecture(Scenario& s)
{
    const double parameters = s.workload.parameters;
    const double vocabulary = s.workload.vocabulary;
    resetModel(s);
    Workload& w = s.workload;
    w.parameters = w.active_parameters = parameters;
    w.vocabulary = vocabulary;
    w.layers = layersFor(w.parameters);
    // N = 12·L·h² + V·h, solved for h
    const double a = 12 * w.layers;
    const double h = (-w.vocabulary + std::sqrt(w.vocabulary * w.vocabulary + 4 * a * w.parameters)) / (2 * a);
    const double head = h < 512 ? 32 : h < 1024 ? 64 : h < 131072 ? 128 : 256;
    w.heads = std::max(1.0, std::round(h / head));
    w.hidden = w.heads * head;
    w.kv_heads = w.heads;
    w.ffn = 4 * w.hidden;
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
