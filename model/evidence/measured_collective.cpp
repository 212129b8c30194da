// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/measured_collective.h"

#include "model/evidence/hardware_names.h"
#include "model/scenario/fitted.h"

#include <array>
#include <optional>

namespace kneepoint {
namespace {

std::optional<CollectiveOperation> operationOf(std::string_view name)
{
    using enum CollectiveOperation;
    constexpr std::pair<std::string_view, CollectiveOperation> names[] = {{"all_reduce", all_reduce},
        {"all_gather", all_gather}, {"reduce_scatter", reduce_scatter}, {"all_to_all", all_to_all},
        {"alltoall", all_to_all}, {"sendrecv", send}};
    for (const auto& [known, operation] : names)
        if (name == known)
            return operation;
    return {};
}

/// Rate of a node's ports that a description states, bytes/s; 0 where it does not.
double statedNodeRate(std::string_view network)
{
    struct Known {
        std::string_view words;
        double gigabytes;
    };
    constexpr Known known[] = {{"200 GB/s per node", 200}, {"50 GB/s per node", 50}, {"100 GB/s per node", 100},
        {"8x HDR200", 200}, {"4x HDR200", 100}, {"8x 400", 400}, {"4x Slingshot", 100}};
    for (const Known& k : known)
        if (mentions(network, k.words))
            return k.gigabytes * 1e9;
    return 0;
}

} // namespace

MeasuredCollectives collectiveQuestionsOf(const Measurements& measurements)
{
    MeasuredCollectives all;
    for (const CollectiveRecord& record : measurements.collectives) {
        MeasuredCollective m;
        m.record = &record;
        const auto operation = operationOf(record.op);
        const std::string_view gpu = gpuPresetOf(record.gpu);
        if (!operation || gpu.empty() || record.gpus < 2) {
            all.skipped.push_back({record.id, record.nodes > 1 ? "collectives-network" : "collectives-nvlink",
                !operation        ? "an operation the engine does not know"
                    : gpu.empty() ? "a GPU the engine does not know"
                                  : "one GPU"});
            continue;
        }
        m.operation = *operation;
        Scenario s;
        applyGpu(s, presetIndex(gpuPresets(), gpu));
        m.family = familyOfGpu(gpu);
        s.cluster.gpus_per_node = record.gpus / record.nodes;
        const bool pcie = s.cluster.scale_up_bandwidth < 60e9;
        m.series = record.nodes > 1 ? "collectives-network" : pcie ? "collectives-pcie" : "collectives-nvlink";
        if (record.nodes > 1) {
            const double rate = statedNodeRate(record.inter_node);
            if (rate <= 0) {
                all.skipped.push_back({record.id, record.nodes > 1 ? "collectives-network" : "collectives-nvlink",
                    "the rate between nodes is not stated"});
                continue;
            }
            const bool sockets = mentions(record.id, "env1") && mentions(record.id, "polaris");
            const std::string_view network = sockets ? "slingshot-tcp" : networkPresetOf(record.inter_node, 200);
            applyInterconnect(s, presetIndex(interconnectPresets(), network));
            s.cluster.link_rate = rate / s.cluster.gpus_per_node;
        }
        m.cluster = s.cluster;
        all.curves.push_back(std::move(m));
    }
    return all;
}

} // namespace kneepoint
