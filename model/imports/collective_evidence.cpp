// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/catalogue.h"
#include "model/evidence/hardware_names.h"
#include "model/evidence/names.h"
#include "model/evidence/run_hardware.h"
#include "model/imports/collective_table.h"
#include "model/imports/linear_pieces.h"
#include "model/presets/presets.h"
#include "model/units/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace kneepoint {
namespace {

std::string rate(double bytes_per_s)
{
    return formatQuantity(bytes_per_s, Unit::bytes_per_second);
}

double gpusPerNode(const CollectiveTable& t)
{
    return t.nodes > 0 ? t.ranks / t.nodes : 0;
}

/// Highest bus bandwidth of either half.
double peakBusBandwidth(const CollectiveTable& t)
{
    double peak = 0;
    for (const CollectiveRow& row : t.rows)
        for (const auto& half : row.halves)
            if (half)
                peak = std::max(peak, half->bus_Bps);
    return peak;
}

/// Median time of each size, out of place where it was measured.
std::vector<MeasuredPoint> timesBySize(const CollectiveTable& t)
{
    std::map<double, std::vector<double>> times;
    for (const CollectiveRow& row : t.rows)
        if (const auto& half = row.halves[0] ? row.halves[0] : row.halves[1]; row.bytes > 0 && half->seconds > 0)
            times[row.bytes].push_back(half->seconds);
    std::vector<MeasuredPoint> points;
    points.reserve(times.size());
    for (auto& [bytes, samples] : times)
        points.push_back({bytes, measured("", std::move(samples), "").value});
    return points;
}

MeasuredCurve curveOf(const CollectiveTable& t)
{
    MeasuredCurve curve;
    curve.name = t.operation.empty() ? "collective" : t.operation;
    if (t.ranks > 0)
        curve.name += t.nodes > 0 ? fmt::format(", {} GPUs on {} {}", t.ranks, t.nodes, t.nodes == 1 ? "node" : "nodes")
                                  : fmt::format(", {} GPUs", t.ranks);
    curve.operation = t.operation;
    curve.ranks = t.ranks;
    curve.nodes = t.nodes;
    curve.x_unit = Unit::bytes;
    curve.y_unit = Unit::seconds;
    curve.points = timesBySize(t);
    curve.place = t.place;
    curve.pieces = fitPieces(curve.points);
    return curve;
}

const GpuPreset* gpuOf(const CollectiveTable& t)
{
    return presetAt(gpuPresets(), presetIndex(gpuPresets(), gpuPresetOf(t.gpu)));
}

constexpr double long_message = 16 << 20; // bytes; shorter ones are no measure of a bandwidth

bool reachesBandwidth(const CollectiveTable& t)
{
    return std::ranges::any_of(t.rows, [](const CollectiveRow& row) { return row.bytes >= long_message; });
}

/// The table that shows a link's bandwidth best: ring collectives, of long messages if there are any.
const CollectiveTable* bestTable(
    const std::vector<CollectiveTable>& tables, bool between_nodes, std::initializer_list<std::string_view> operations)
{
    const CollectiveTable* best = nullptr;
    for (const std::string_view operation : operations) {
        const CollectiveTable* fastest = nullptr;
        for (const CollectiveTable& t : tables)
            if (t.operation == operation && t.ranks > 1 && t.nodes > 0 && (t.nodes > 1) == between_nodes
                && !t.rows.empty() && (!fastest || peakBusBandwidth(t) > peakBusBandwidth(*fastest)))
                fastest = &t;
        if (fastest && (!best || (reachesBandwidth(*fastest) && !reachesBandwidth(*best))))
            best = fastest;
    }
    return best;
}

/// The line rate, in bytes/s, of the slowest usual NIC that is as fast as this.
double usualLineRate(double bytes_per_s)
{
    constexpr std::array gbps{1, 10, 25, 40, 50, 56, 100, 200, 400, 800, 1600};
    const auto* const found = std::ranges::find_if(gbps, [&](int g) { return g * 1e9 / 8 >= bytes_per_s; });
    return found == gbps.end() ? bytes_per_s : *found * 1e9 / 8;
}

/// Latency of one hop between nodes from the time of small messages: a send, or a tree of log2(nodes) levels up and
/// down as NCCL uses for small all-reduces; nothing for other collectives and if no small message was measured.
std::optional<double> hopLatency(const CollectiveTable& t, const MeasuredCurve& curve)
{
    constexpr double small = 65536;
    if (curve.points.empty() || curve.points.front().x > small || curve.pieces.empty())
        return {};
    const double base = parameter("cluster.collective_base").defaultValue();
    const double time = std::max(curve.pieces.front().intercept - base, 0.0);
    if (t.operation == "sendrecv")
        return time;
    if (t.operation == "all_reduce")
        return time / (2 * std::max(1.0, std::ceil(std::log2(t.nodes))));
    return {};
}

/// What the network of such GPUs usually carries, bytes/s per GPU; 0 for GPUs older than the A100.
double usualRate(const CollectiveTable& t)
{
    constexpr std::array<std::string_view, 7> recent{"A100", "H100", "H200", "H800", "GH200", "B200", "B300"};
    const bool known = std::ranges::any_of(recent, [&](std::string_view name) { return mentions(t.gpu, name); });
    return known ? usualGbps(t.gpu) * 1e9 / 8 : 0;
}

void skipRate(Evidence& evidence, const CollectiveTable& t)
{
    evidence.skipped.push_back(
        {t.place, fmt::format("no message of {} MiB or more, so no rate of a link follows", long_message / (1 << 20))});
}

void setNetwork(Evidence& evidence, const CollectiveTable& t)
{
    const double per_gpu = peakBusBandwidth(t) / gpusPerNode(t);
    if (const double usual = usualRate(t); t.operation == "all_reduce" && usual > 0 && per_gpu > usual) {
        evidence.skipped.push_back({t.place,
            fmt::format("the bus bandwidth is {} per GPU, more than the {} that the network of such GPUs carries: sums "
                        "are formed within nodes or switches (NVLS, SHARP), so no rate of a link follows from it",
                formatQuantity(per_gpu, Unit::bits_per_second), formatQuantity(usual, Unit::bits_per_second))});
        return;
    }
    const auto set = [&](const char* id, double value) { observe(evidence, {id, value, t.place}); };
    if (reachesBandwidth(t)) {
        const double line = usualLineRate(per_gpu);
        set("cluster.interconnect", 0);
        set("cluster.protocol", static_cast<double>(t.sockets ? Protocol::tcp : Protocol::rdma));
        set("cluster.link_rate", line);
        set("cluster.link_efficiency", per_gpu / line);
    } else {
        skipRate(evidence, t);
    }
    if (const auto latency = hopLatency(t, curveOf(t)))
        set("cluster.link_latency", *latency);
}

void setScaleUp(Evidence& evidence, const CollectiveTable& t)
{
    if (!reachesBandwidth(t)) {
        skipRate(evidence, t);
        return;
    }
    const GpuPreset* gpu = gpuOf(t);
    const double peak = peakBusBandwidth(t);
    if (!gpu || peak > gpu->scale_up_bandwidth) {
        if (observe(evidence, {"cluster.scale_up_bandwidth", peak, t.place}))
            observe(evidence, {"cluster.scale_up_efficiency", 1, t.place});
    } else {
        observe(evidence, {"cluster.scale_up_efficiency", peak / gpu->scale_up_bandwidth, t.place});
    }
}

void addSettings(Evidence& evidence, const std::vector<CollectiveTable>& tables)
{
    for (const CollectiveTable& t : tables) {
        if (const GpuPreset* gpu = gpuOf(t))
            observe(evidence, {"cluster.gpu", static_cast<double>(presetIndex(gpuPresets(), gpu->id)), t.place});
        const double node = gpusPerNode(t);
        if (node > 1 && node == std::floor(node))
            observe(evidence, {"cluster.gpus_per_node", node, t.place});
    }
    if (const CollectiveTable* t = bestTable(tables, false, {"reduce_scatter", "all_gather", "all_reduce", "sendrecv"}))
        setScaleUp(evidence, *t);
    if (const CollectiveTable* t = bestTable(tables, true, {"all_reduce", "reduce_scatter", "all_gather", "sendrecv"}))
        setNetwork(evidence, *t);
}

std::string groupText(const CollectiveTable& t)
{
    return fmt::format("{} over {} GPUs on {} {}", t.operation, t.ranks, t.nodes, t.nodes == 1 ? "node" : "nodes");
}

constexpr double fair_share = 0.35; // of the usual rate; less is no longer a matter of tuning

std::optional<EvidenceFinding> networkFinding(const CollectiveTable& t)
{
    const double peak = peakBusBandwidth(t), node = gpusPerNode(t), usual = usualRate(t);
    const double share = usual > 0 ? peak / (node * usual) : 1;
    if (t.sockets)
        return EvidenceFinding{"protocol-overhead", std::clamp(1 - share, 0.0, 1.0),
            fmt::format("NCCL uses TCP sockets between the nodes: {} reaches {} of bus bandwidth; check that the RDMA "
                        "devices are visible (NCCL_DEBUG=INFO shows NET/IB or the cloud's plugin)",
                groupText(t), rate(peak)),
            t.place};
    const bool ring = t.operation == "all_reduce" || t.operation == "all_gather" || t.operation == "reduce_scatter"
        || node == 1; // others of several GPUs do not use all NICs of a node
    constexpr double one_port_least = 0.5, one_port_most = 1.05;
    if (!ring || share > fair_share)
        return {};
    if (node > 1 && (t.nics == 1 || (peak > one_port_least * usual && peak < one_port_most * usual)))
        return EvidenceFinding{"contention", 1 - share,
            fmt::format("the {} GPUs of a node seem to share one NIC: {} reaches {}, as much as a single {} port; "
                        "check NCCL_IB_HCA and that each GPU has its NIC",
                node, groupText(t), rate(peak), formatQuantity(usual, Unit::bits_per_second)),
            t.place};
    return EvidenceFinding{"protocol-overhead", 1 - share,
        fmt::format("{} reaches {} per GPU, {} of the {} that nodes of such GPUs usually have; check for TCP fallback, "
                    "missing GPUDirect RDMA and unused NICs (NCCL_DEBUG=INFO)",
            groupText(t), rate(peak / node), formatQuantity(share, Unit::ratio),
            formatQuantity(usual, Unit::bits_per_second)),
        t.place};
}

std::optional<EvidenceFinding> nodeFinding(const CollectiveTable& t)
{
    const GpuPreset* gpu = gpuOf(t);
    constexpr double fast_link = 100e9, poor_share = 0.2;
    const double peak = peakBusBandwidth(t);
    if (!gpu || gpu->scale_up_bandwidth < fast_link || peak >= poor_share * gpu->scale_up_bandwidth)
        return {};
    return EvidenceFinding{"protocol-overhead", 1 - peak / gpu->scale_up_bandwidth,
        fmt::format("{} reaches {} where the GPU's links carry {}: NVLink seems not to be used; check nvidia-smi topo "
                    "-m and NCCL_P2P_DISABLE",
            groupText(t), rate(peak), rate(gpu->scale_up_bandwidth)),
        t.place};
}

void addFindings(Evidence& evidence, const std::vector<CollectiveTable>& tables)
{
    for (const CollectiveTable& t : tables) {
        if (!reachesBandwidth(t) || t.operation.empty() || t.ranks < 2 || t.nodes < 1)
            continue;
        if (auto finding = t.nodes > 1 ? networkFinding(t) : nodeFinding(t))
            evidence.findings.push_back(std::move(*finding));
    }
    std::ranges::stable_sort(evidence.findings, std::greater(), &EvidenceFinding::share);
}

std::string summaryOf(const std::vector<const CollectiveTable*>& tables)
{
    constexpr std::size_t most_named = 3;
    std::string text;
    for (std::size_t i = 0; i < std::min(tables.size(), most_named); ++i) {
        const CollectiveTable& t = *tables[i];
        text += fmt::format("{}{}: peak bus bandwidth {}, average {}", i ? "; " : "",
            t.operation.empty() ? "unnamed collective"
                : t.nodes > 0   ? groupText(t)
                : t.ranks > 0   ? fmt::format("{} over {} GPUs", t.operation, t.ranks)
                                : t.operation + " over GPUs that are not counted",
            rate(peakBusBandwidth(t)), rate(averageBusBandwidth(t)));
    }
    return tables.size() > most_named ? text + fmt::format("; and {} more", tables.size() - most_named) : text;
}

/// Rows whose time and bus bandwidth are not of one transfer.
void addContradictingRows(Evidence& evidence, const CollectiveTable& t)
{
    constexpr double precise = 1e9; // bandwidths are printed with two decimals of GB/s
    const double factor = busFactor(t.operation, t.ranks);
    std::size_t count = 0;
    std::string example;
    for (const CollectiveRow& row : t.rows)
        for (const auto& half : row.halves) {
            if (!half || half->seconds <= 0 || half->bus_Bps < precise || row.bytes <= 0)
                continue;
            const double timed_Bps = factor * row.bytes / half->seconds;
            if (!statesTheSame(half->bus_Bps, timed_Bps) && count++ == 0)
                example = fmt::format("{} in {} is {}, not {}", formatQuantity(row.bytes, Unit::bytes),
                    formatQuantity(half->seconds, Unit::seconds), rate(timed_Bps), rate(half->bus_Bps));
        }
    if (count > 0)
        evidence.skipped.push_back({t.place,
            fmt::format("{} of {}: time and bus bandwidth contradict each other ({}); the curve uses the times",
                count == 1 ? "1 measurement" : fmt::format("{} measurements", count), t.operation, example)});
}

/// What was printed but cannot be trusted or used.
void addRemarks(Evidence& evidence, const CollectiveTable& t)
{
    const std::string name = t.operation.empty() ? "a collective" : t.operation;
    if (t.operation.empty())
        evidence.skipped.push_back({t.place,
            "the collective is not named and the bandwidths fit several; its curve is not used for settings"});
    if (t.separate_runs > 1)
        evidence.skipped.push_back({t.place,
            fmt::format("the ranks repeat: {} processes ran the test each on its own, as where nccl-tests was built "
                        "without MPI=1, so nothing crossed between them",
                t.separate_runs)});
    if (t.wrong > 0)
        evidence.skipped.push_back({t.place, fmt::format("{} computed {} wrong values", name, t.wrong)});
    if (!t.operation.empty() && t.ranks > 1)
        addContradictingRows(evidence, t);
    if (t.printed_average_Bps) {
        const double mean = averageBusBandwidth(t);
        constexpr double rounding = 0.01e9; // bandwidths are printed with two decimals
        if (std::abs(mean - *t.printed_average_Bps) > rounding)
            evidence.skipped.push_back({t.place,
                fmt::format("the rows of {} average {}, but {} is printed: rows are missing", name, rate(mean),
                    rate(*t.printed_average_Bps))});
    }
}

} // namespace

Result<Evidence> evidenceOf(const std::vector<CollectiveTable>& tables)
{
    Evidence evidence;
    std::vector<const CollectiveTable*> measured_tables;
    for (const CollectiveTable& t : tables) {
        if (t.rows.empty()) {
            evidence.skipped.push_back({t.place, "a test that ended before its first row"});
            continue;
        }
        measured_tables.push_back(&t);
        addRemarks(evidence, t);
        if (MeasuredCurve curve = curveOf(t); !curve.points.empty())
            evidence.curves.push_back(std::move(curve));
    }
    if (measured_tables.empty())
        return failure(tables.empty() ? "has no row of a collective with its time and bandwidth"
                                      : "has only the header of a test that ended before its first row");
    addSettings(evidence, tables);
    addFindings(evidence, tables);
    evidence.summary = summaryOf(measured_tables);
    return evidence;
}

} // namespace kneepoint
