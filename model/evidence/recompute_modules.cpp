// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/recompute_modules.h"

#include "model/catalogue/architecture.h"
#include "model/constants/physics.h"
#include "model/evidence/names.h"

#include <algorithm>
#include <sstream>
#include <string>

namespace kneepoint {
namespace {

/// Elements that a layer keeps per token, by the module that would restore them.
struct LayerParts {
    double inputs = 0;       ///< of norms and of the GEMMs behind them
    double projected = 0;    ///< queries, keys and values
    double attended = 0;     ///< output of attention
    double feed_forward = 0; ///< all tensors of feed-forward width
    double activated = 0;    ///< of these, the output of the activation function
    double routed = 0;       ///< tokens as sent to the experts and back
    [[nodiscard]] double total() const { return inputs + projected + attended + feed_forward + routed; }
};

LayerParts partsOf(const Workload& m, bool fused_gate)
{
    const double width = headWidth(m);
    const bool mixture = m.experts > 1;
    const double experts = mixture ? m.top_k + m.shared_experts : 1;
    LayerParts parts;
    parts.inputs = norm_and_gemm_inputs * m.hidden;
    parts.attended = m.heads * width;
    parts.projected =
        m.key_latent > 0 ? m.heads * (2 * (width + rope_width) + width) : (m.heads + 2 * m.kv_heads) * width;
    parts.activated = experts * m.ffn;
    parts.feed_forward = keptFfnTensors(m.gated, fused_gate) * parts.activated;
    parts.routed = mixture ? 2 * m.top_k * m.hidden : 0;
    return parts;
}

} // namespace

std::optional<double> keptBesides(std::string_view recomputed, const Workload& model, bool fused_gate)
{
    const LayerParts layer = partsOf(model, fused_gate);
    const bool mixture = model.experts > 1;
    double dropped = 0;
    if (mentions(recomputed, "norm"))
        dropped += layer_norms * model.hidden;
    if (mentions(recomputed, "mla"))
        dropped += layer.projected;
    if (mentions(recomputed, mixture ? "moe" : "mlp") && !mentions(recomputed, "moe_act"))
        dropped += layer.feed_forward + layer.routed;
    else if (mentions(recomputed, "act"))
        dropped += layer.activated;
    if (dropped <= 0)
        return {};
    const double besides = layer.total() - model.hidden;
    return std::clamp((besides - dropped) / besides, 0.0, 1.0);
}

std::optional<double> recomputedLayers(std::string_view recomputed)
{
    std::istringstream words{std::string(recomputed)};
    std::string partial, of;
    double some = 0, all = 0;
    if (!(words >> partial >> some >> of >> all) || partial != "partial:" || of != "of" || all <= 0)
        return {};
    return std::clamp(some / all, 0.0, 1.0);
}

} // namespace kneepoint
