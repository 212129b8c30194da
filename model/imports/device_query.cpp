// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/format_readers.h"

#include "model/evidence/hardware_names.h"
#include "model/imports/line_reader.h"
#include "model/presets/presets.h"
#include "model/units/excerpt.h"
#include "model/units/text_fields.h"
#include "model/units/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

constexpr double mebibyte_bytes = 1 << 20;
constexpr std::size_t most_devices = 1024;

/// One GPU; 0 where nothing is stated.
struct Device {
    std::string name, place;
    double memory_bytes = 0, power_limit_w = 0, default_limit_w = 0;
    double clock_mhz = 0, most_clock_mhz = 0;
    double link_width = 0, most_link_width = 0;
    std::string throttled; ///< the reason, if it is one that load does not explain
    bool power_capped = false;
};

bool isReportHead(std::string_view line)
{
    return contains(line, "=NVSMI LOG=");
}

bool isTableHead(std::string_view line)
{
    return line.starts_with('|') && contains(line, "NVIDIA-SMI") && contains(line, "Driver Version");
}

/// "index, name, power.limit [W], memory.total [MiB]", of --query-gpu=… --format=csv.
bool isQueryHead(std::string_view line)
{
    return contains(line, "name, ")
        && (contains(line, "memory.total") || contains(line, "power.") || contains(line, "clocks."));
}

/// "GPU 0: NVIDIA H100 NVL (UUID: GPU-5c1a…)", of -L.
bool isListed(std::string_view line)
{
    return line.starts_with("GPU ") && contains(line, ": ") && contains(line, " (UUID: ");
}

double amountIn(std::string_view value)
{
    return leadingNumber(value).value_or(0);
}

/// One line of a report: its key, and the heading that it is under. Headings are less indented.
void takeReportLine(Device& device, std::string_view heading, std::string_view key, std::string_view value)
{
    if (key == "Product Name")
        device.name = value.substr(0, 100);
    else if (heading == "FB Memory Usage" && key == "Total")
        device.memory_bytes = amountIn(value) * mebibyte_bytes;
    else if (key == "Current Power Limit" || key == "Power Limit" || key == "Enforced Power Limit")
        device.power_limit_w = device.power_limit_w > 0 ? device.power_limit_w : amountIn(value);
    else if (key == "Default Power Limit")
        device.default_limit_w = device.default_limit_w > 0 ? device.default_limit_w : amountIn(value);
    else if (heading == "Clocks" && key == "SM")
        device.clock_mhz = amountIn(value);
    else if (heading == "Max Clocks" && key == "SM")
        device.most_clock_mhz = amountIn(value);
    else if (heading == "Link Width" && key == "Current")
        device.link_width = amountIn(value);
    else if (heading == "Link Width" && key == "Max")
        device.most_link_width = amountIn(value);
    else if (value == "Active" && (contains(heading, "Clocks Throttle") || contains(heading, "Clocks Event"))) {
        if (key == "SW Power Cap")
            device.power_capped = true;
        else if (contains(key, "Slowdown") || contains(key, "Power Brake"))
            device.throttled = key;
    }
}

std::vector<Device> devicesOfReport(LineReader& lines)
{
    std::vector<Device> devices;
    std::string heading;
    while (const auto next = lines.next()) {
        const std::string_view line = trimmed(*next);
        if (next->starts_with("GPU ") && !contains(line, " : ") && devices.size() < most_devices) {
            devices.emplace_back().place = lines.place();
            continue;
        }
        if (devices.empty())
            continue;
        const std::size_t colon = line.find(" : ");
        if (colon == std::string_view::npos)
            heading = line;
        else
            takeReportLine(devices.back(), heading, trimmed(line.substr(0, colon)), trimmed(line.substr(colon + 3)));
    }
    return devices;
}

/// The number before a word: 700 of "71W / 700W" after the last slash.
double afterSlash(std::string_view cell)
{
    const std::size_t slash = cell.rfind('/');
    return slash == std::string_view::npos ? 0 : amountIn(cell.substr(slash + 1));
}

