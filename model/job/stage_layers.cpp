// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/job/stage_layers.h"

#include "model/constants/physics.h"
#include "model/job/frozen_layers.h"

namespace kneepoint {
namespace {

/// FLOPs of a layer of the encoder relative to one behind it, forward.
double encoderInLayers(const ModelShape& m)
{
    const double table = std::min(m.vocabulary * m.hidden, m.parameters / m.embedding_copies);
    const double weights = layerParameters(m, table).everywhere;
    const double own = m.sequence_length, source = m.source_length;
    const double of_score = 2 * m.heads * m.head_width; // multiply-adds, of scores and values
    const double encoder = source * (weights + of_score * source);
    const double other = own * (weights + m.cross_active + of_score * ((m.causal ? own / 2 : own) + source));
    return encoder / other;
}

/// Parameters of the output layer relative to those of a layer's GEMMs, with keys and values for all heads.
double outputLayerInLayers(const ModelShape& m)
{
    if (m.hasOtherMixers() || m.feed_forward_share < 1) {
        const double layers = m.active_parameters - m.embedding_copies * m.vocabulary * m.hidden;
        return m.vocabulary * m.hidden / std::max(1.0, layers / m.layers);
    }
    const double gemms = m.gated ? gated_ffn_gemms : plain_ffn_gemms;
    return m.vocabulary / (attention_gemms * m.hidden + gemms * m.ffn);
}

} // namespace

void StageLayers::divide(const ModelShape& model, bool by_cost, const StageEnds& ends)
{
    constexpr double rounding = 1e-9;
    if (ends.stated()) {
        m_equal = false;
        m_ends.first = std::min(ends.first, m_layers);
        m_ends.last = std::min(ends.last, m_layers - m_ends.first);
        const double others = m_stages - ends.stages();
        const double shared = others > 0 ? m_layers - m_ends.first - m_ends.last : 0; // else all on the last one
        m_each = others > 0 ? std::floor(shared / others + rounding) : 0;
        m_between = std::max(0.0, shared - others * m_each);
        return;
    }
    m_each = std::floor(m_layers / m_stages + rounding);
    const double left = std::max(0.0, m_layers - m_stages * m_each);
    m_between = std::min(left, std::max(0.0, m_stages - 2));
    m_first = left - m_between;
    m_equal = left <= 0 && !by_cost && m_encoder <= 0;
    if (m_encoder > 0) {
        m_encoder_cost = encoderInLayers(model);
        m_share = (m_encoder * m_encoder_cost + m_layers - m_encoder) / m_stages;
    } else if (by_cost) {
        m_share = (m_layers + outputLayerInLayers(model)) / m_stages;
    }
}

double StageLayers::beforeByFlops(double stage) const
{
    if (stage >= m_stages)
        return m_layers;
    const double of_encoder = m_encoder * m_encoder_cost;
    const double share = stage * m_share;
    const double layers = share < of_encoder ? share / m_encoder_cost : m_encoder + share - of_encoder;
    const double least = std::min(stage, m_layers), most = std::max(least, m_layers - (m_stages - stage));
    return std::clamp(std::round(layers), least, most);
}

} // namespace kneepoint
