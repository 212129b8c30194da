// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/plan/plan_hardware.h"

#include "model/catalogue/catalogue.h"
#include "model/catalogue/companions.h"
#include "model/catalogue/derive.h"
#include "model/presets/presets.h"
#include "model/scenario/whole_nodes.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

constexpr double failures_from = 256; ///< GPUs

void set(Edit& edit, std::string_view id, double value)
{
    const Parameter& p = parameter(id);
    std::erase_if(edit, [&](const Setting& s) { return s.parameter == &p; });
    edit.push_back({&p, value});
}

} // namespace

std::vector<double> nodesOf(const Scenario& job, PresetIndex gpu)
{
    if (gpu <= 0)
        return {std::max(1.0, job.cluster.gpus_per_node)};
    const double node = usualNode(gpu);
    const double part = usedNode(gpu, std::exp2(std::ceil(std::log2(node))));
    return part == node ? std::vector{node} : std::vector{part, node};
}

Edit hardwareEdit(const PlanQuestion& q, const Offer& offer, double gpus, const Calibration& calibration)
{
    const PresetIndex gpu = offer.hardware.gpu;
    Edit edit = gpu != q.job.cluster.gpu ? companionsOf(q.job, gpu) : Edit();
    set(edit, "workload.scaling", static_cast<double>(Scaling::strong));
    if (gpu > 0)
        set(edit, "cluster.gpu", gpu);
    if (offer.network > 0)
        set(edit, "cluster.interconnect", offer.network);
    set(edit, "cluster.gpus_per_node", offer.node);
    set(edit, "cluster.gpus", gpus);
    const double price = offer.hardware.price_per_gpu_hour;
    const bool as_entered = offer.hardware.gpu == 0 && offer.network == 0 && !isListed(q.job.cluster, q.prices)
        && !isListed(q.job.cluster, shippedPrices());
    const std::optional<double> listed =
        as_entered ? std::nullopt : q.prices.perGpuHour(applied(q.job, edit, calibration).cluster);
    if (price > 0 || listed)
        set(edit, "cluster.price_per_gpu_hour", price > 0 ? price : *listed);
    if (gpus >= failures_from)
        set(edit, "assumptions.failures", 1);
    return edit;
}

std::vector<PresetIndex> unpricedGpus(const PlanQuestion& q)
{
    std::vector<PresetIndex> gpus;
    for (const PlanHardware& hardware : q.gpus) {
        Cluster c = q.job.cluster;
        c.gpu = hardware.gpu;
        if (hardware.gpu > 0 && hardware.gpu != q.job.cluster.gpu && hardware.price_per_gpu_hour <= 0
            && !q.prices.perGpuHour(c))
            gpus.push_back(hardware.gpu);
    }
    return gpus;
}

} // namespace kneepoint