/// "|   0  NVIDIA H100 80GB HBM3          On  | …" and below it "| N/A   29C    P0    71W / 700W |  0MiB / 81559MiB |
/// …".
std::vector<Device> devicesOfTable(LineReader& lines)
{
    std::vector<Device> devices;
    while (const auto next = lines.next()) {
        const std::string_view line = trimmed(*next);
        if (contains(line, "Processes:"))
            break;
        const std::vector<std::string_view> cells = split(line, '|');
        constexpr std::size_t of_a_device = 4; // and what is outside the outer bars
        if (!line.starts_with('|') || cells.size() < of_a_device)
            continue;
        const std::vector<std::string_view> words = wordsOf(cells[1]);
        if (contains(cells[2], "MiB") && contains(cells[1], "W") && !devices.empty()) {
            devices.back().power_limit_w = afterSlash(cells[1]);
            devices.back().memory_bytes = afterSlash(cells[2]) * mebibyte_bytes;
        } else if (words.size() >= 3 && plainNumber(words[0]) && contains(cells[2], ":")
            && devices.size() < most_devices) {
            Device& device = devices.emplace_back();
            device.place = lines.place();
            const std::string_view last = words.back(); // persistence mode, under its own heading
            const std::string_view cell = trimmed(cells[1]);
            const std::string_view named = cell.substr(words[0].size(), cell.size() - words[0].size() - last.size());
            device.name = trimmed(named);
        }
    }
    return devices;
}

std::vector<Device> devicesOfQuery(std::string_view head, LineReader& lines)
{
    std::vector<Device> devices;
    const std::vector<std::string_view> names = split(head, ',');
    const std::vector<std::string> columns(names.begin(), names.end());
    while (const auto next = lines.next()) {
        const std::vector<std::string_view> cells = split(*next, ',');
        if (cells.size() != columns.size() || devices.size() == most_devices)
            break;
        Device& device = devices.emplace_back();
        device.place = lines.place();
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const std::string_view key = std::string_view(columns[i]).substr(0, columns[i].find(' '));
            if (key == "name" || key == "gpu_name")
                device.name = cells[i].substr(0, 100);
            else if (key == "memory.total")
                device.memory_bytes = amountIn(cells[i]) * mebibyte_bytes;
            else if (key == "power.limit" || key == "enforced.power.limit")
                device.power_limit_w = amountIn(cells[i]);
            else if (key == "power.default_limit")
                device.default_limit_w = amountIn(cells[i]);
            else if (key == "pcie.link.width.current")
                device.link_width = amountIn(cells[i]);
            else if (key == "pcie.link.width.max")
                device.most_link_width = amountIn(cells[i]);
        }
    }
    return devices;
}

void takeListed(std::vector<Device>& devices, std::string_view line, const std::string& place)
{
    if (!isListed(line) || devices.size() == most_devices)
        return;
    const std::size_t colon = line.find(": ") + 2;
    Device& device = devices.emplace_back();
    device.name = line.substr(colon, line.find(" (UUID: ") - colon).substr(0, 100);
    device.place = place;
}

std::vector<Device> devicesOfList(std::string_view first, LineReader& lines)
{
    std::vector<Device> devices;
    takeListed(devices, first, lines.place());
    while (const auto next = lines.next())
        takeListed(devices, trimmed(*next), lines.place());
    return devices;
}

/// GPUs whose figure is another one than that of the first.
template <auto Field> std::size_t unlikeFirst(const std::vector<Device>& devices)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(devices, [&](const Device& d) { return d.*Field != devices.front().*Field; }));
}

