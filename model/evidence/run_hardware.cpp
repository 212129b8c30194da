// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/run_hardware.h"

#include "model/catalogue/apply_presets.h"
#include "model/evidence/hardware_names.h"
#include "model/evidence/machine_names.h"
#include "model/evidence/network_rate.h"
#include "model/scenario/scenario.h"
#include "model/units/excerpt.h"

#include <algorithm>
#include <fmt/format.h>

namespace kneepoint {
namespace {

constexpr double usual_node = 8;

double nodeOf(const RunRecord& run)
{
    return run.setting("cluster.gpus_per_node", usual_node);
}

const GpuPreset* presetOf(const RunRecord& run)
{
    return presetAt(gpuPresets(), presetIndex(gpuPresets(), gpuPresetOf(run.gpu)));
}

/// As stated; 0 if it is not.
double statedGbps(const RunRecord& run)
{
    if (const auto stated = run.setting("cluster.link_rate"))
        return *stated * 8 / 1e9;
    if (const double rate = nodeRate(run.network, nodeOf(run)); rate > 0)
        return rate / nodeOf(run) * 8 / 1e9;
    const MachinePreset* machine = machineNamed(run.network, gpuPresetOf(run.gpu));
    return machine ? ratePerGpu(*machine) * 8 / 1e9 : 0;
}

double gbpsPerGpu(const RunRecord& run)
{
    const double stated = statedGbps(run);
    return stated > 0 ? stated : usualGbps(run.gpu);
}

} // namespace

double usualGbps(std::string_view gpu)
{
    return mentions(gpu, "B300") ? 800 : mentions(gpu, "B200") || mentions(gpu, "H") ? 400 : 200;
}

std::vector<double> linkRatesOf(const RunRecord& run)
{
    constexpr double gigabit = 1e9 / 8;
    const double usual = gbpsPerGpu(run) * gigabit;
    const bool stated = statedGbps(run) > 0 || !(run.network.empty() || mentions(run.network, "not stated"));
    // A port of 200 Gbit/s serves one A100 in a DGX, two in Polaris, four in Jean Zay and AWS p4d.
    if (!stated && mentions(run.gpu, "A100"))
        return {usual, usual / 2, usual / 4};
    return {usual};
}

Result<std::string> setGpus(Scenario& s, const RunRecord& run, const Calibration& calibration)
{
    s.cluster.gpus = run.setting("cluster.gpus", 0);
    s.cluster.resizeNode(nodeOf(run));
    const std::string_view id = gpuPresetOf(run.gpu);
    if (!id.empty()) {
        applyGpu(s, presetIndex(gpuPresets(), id), calibration);
        return std::string(id);
    }
    const double peak = run.setting("cluster.peak_bf16", 0);
    if (peak <= 0)
        return failure(
            run.gpu.empty() ? "the GPU is not stated" : fmt::format("the GPU '{}' is not known", excerpt(run.gpu)));
    s.cluster.peak = {peak, peak, peak, peak, 0, 0};
    s.cluster.scale_up_bandwidth = 5e9; // PCIe without peer-to-peer access: rings of four measured at 4.5 GB/s
    s.cluster.switch_gpus = nodeOf(run);
    s.cluster.scale_up_efficiency = 1;
    return std::string();
}

double scaleUpDomain(const RunRecord& run)
{
    const GpuPreset* preset = presetOf(run);
    const double stated = run.nvlink_domain.value_or(0), gpus = run.setting("cluster.gpus", 0);
    const bool torus = preset && preset->topology != Topology::switched;
    if (torus && stated > 0) // a slice of it
        return std::min(stated, std::max(1.0, gpus));
    const double of_boxes = preset && preset->scale_up_domain > usual_node ? preset->scale_up_domain : 0;
    return domainInRack(gpus, nodeOf(run), std::max(stated, of_boxes));
}

Result<void> setNetwork(Scenario& s, const RunRecord& run, const Calibration& calibration)
{
    const double gbps = gbpsPerGpu(run);
    const bool stated = !run.network.empty() && !mentions(run.network, "not stated");
    const std::string_view usual = usualGbps(run.gpu) >= 400 ? "InfiniBand" : "RoCE";
    const bool shared = mentions(run.network, "per 4-GPU node") || mentions(run.network, "per node");
    const double port = shared && run.setting("cluster.link_rate") ? 4 * gbps : gbps;
    const PresetIndex network = presetIndex(interconnectPresets(), networkPresetOf(stated ? run.network : usual, port));
    if (network == 0 && run.setting("cluster.gpus", 0) > scaleUpDomain(run))
        return failure(fmt::format("the network '{}' is not known", excerpt(run.network)));
    if (network > 0)
        applyInterconnect(s, network, calibration);
    s.cluster.interconnect = 0;
    setPorts(s.cluster, run.network, nodeOf(run), gbps * 1e9 / 8);
    return {};
}

} // namespace kneepoint
