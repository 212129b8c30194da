// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/format_readers.h"

#include "model/imports/line_reader.h"
#include "model/units/text_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <vector>

namespace kneepoint {
namespace {

bool isDevice(std::string_view name)
{
    constexpr std::string_view prefixes[] = {"GPU", "NIC", "mlx", "bnxt", "rdma", "efa", "irdma"};
    return std::ranges::any_of(prefixes, [&](std::string_view prefix) { return name.starts_with(prefix); })
        && name.find_first_of("0123456789") != std::string_view::npos;
}
bool isGpu(std::string_view name)
{
    return name.starts_with("GPU") && name.size() > 3 && std::isdigit(static_cast<unsigned char>(name[3]));
}

/// The devices that a header row names in its first columns.
std::vector<std::string> devicesOf(std::string_view line)
{
    std::vector<std::string> devices;
    for (const std::string_view word : wordsOf(line)) {
        if (!isDevice(word))
            break;
        devices.emplace_back(word);
    }
    return devices;
}

/// A row as nvidia-smi prints it, of a Markdown table too.
std::string plainRow(std::string_view line)
{
    std::string row = withoutColors(line);
    if (contains(row, "|"))
        std::ranges::replace_if(
            row, [](char c) { return c == '|' || c == '*' || c == '`'; }, ' ');
    return row;
}

bool isMatrixHeader(std::string_view line)
{
    const std::vector<std::string> devices = devicesOf(line);
    return !devices.empty() && devices[0] == "GPU0" && (devices.size() > 1 || contains(line, "Affinity"));
}

bool isConnection(std::string_view cell)
{
    constexpr std::string_view kinds[] = {"X", "PIX", "PXB", "PHB", "NODE", "SYS", "XGMI", "PCIE"};
    return std::ranges::find(kinds, cell) != std::end(kinds)
        || (cell.starts_with("NV") && plainNumber(cell.substr(2)).has_value());
}

/// The connections of a node: rows by device, cells in the order of the columns.
struct Matrix {
    std::vector<std::string> devices;
    std::map<std::string, std::vector<std::string>, std::less<>> rows;
    std::string place;
};

void readRow(std::string_view line, Matrix& matrix)
{
    const std::vector<std::string_view> words = wordsOf(line);
    if (words.size() <= matrix.devices.size() || std::ranges::find(matrix.devices, words[0]) == matrix.devices.end())
        return;
    const auto first = words.begin() + 1;
    const auto last = first + static_cast<std::ptrdiff_t>(matrix.devices.size());
    std::vector<std::string> cells(first, last);
    // rocm-smi prints 0 for a device and itself.
    const auto own = std::ranges::find(matrix.devices, words[0]) - matrix.devices.begin();
    if (std::string& cell = cells[static_cast<std::size_t>(own)]; cell == "0")
        cell = "X";
    if (std::ranges::all_of(cells, isConnection))
        matrix.rows.emplace(std::string(words[0]), std::move(cells));
}

/// How often each kind of connection occurs between GPUs, and NICs close to a GPU.
struct Links {
    double gpus = 0, nics = 0, close_nics = 0;
    std::map<std::string, int> between_gpus;
};

Links linksOf(const Matrix& matrix)
{
    Links links;
    for (std::size_t i = 0; i < matrix.devices.size(); ++i) {
        const bool gpu = isGpu(matrix.devices[i]);
        (gpu ? links.gpus : links.nics) += 1;
        bool close = false;
        for (const auto& [name, cells] : matrix.rows)
            if (isGpu(name) && !gpu)
                close = close || cells[i] == "PIX" || cells[i] == "PXB";
            else if (isGpu(name) && gpu && cells[i] != "X")
                ++links.between_gpus[cells[i]];
        links.close_nics += close ? 1 : 0;
    }
    return links;
}

std::string connectionsText(const Links& links)
{
    std::string text;
    for (const auto& [kind, count] : links.between_gpus)
        text +=
            fmt::format("{}{} ({} {})", text.empty() ? "" : ", ", kind, count / 2, count / 2 == 1 ? "pair" : "pairs");
    return text.empty() ? "a single GPU" : "GPUs connected by " + text;
}

bool isFastLink(std::string_view kind)
{
    return kind.starts_with("NV") || kind == "XGMI";
}

/// What the connections say of the bandwidth within the node.
void addBandwidth(Evidence& evidence, const Links& links, const std::string& place)
{
    const auto slow =
        std::ranges::find_if(links.between_gpus, [](const auto& kind) { return !isFastLink(kind.first); });
    const bool any_fast =
        std::ranges::any_of(links.between_gpus, [](const auto& kind) { return isFastLink(kind.first); });
    if (slow == links.between_gpus.end()) {
        if (any_fast)
            evidence.skipped.push_back(
                {place, "the links are named without their rate, so the bandwidth stays that of the GPU"});
        return;
    }
    constexpr double pcie4 = 252e9 / 8, achieved = 25e9; // presets/interconnects/scale-up.json, pcie4
    const std::string assumed = fmt::format("{}: {} PCIe 4.0 x16, which no topology states", place,
        any_fast
            ? fmt::format("bridges join pairs only, so a ring of {} GPUs crosses {}; assumed", links.gpus, slow->first)
            : "no NVLink; assumed");
    observe(evidence, {"cluster.scale_up_bandwidth", pcie4, assumed});
    observe(evidence, {"cluster.scale_up_efficiency", achieved / pcie4, assumed});
    evidence.assumed = {"cluster.scale_up_bandwidth", "cluster.scale_up_efficiency"};
    evidence.skipped.push_back({place,
        fmt::format("{} of the GPUs goes over PCIe ({}): set cluster.scale_up_bandwidth if it is not PCIe 4.0 x16",
            any_fast ? "a ring" : "all traffic", slow->first)});
}

} // namespace

bool isTopology(std::string_view head)
{
    constexpr std::size_t examined = 65536;
    return anyLine(head.substr(0, examined), [](std::string_view line) { return isMatrixHeader(plainRow(line)); });
}

Result<Evidence> readTopology(ByteSource& source)
{
    Matrix matrix;
    LineReader lines(source);
    while (const auto line = lines.next()) {
        constexpr std::size_t most_devices = 1024;
        const std::string row = plainRow(*line);
        if (matrix.devices.empty() && isMatrixHeader(row)) {
            matrix.devices = devicesOf(row);
            matrix.devices.resize(std::min(matrix.devices.size(), most_devices));
            matrix.place = lines.place();
        } else if (!matrix.devices.empty()) {
            readRow(row, matrix);
        }
    }
    if (matrix.rows.empty())
        return failure("has no row of connections below its header, as nvidia-smi topo -m prints them");
    const Links links = linksOf(matrix);
    Evidence evidence;
    observe(evidence, {"cluster.gpus_per_node", links.gpus, matrix.place});
    if (links.nics > 0)
        observe(evidence, {"cluster.nics_per_node", links.nics, matrix.place});
    evidence.summary = fmt::format("{} {}, {} {} ({} under a PCIe switch with a GPU); {}", links.gpus,
        links.gpus == 1 ? "GPU" : "GPUs", links.nics, links.nics == 1 ? "NIC" : "NICs", links.close_nics,
        connectionsText(links));
    if (links.between_gpus.size() > 1)
        evidence.skipped.push_back(
            {matrix.place, "pairs of GPUs are connected differently; the engine assumes equal links"});
    addBandwidth(evidence, links, matrix.place);
    return evidence;
}

} // namespace kneepoint