void addDeviceRemarks(Evidence& evidence, const std::vector<Device>& devices)
{
    const auto remark = [&](const Device& d, std::string text) {
        constexpr std::size_t most_remarks = 32;
        if (evidence.skipped.size() < most_remarks)
            evidence.skipped.push_back({d.place, std::move(text)});
    };
    for (const Device& d : devices) {
        if (!d.throttled.empty())
            remark(d, fmt::format("the GPU is throttled ({}), which makes all others wait", excerpt(d.throttled)));
        if (d.power_capped && d.clock_mhz > 0 && d.most_clock_mhz > 0)
            remark(d,
                fmt::format("{} of {} MHz under the power cap; the sustained clock is not derived from it", d.clock_mhz,
                    d.most_clock_mhz));
        if (d.link_width > 0 && d.link_width < d.most_link_width)
            remark(d, fmt::format("PCIe runs with {} of {} lanes", d.link_width, d.most_link_width));
    }
}

Result<Evidence> evidenceOfDevices(const std::vector<Device>& devices)
{
    if (devices.empty() || devices.front().name.empty())
        return failure("is output of nvidia-smi without a GPU and its name");
    Evidence evidence;
    const Device& first = devices.front();
    const std::string_view id = gpuPresetOf(first.name);
    const PresetIndex index = presetIndex(gpuPresets(), id);
    const auto set = [&](const char* setting, double value) { observe(evidence, {setting, value, first.place}); };
    if (unlikeFirst<&Device::name>(devices) > 0) {
        evidence.skipped.push_back({first.place, "the node has different GPUs, so none is set"});
    } else if (const GpuPreset* gpu = presetAt(gpuPresets(), index)) {
        set("cluster.gpu", static_cast<double>(index));
        constexpr double reserved = 0.02; // of what the driver keeps, with and without error correction
        if (first.memory_bytes > 0 && std::abs(first.memory_bytes / gpu->memory_bytes - 1) > reserved)
            set("cluster.memory_bytes", first.memory_bytes);
        const double usual = first.default_limit_w > 0 ? first.default_limit_w : gpu->power_w;
        if (first.power_limit_w > 0 && first.power_limit_w != gpu->power_w) {
            set("cluster.power_w", first.power_limit_w);
            if (first.power_limit_w < usual)
                evidence.skipped.push_back({first.place,
                    fmt::format("the power limit is {} W of {} W; how far clocks fall under it is not known, so the "
                                "step is that of the full limit",
                        first.power_limit_w, usual)});
        }
    } else {
        evidence.skipped.push_back({first.place, fmt::format("the GPU {} is not known", excerpt(first.name))});
    }
    if (unlikeFirst<&Device::power_limit_w>(devices) > 0)
        evidence.skipped.push_back(
            {first.place, "the power limits of the GPUs differ; the slowest makes the others wait"});
    if (devices.size() > 1)
        set("cluster.gpus_per_node", static_cast<double>(devices.size()));
    addDeviceRemarks(evidence, devices);
    evidence.summary = fmt::format("{} × {}{}", devices.size(), excerpt(first.name),
        first.power_limit_w > 0 ? fmt::format(", {} W", first.power_limit_w) : std::string());
    return evidence;
}

} // namespace

bool isDeviceQuery(std::string_view head)
{
    return anyLine(head, [](std::string_view whole) {
        const std::string_view line = trimmed(whole);
        return isReportHead(line) || isTableHead(line) || isQueryHead(line) || isListed(line);
    });
}

Result<Evidence> readDeviceQuery(ByteSource& source)
{
    LineReader lines(source);
    while (const auto line = lines.next()) {
        if (isReportHead(*line))
            return evidenceOfDevices(devicesOfReport(lines));
        if (isTableHead(trimmed(*line)))
            return evidenceOfDevices(devicesOfTable(lines));
        if (isQueryHead(*line))
            return evidenceOfDevices(devicesOfQuery(std::string(trimmed(*line)), lines));
        if (isListed(trimmed(*line)))
            return evidenceOfDevices(devicesOfList(std::string(trimmed(*line)), lines));
    }
    return failure("is output of nvidia-smi without a GPU and its name");
}

} // namespace kneepoint
