// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/pipeline_bubble.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

/// The part of what more micro-batches save: 0 for one, 1 for `enough`.
double savedShare(double micro_batches, double enough)
{
    return enough > 1 ? std::clamp((micro_batches - 1) / (enough - 1), 0.0, 1.0) : 1;
}

} // namespace

double fillRounds(const Pipeline& pipe)
{
    constexpr double halves = 2;
    switch (pipe.schedule) {
    case PipelineSchedule::dualpipe:
        return std::max(0.0, pipe.stages / halves - 1);
    case PipelineSchedule::zb_v:
    case PipelineSchedule::dualpipe_v:
        return (pipe.stages - 1) / halves;
    default:
        return (pipe.stages - 1) / pipe.chunks;
    }
}

double waitPerRound(const Pipeline& pipe, const StagePass& pass)
{
    const double f = pass.forward_s, i = pass.input_s, w = pass.weight_s;
    switch (pipe.schedule) {
    case PipelineSchedule::zb_h1:
        return std::max({f, i, f + i - savedShare(pipe.micro_batches, pipe.stages) * w});
    case PipelineSchedule::zb_v:
        return std::lerp(2 * (f + i), std::max(f, i) + std::max(0.0, i - 2 * w),
            savedShare(pipe.micro_batches, 2 * pipe.stages - 1));
    case PipelineSchedule::dualpipe:
    case PipelineSchedule::dualpipe_v:
        return std::max(0.0, f + 2 * i - w - pass.hidden_s);
    default:
        return pass.seconds();
    }
}

double pairedShare(const Pipeline& pipe)
{
    const double m = pipe.micro_batches, p = pipe.stages;
    if (p <= 1 || m <= 0)
        return 0;
    if (pipe.schedule == PipelineSchedule::dualpipe)
        return std::max(0.0, (m - p - 1) / m);
    if (pipe.schedule == PipelineSchedule::dualpipe_v)
        return std::max(0.0, (2 * m - 2 * p - 1) / (2 * m));
    return 0;
}

} // namespace kneepoint
