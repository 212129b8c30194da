// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/measured_collective.h"

#include "model/catalogue/apply_presets.h"
#include "model/catalogue/edit.h"
#include "model/evidence/hardware_names.h"
#include "model/evidence/machine_names.h"
#include "model/evidence/network_rate.h"

#include <algorithm>
#include <fmt/format.h>

namespace kneepoint {
namespace {

/// Runs of one machine at one size: what was measured together.
std::string campaignOf(const CollectiveRecord& r)
{
    const double per_node = r.nodes > 1 ? r.gpus / r.nodes : 0;
    return fmt::format("{}, {}, {}x{}", r.source, r.gpu, r.nodes, per_node);
}

/// GPUs that share a scale-up link. A curve in one PCIe host used part of it.
double domainOf(const CollectiveRecord& r, const GpuPreset& gpu, bool pcie)
{
    const double box = r.gpus / r.nodes;
    if (r.nodes <= 1)
        return pcie ? std::max(r.gpus, gpu.scale_up_domain) : r.gpus;
    const double usual = gpu.topology == Topology::switched && !pcie ? gpu.scale_up_domain : 0;
    constexpr double usual_box = 8;
    const double stated = std::max({rackOf(r.gpu), rackOf(r.intra_node), rackOf(r.inter_node)});
    return domainInRack(r.gpus, box, std::max(stated, usual > usual_box ? usual : 0));
}

/// The machine that a curve names in its texts or its id.
const MachinePreset* machineOf(const CollectiveRecord& r, std::string_view gpu)
{
    std::string id = r.id;
    std::ranges::replace(id, '-', ' ');
    return machineNamed(fmt::format("{}, {}, {}, {}", r.inter_node, r.intra_node, r.gpu, id), gpu);
}

/// Sets the network between the scale-up domains; an error if its rate is not stated.
Result<void> setNetwork(Scenario& s, MeasuredCollective& m, const Calibration& calibration)
{
    const CollectiveRecord& r = *m.record;
    const double box = r.gpus / r.nodes;
    const double stated = nodeRate(r.inter_node, box) / box;
    const MachinePreset* machine = stated > 0 ? nullptr : machineOf(r, m.gpu);
    const double per_gpu = machine ? ratePerGpu(*machine) : stated;
    if (per_gpu <= 0)
        return failure("the rate between nodes is not stated");
    m.network = networkPresetOf(r.inter_node, per_gpu * 8 / 1e9);
    if (m.network.empty() && machine)
        m.network = machine->network;
    applyInterconnect(s, presetIndex(interconnectPresets(), m.network), calibration);
    setPorts(s.cluster, r.inter_node, box, per_gpu);
    return {};
}

Result<MeasuredCollective> questionOf(const CollectiveRecord& record, const Calibration& calibration)
{
    const auto operation = findCollectiveOperation(record.op);
    const std::string_view gpu = gpuPresetOf(record.gpu);
    if (!operation)
        return failure("an operation the engine does not know");
    if (gpu.empty())
        return failure("a GPU the engine does not know");
    if (record.gpus < 2)
        return failure("one GPU");
    MeasuredCollective m;
    m.record = &record;
    m.operation = *operation;
    if (mentions(record.inter_node, "NCCL_ALGO=RING"))
        m.algorithm = CollectiveAlgorithm::ring;
    m.gpu = gpu;
    m.campaign = campaignOf(record);
    Scenario s;
    applyGpu(s, presetIndex(gpuPresets(), gpu), calibration);
    const bool pcie = s.cluster.switch_gpus > 0;
    if (mentions(record.intra_node, "no NVLS"))
        s.cluster.switch_reduction = 0;
    s.cluster.gpus = record.gpus;
    s.cluster.resizeNode(domainOf(record, *presetAt(gpuPresets(), s.cluster.gpu), pcie));
    const bool network = s.cluster.gpus > s.cluster.gpus_per_node;
    m.series = network ? "collectives-network" : pcie ? "collectives-pcie" : "collectives-nvlink";
    if (const auto set = network ? setNetwork(s, m, calibration) : Result<void>(); !set)
        return tl::unexpected(set.error());
    if (const auto checked = checkScenario(s); !checked)
        return tl::unexpected(checked.error());
    m.cluster = s.cluster;
    return m;
}

} // namespace

MeasuredCollectives collectiveQuestionsOf(const Measurements& measurements, const Calibration& calibration)
{
    MeasuredCollectives all;
    for (const CollectiveRecord& record : measurements.collectives)
        if (Result<MeasuredCollective> question = questionOf(record, calibration))
            all.curves.push_back(std::move(*question));
        else
            all.skipped.push_back(
                {record.id, record.nodes > 1 ? "collectives-network" : "collectives-nvlink", question.error().message});
    return all;
}

} // namespace kneepoint
