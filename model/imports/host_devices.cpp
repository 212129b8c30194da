// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/format_readers.h"

#include "model/evidence/hardware_names.h"
#include "model/imports/line_reader.h"
#include "model/presets/presets.h"
#include "model/units/excerpt.h"
#include "model/units/text_fields.h"

#include <fmt/format.h>

#include <algorithm>

namespace kneepoint {
namespace {

constexpr std::size_t most_ports = 256;

/// A port of an adapter.
struct HostPort {
    std::string device, place;
    std::string layer = {}, generation = {}; ///< generation: "HDR", if it is stated beside the rate
    double gbps = 0;                         ///< 0: not stated
    double lanes = 0;
    bool active = false;
};

/// A GPU in a slot.
struct SlotGpu {
    std::string name, place;
};

/// The preset of a port; empty if the library has none with its rate.
std::string_view networkOf(const HostPort& port)
{
    struct Row {
        std::string_view layer, generation;
        double gbps = 0;
        std::string_view preset;
    };
    static constexpr Row rows[] = {{"InfiniBand", "HDR", 100, "ib-hdr100"}, {"InfiniBand", "NDR", 200, "ib-ndr200"},
        {"InfiniBand", "", 100, "ib-edr"}, {"InfiniBand", "", 200, "ib-hdr"}, {"InfiniBand", "", 400, "ib-ndr"},
        {"InfiniBand", "", 800, "ib-xdr"}, {"Ethernet", "", 100, "roce100"}, {"Ethernet", "", 200, "roce200"},
        {"Ethernet", "", 400, "roce400"}, {"Ethernet", "", 800, "roce800"}};
    for (const Row& row : rows)
        if (row.layer == port.layer && row.gbps == port.gbps
            && (row.generation.empty() || row.generation == port.generation))
            return row.preset;
    return {};
}

/// "Infiniband device 'mlx5_0' port 1 status:", "CA 'mlx5_0'", "hca_id: mlx5_0": the name of an adapter.
std::string_view adapterIn(std::string_view line)
{
    if (line.starts_with("hca_id:"))
        return trimmed(line.substr(std::string_view("hca_id:").size()));
    if (!line.starts_with("CA '") && !line.starts_with("Infiniband device '"))
        return {};
    const std::size_t quote = line.find('\'') + 1;
    return line.substr(quote, line.find('\'', quote) - quote);
}

/// "17:00.0 3D controller: NVIDIA Corporation GH100 [H100 SXM5 80GB] (rev a1)"
bool isSlot(std::string_view line)
{
    const std::string_view slot = line.substr(0, line.find(' '));
    const auto colons = std::ranges::count(slot, ':');
    const std::size_t dot = slot.rfind('.');
    return (colons == 1 || colons == 2) && dot != std::string_view::npos && dot + 2 == slot.size()
        && slot.find_first_not_of("0123456789abcdef:.") == std::string_view::npos;
}

bool isSlotOfGpu(std::string_view line)
{
    const bool computes = contains(line, " 3D controller: ") || contains(line, " VGA compatible controller: ")
        || contains(line, " Display controller: ") || contains(line, " Processing accelerators: ");
    return isSlot(line) && computes && (contains(line, "NVIDIA") || contains(line, "Instinct"));
}

/// The name in the last brackets: "H100 SXM5 80GB".
std::string nameInBrackets(std::string_view line)
{
    const std::size_t close = line.rfind(']'), open = line.rfind('[', close);
    if (open == std::string_view::npos || close == std::string_view::npos)
        return std::string(trimmed(line.substr(line.find(": ") + 2)));
    const std::string_view inside = line.substr(open + 1, close - open - 1);
    const bool is_number = inside.size() == 9 && inside[4] == ':'; // "10de:2330", of lspci -nn
    return is_number ? nameInBrackets(line.substr(0, open)) : std::string(inside.substr(0, 100));
}

void takePortLine(HostPort& port, std::string_view key, std::string_view value)
{
    if (key == "State" || key == "state")
        port.active = contains(value, "Active") || contains(value, "ACTIVE");
    else if (key == "Rate" || key == "rate") {
        port.gbps = leadingNumber(value).value_or(0);
        for (const std::string_view name : {"NDR", "HDR"})
            if (contains(value, name))
                port.generation = name;
    } else if (key == "Link layer" || key == "link_layer")
        port.layer = value.substr(0, 40);
    else if (key == "active_width")
        port.lanes = leadingNumber(value).value_or(0);
    else if (key == "active_speed") // of a lane
        port.gbps = leadingNumber(value).value_or(0) * std::max(port.lanes, 1.0);
}

std::vector<HostPort> portsOf(LineReader& lines)
{
    std::vector<HostPort> ports;
    std::string device;
    while (const auto next = lines.next()) {
        const std::string_view line = trimmed(*next);
        if (const std::string_view adapter = adapterIn(line); !adapter.empty())
            device = adapter.substr(0, 60);
        const bool begins =
            line.starts_with("Port ") || line.starts_with("port:") || line.starts_with("Infiniband device '");
        if (begins && !device.empty() && ports.size() < most_ports) {
            ports.push_back({device, lines.place()});
            continue;
        }
        const std::size_t colon = line.find(':');
        if (!ports.empty() && colon != std::string_view::npos)
            takePortLine(ports.back(), trimmed(line.substr(0, colon)), trimmed(line.substr(colon + 1)));
    }
    return ports;
}

Result<Evidence> evidenceOfPorts(std::vector<HostPort> ports)
{
    Evidence evidence;
    for (const HostPort& port : ports)
        if (!port.active)
            evidence.skipped.push_back({port.place, fmt::format("{} is not active", excerpt(port.device))});
    std::erase_if(ports, [](const HostPort& port) { return !port.active; });
    if (ports.empty())
        return failure("lists adapters without an active port");
    const double fastest = std::ranges::max(ports, {}, &HostPort::gbps).gbps;
    for (const HostPort& port : ports)
        if (port.gbps < fastest)
            evidence.skipped.push_back({port.place,
                fmt::format("{} has {} Gbit/s; slower ports than the fastest are not counted, as they are of storage "
                            "or management as a rule",
                    excerpt(port.device), port.gbps)});
    std::erase_if(ports, [&](const HostPort& port) { return port.gbps < fastest; });
    const HostPort& first = ports.front();
    observe(evidence, {"cluster.nics_per_node", static_cast<double>(ports.size()), first.place});
    evidence.summary = fmt::format("{} active {}{}", ports.size(), ports.size() == 1 ? "port" : "ports",
        fastest > 0 ? fmt::format(" of {} Gbit/s", fastest) : std::string());
    const std::string_view network = networkOf(first);
    const PresetIndex index = presetIndex(interconnectPresets(), network);
    if (fastest <= 0)
        evidence.skipped.push_back(
            {first.place, "the rate of the ports is not stated; ibstat and ibv_devinfo -v print it"});
    else if (const InterconnectPreset* preset = presetAt(interconnectPresets(), index); preset && !network.empty())
        observe(evidence, {"cluster.interconnect", static_cast<double>(index), first.place});
    else
        evidence.skipped.push_back({first.place,
            fmt::format("no network of the library has {} Gbit/s over {}", fastest,
                first.layer.empty() ? "a layer that is not stated" : excerpt(first.layer))});
    return evidence;
}

Result<Evidence> evidenceOfSlots(const std::vector<SlotGpu>& gpus)
{
    Evidence evidence;
    const SlotGpu& first = gpus.front();
    const std::string_view id = gpuPresetOf(first.name);
    const bool alike = std::ranges::all_of(gpus, [&](const SlotGpu& gpu) { return gpu.name == first.name; });
    if (!alike)
        evidence.skipped.push_back({first.place, "the node has different GPUs, so none is set"});
    else if (id.empty())
        evidence.skipped.push_back({first.place, fmt::format("the GPU {} is not known", excerpt(first.name))});
    else
        observe(evidence, {"cluster.gpu", static_cast<double>(presetIndex(gpuPresets(), id)), first.place});
    if (alike)
        observe(evidence, {"cluster.gpus_per_node", static_cast<double>(gpus.size()), first.place});
    evidence.skipped.push_back({first.place, "lspci does not state the rate of NICs or whether they are connected"});
    evidence.summary = fmt::format("{} × {}", gpus.size(), excerpt(first.name));
    return evidence;
}

} // namespace

bool isHostDevices(std::string_view head)
{
    return anyLine(head, [](std::string_view whole) {
        const std::string_view line = trimmed(whole);
        return !adapterIn(line).empty() || isSlotOfGpu(line);
    });
}

Result<Evidence> readHostDevices(ByteSource& source)
{
    const std::string head(source.head());
    LineReader lines(source);
    std::vector<SlotGpu> gpus;
    if (head.find("hca_id:") != std::string::npos || head.find("CA '") != std::string::npos
        || head.find("Infiniband device '") != std::string::npos)
        return evidenceOfPorts(portsOf(lines));
    while (const auto line = lines.next())
        if (isSlotOfGpu(trimmed(*line)) && gpus.size() < most_ports)
            gpus.push_back({nameInBrackets(trimmed(*line)), lines.place()});
    return gpus.empty() ? failure("lists no GPU") : evidenceOfSlots(gpus);
}

} // namespace kneepoint
