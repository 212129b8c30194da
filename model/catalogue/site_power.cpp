// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/site_power.h"

#include "model/presets/presets.h"

namespace kneepoint {
namespace {

/// A node over its GPUs where nobody states it: between 1.4 and 2.0 for DGX A100, H100, B200, B300 and NVL72, 1.8 in
/// the median.
constexpr double usual_node_share = 1.8;

} // namespace

double nodeShareW(const Cluster& c)
{
    if (c.power_w <= 0)
        return 0; // not known
    const GpuPreset* gpu = presetAt(gpuPresets(), c.gpu);
    if (!gpu || gpu->node_power_w <= 0)
        return usual_node_share * c.power_w;
    return c.power_w + gpu->node_power_w / gpu->scale_up_domain - gpu->power_w;
}

double sitePowerW(const Cluster& c, double gpus)
{
    return c.pue * gpus * nodeShareW(c);
}

} // namespace kneepoint
