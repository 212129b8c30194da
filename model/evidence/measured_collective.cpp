// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/measured_collective.h"

#include "model/evidence/hardware_names.h"
#include "model/evidence/network_rate.h"
#include "model/scenario/edit.h"

#include <algorithm>
#include <fmt/format.h>
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

/// Runs of one machine at one size: what was measured together.
std::string campaignOf(const CollectiveRecord& r)
{
    const double per_node = r.nodes > 1 ? r.gpus / r.nodes : 0;
    return fmt::format("{}, {}, {}x{}", r.source, r.gpu, r.nodes, per_node);
}

std::string_view networkOf(const CollectiveRecord& r, double node_rate)
{
    const bool sockets = mentions(r.inter_node, "TCP") || mentions(r.inter_node, "socket")
        || (mentions(r.id, "polaris") && mentions(r.id, "env1"));
    const bool slingshot = mentions(r.inter_node, "slingshot");
    if (slingshot && sockets)
        return "slingshot-tcp";
    constexpr double slingshot_port = 25e9;
    const double per_gpu = node_rate / (r.gpus / r.nodes);
    if (slingshot)
        return per_gpu < slingshot_port ? "slingshot200-shared" : "slingshot200";
    const double gbps = per_gpu * 8 / 1e9;
    return networkPresetOf(sockets ? "tcp" : std::string_view(r.inter_node), gbps);
}

} // namespace

MeasuredCollectives collectiveQuestionsOf(const Measurements& measurements, const Calibration& calibration)
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
        applyGpu(s, presetIndex(gpuPresets(), gpu), calibration);
        m.gpu = gpu;
        m.campaign = campaignOf(record);
        const bool pcie = s.cluster.switch_gpus > 0;
        const GpuPreset& preset = gpuPresets()[static_cast<std::size_t>(s.cluster.gpu) - 1];
        s.cluster.gpus_per_node = record.gpus / record.nodes;
        if (pcie && record.nodes <= 1) // part of a whole host
            s.cluster.gpus_per_node = std::max(record.gpus, preset.scale_up_domain);
        m.series = record.nodes > 1 ? "collectives-network" : pcie ? "collectives-pcie" : "collectives-nvlink";
        if (record.nodes > 1) {
            const double rate = nodeRate(record.inter_node, s.cluster.gpus_per_node);
            if (rate <= 0) {
                all.skipped.push_back({record.id, m.series, "the rate between nodes is not stated"});
                continue;
            }
            m.network = networkOf(record, rate);
            applyInterconnect(s, presetIndex(interconnectPresets(), m.network), calibration);
            s.cluster.link_rate = rate / s.cluster.gpus_per_node;
        }
        s.cluster.gpus = record.gpus;
        if (const auto checked = checkScenario(s); !checked) {
            all.skipped.push_back({record.id, m.series, checked.error().message});
            continue;
        }
        m.cluster = s.cluster;
        all.curves.push_back(std::move(m));
    }
    return all;
}

} // namespace kneepoint
