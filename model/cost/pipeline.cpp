// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/pipeline.h"

#include "model/cost/constants.h"
#include "model/scenario/scenario.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {

double chunksPerStage(const Scenario& s)
{
    return s.plan.pipeline_schedule == PipelineSchedule::interleaved ? s.plan.virtual_stages : 1;
}

namespace {

/// Parameters of the output layer relative to those of a layer's GEMMs, with keys and values for all heads.
double outputLayerInLayers(const Workload& w)
{
    const double products = w.gated ? gated_ffn_products : plain_ffn_products;
    return w.vocabulary / (attention_products * w.hidden + products * w.ffn);
}

} // namespace

StageLayers::StageLayers(const Scenario& s)
    : m_dense(s.workload.experts > 1 ? std::min(s.workload.dense_layers, s.workload.layers) : s.workload.layers)
{
    constexpr double rounding = 1e-9;
    const double stages = s.plan.pipeline_parallel;
    const double layers = s.workload.layers;
    m_each = std::floor(layers / stages + rounding);
    const double left = std::max(0.0, layers - stages * m_each);
    m_between = std::min(left, std::max(0.0, stages - 2));
    m_first = left - m_between;
    m_layers = layers;
    m_stages = stages;
    if (s.stack.stages_by_cost && stages > 1)
        m_share = (layers + outputLayerInLayers(s.workload)) / stages;
}

double microbatchesInFlight(const Scenario& s, double stage)
{
    const double all = s.plan.accumulation;
    const double later = s.plan.pipeline_parallel - 1 - stage;
    const double chunks = chunksPerStage(s);
    if (s.plan.pipeline_schedule == PipelineSchedule::gpipe)
        return all;
    if (chunks <= 1)
        return std::clamp(later + 1, 1.0, all);
    const double warm_up = 2 * later + (chunks - 1) * s.plan.pipeline_parallel + 1;
    return std::clamp(warm_up / chunks, 1.0, all);
}

} // namespace kneepoint
