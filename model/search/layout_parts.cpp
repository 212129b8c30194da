// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/search/layout_parts.h"

#include "model/scenario/scenario.h"

#include <fmt/format.h>

namespace kneepoint {

std::vector<LayoutPart> layoutParts(const Scenario& job, const Layout& layout)
{
    std::vector<LayoutPart> parts;
    const auto degree = [&](const char* name, Dimension d, double unused) {
        if (layout[d] != unused)
            parts.push_back({name, countText(layout[d]), &parameterOf(d)});
    };
    degree("TP", Dimension::tensor, 1);
    if (layout[Dimension::sequence] != 0)
        parts.push_back({"SP", {}, &parameterOf(Dimension::sequence)});
    degree("PP", Dimension::pipeline, 1);
    degree("VPP", Dimension::virtual_stages, 1);
    const Parameter& schedule = parameterOf(Dimension::schedule);
    if (const auto kind = static_cast<std::size_t>(layout[Dimension::schedule]);
        splitsBackward(static_cast<PipelineSchedule>(kind))
        || kind == static_cast<std::size_t>(PipelineSchedule::breadth_first))
        parts.push_back({std::string(schedule.choices()[kind].id), {}, &schedule});
    degree("CP", Dimension::context, 1);
    degree("EP", Dimension::expert, 1);
    parts.push_back({"DP", countText(job.cluster.gpus / layout.replicaGpus()), &parameter("cluster.gpus")});
    degree("ZeRO", Dimension::zero, 0);
    degree("sharded among", Dimension::shard_group, 0);
    parts.push_back(
        {"micro-batch", countText(layout[Dimension::micro_batch]), &parameterOf(Dimension::micro_batch), "MBS"});
    parts.push_back(
        {"accumulation", countText(layout[Dimension::accumulation]), &parameterOf(Dimension::accumulation), "GA"});
    const Parameter& recompute = parameterOf(Dimension::recompute);
    if (const auto kind = static_cast<std::size_t>(layout[Dimension::recompute]); kind > 0)
        parts.push_back({fmt::format("{} recompute", recompute.choices()[kind].id), {}, &recompute});
    return parts;
}

} // namespace kneepoint
