// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/host_link.h"

#include "model/presets/presets.h"

#include <string_view>

namespace kneepoint {
namespace {

constexpr double pcie_3 = 12e9, pcie_4 = 25e9, pcie_5 = 55e9, nvlink_c2c = 359e9;

struct HostLink {
    std::string_view name; ///< an id, or an architecture
    double bandwidth = 0;
};

constexpr HostLink links[] = {
    {"gh200", nvlink_c2c},
    {"gb200", nvlink_c2c},
    {"gb300", nvlink_c2c},
    {"tpu-v6e", 32e9},
    {"mi250x", pcie_4},
    {"tpu", 15e9},
    {"pascal", pcie_3},
    {"volta", pcie_3},
    {"turing", pcie_3},
    {"hopper", pcie_5},
    {"blackwell", pcie_5},
    {"blackwell-rtx", pcie_5},
    {"cdna", pcie_5},
};

} // namespace

double hostBandwidth(const GpuPreset& gpu)
{
    for (const HostLink& link : links)
        if (link.name == gpu.id || link.name == gpu.architecture)
            return link.bandwidth;
    return pcie_4;
}

} // namespace kneepoint
