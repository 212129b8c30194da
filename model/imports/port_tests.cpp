// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/format_readers.h"

#include "model/imports/iperf.h"
#include "model/imports/line_reader.h"
#include "model/scenario/choices.h"
#include "model/units/text_fields.h"
#include "model/units/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace kneepoint {
namespace {

constexpr double gigabit_Bps = 1e9 / 8;

bool isBandwidthHeader(std::string_view line)
{
    return line.starts_with("#bytes") && contains(line, "BW average[");
}

bool isLatencyHeader(std::string_view line)
{
    return line.starts_with("#bytes") && (contains(line, "t_typical[usec]") || contains(line, "t_avg[usec]"));
}

/// Bytes per second of the unit in "BW average[MB/sec]"; 0 for another one.
double bandwidthUnit(std::string_view header)
{
    constexpr double mebibyte = 1 << 20;
    const std::string_view unit = header.substr(header.find("BW average[") + 11);
    if (unit.starts_with("Gb/sec"))
        return gigabit_Bps;
    return unit.starts_with("MB/sec") || unit.starts_with("MiB/sec") ? mebibyte : 0;
}

/// Line rates of ports in Gbit/s; the least that carries what was measured.
double portRate(double bytes_per_s)
{
    constexpr std::array gbps{1.0, 2.5, 5.0, 10.0, 25.0, 40.0, 50.0, 56.0, 80.0, 100.0, 200.0, 400.0, 800.0, 1600.0};
    const auto* const found = std::ranges::find_if(gbps, [&](double g) { return g * gigabit_Bps >= bytes_per_s; });
    return found == gbps.end() ? bytes_per_s : *found * gigabit_Bps;
}

/// What perftest printed.
struct VerbsTest {
    double best_Bps = 0, bytes = 0; ///< highest average bandwidth, one direction, and the size that reached it
    double latency_s = 0;           ///< of the smallest message
    double latency_bytes = 0;
    bool both_ways = false; ///< the test that is read
    bool is_halved = false; ///< the best was measured both ways
    std::string name;       ///< of the first test
    std::string place, latency_place;
};

void takeBandwidth(VerbsTest& test, const std::vector<std::string_view>& cells, double unit, const LineReader& lines)
{
    constexpr std::size_t average = 3;
    const auto bytes = cells.empty() ? std::nullopt : plainNumber(cells[0]);
    const auto rate = cells.size() <= average ? std::nullopt : plainNumber(cells[average]);
    if (!bytes || !rate || *bytes < 1 || *rate <= 0)
        return;
    const double bytes_per_s = *rate * unit / (test.both_ways ? 2 : 1);
    if (bytes_per_s > test.best_Bps) {
        test.best_Bps = bytes_per_s;
        test.bytes = *bytes;
        test.is_halved = test.both_ways;
        test.place = lines.place();
    }
}

void takeLatency(
    VerbsTest& test, const std::vector<std::string_view>& cells, std::size_t column, const LineReader& lines)
{
    const auto bytes = cells.empty() ? std::nullopt : plainNumber(cells[0]);
    const auto microseconds = cells.size() <= column ? std::nullopt : plainNumber(cells[column]);
    if (!bytes || !microseconds || *bytes < 1 || *microseconds <= 0)
        return;
    if (test.latency_s <= 0 || *bytes < test.latency_bytes) {
        test.latency_s = *microseconds * 1e-6;
        test.latency_bytes = *bytes;
        test.latency_place = lines.place();
    }
}

/// The column of the typical latency, or of the average, which tests of a given duration print.
std::size_t latencyColumn(std::string_view header)
{
    const std::vector<std::string_view> names = wordsOf(header);
    const auto typical = std::ranges::find(names, "t_typical[usec]");
    const auto found = typical == names.end() ? std::ranges::find(names, "t_avg[usec]") : typical;
    return static_cast<std::size_t>(found - names.begin());
}

VerbsTest verbsTest(LineReader& lines)
{
    enum class Table { none, bandwidth, latency };
    VerbsTest test;
    Table table = Table::none;
    double unit = 0;
    std::size_t column = 0;
    while (const auto next = lines.next()) {
        const std::string_view line = trimmed(*next);
        if (line.ends_with(" Test") && (contains(line, "BW") || contains(line, "Latency"))) {
            if (test.name.empty())
                test.name = line.substr(0, 60);
            test.both_ways = contains(line, "Bidirectional");
            table = Table::none;
        } else if (isBandwidthHeader(line)) {
            unit = bandwidthUnit(line);
            table = unit > 0 ? Table::bandwidth : Table::none;
        } else if (isLatencyHeader(line)) {
            column = latencyColumn(line);
            table = Table::latency;
        } else if (table == Table::bandwidth) {
            takeBandwidth(test, wordsOf(line), unit, lines);
        } else if (table == Table::latency) {
            takeLatency(test, wordsOf(line), column, lines);
        }
    }
    return test;
}

void setPort(Evidence& evidence, double bytes_per_s, Protocol protocol, const std::string& place)
{
    const double line = portRate(bytes_per_s);
    observe(evidence, {"cluster.interconnect", 0, place});
    observe(evidence, {"cluster.protocol", static_cast<double>(protocol), place});
    for (const auto& [id, value] :
        {std::pair("cluster.link_rate", line), {"cluster.link_efficiency", bytes_per_s / line}})
        observe(evidence, {id, value, place});
}

Result<Evidence> readVerbs(ByteSource& source)
{
    LineReader lines(source);
    const VerbsTest test = verbsTest(lines);
    if (test.best_Bps <= 0 && test.latency_s <= 0)
        return failure("has the heading of a test of perftest, but no row with a result");
    Evidence evidence;
    const std::string name = test.name.empty() ? "perftest" : test.name;
    if (test.best_Bps > 0) {
        setPort(evidence, test.best_Bps, Protocol::rdma, test.place);
        evidence.summary = fmt::format("{}: {} one way in messages of {}", name,
            formatQuantity(test.best_Bps, Unit::bits_per_second), formatQuantity(test.bytes, Unit::bytes));
        evidence.skipped.push_back({test.place,
            "the rate of one port between two hosts; how many ports a node has, and what a collective reaches, is not "
            "known"});
        if (test.is_halved)
            evidence.skipped.push_back(
                {test.place, "a bidirectional test: half of its rate is used as that of one way"});
    }
    if (test.latency_s > 0) {
        observe(evidence, {"cluster.link_latency", test.latency_s, test.latency_place});
        evidence.summary += fmt::format("{}{} for {}", evidence.summary.empty() ? name + ": " : "; ",
            formatQuantity(test.latency_s, Unit::seconds), formatQuantity(test.latency_bytes, Unit::bytes));
    }
    return evidence;
}

Result<Evidence> readStreams(ByteSource& source)
{
    const Result<StreamTest> test = streamTest(source);
    if (!test)
        return tl::unexpected(test.error());
    Evidence evidence;
    evidence.summary =
        fmt::format("{}: {} over {} {}, {}", test->tool, formatQuantity(test->bytes_per_s, Unit::bits_per_second),
            test->streams, test->streams == 1 ? "stream" : "streams", test->datagrams ? "UDP" : "TCP");
    if (test->datagrams) {
        evidence.skipped.push_back({test->place, "a test of UDP, which no collective uses; no setting follows"});
        return evidence;
    }
    setPort(evidence, test->bytes_per_s, Protocol::tcp, test->place);
    observe(evidence, {"cluster.nics_per_node", 1, test->place});
    evidence.skipped.push_back(
        {test->place, "one interface was tested, so NICs per node is set to 1; NCCL over sockets may reach less"});
    return evidence;
}

} // namespace

bool isPortTest(std::string_view head)
{
    return isStreamTest(head) || anyLine(head, [](std::string_view line) {
        return isBandwidthHeader(trimmed(line)) || isLatencyHeader(trimmed(line));
    });
}

Result<Evidence> readPortTest(ByteSource& source)
{
    return isStreamTest(source.head()) ? readStreams(source) : readVerbs(source);
}

} // namespace kneepoint
