// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/iperf.h"

#include "model/evidence/lenient_json.h"
#include "model/imports/json_text.h"
#include "model/imports/line_reader.h"
#include "model/units/bounded_json.h"
#include "model/units/text_fields.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <optional>

namespace kneepoint {
namespace {

using lenient::Json;

constexpr JsonBounds stream_bounds{
    .document = "the output of iperf3", .bytes = 64 << 20, .depth = 16, .values = 4000000, .members = 200};

bool isIntervalHeading(std::string_view line)
{
    return contains(line, "Interval") && contains(line, "Transfer")
        && (contains(line, "Bitrate") || contains(line, "Bandwidth"));
}

bool isStreamJson(std::string_view head)
{
    const std::string_view text = withoutMark(head);
    return beginsJson(text) && text.front() == '{' && mentionsKey(text, "test_start") && mentionsKey(text, "intervals");
}

/// One line: "[  5]   0.00-10.00  sec  27.4 GBytes  23.5 Gbits/sec  118   sender".
struct IntervalLine {
    std::string stream; ///< "5", "SUM"
    double begin_s = 0, end_s = 0, bytes_per_s = 0;
    bool received = false;
};

/// Bytes per second of "Gbits/sec", "MBytes/sec"; 0 for anything else.
double rateUnit(std::string_view word)
{
    constexpr std::array<std::pair<std::string_view, double>, 8> units{
        {{"Tbits/sec", 1e12 / 8}, {"Gbits/sec", 1e9 / 8}, {"Mbits/sec", 1e6 / 8}, {"Kbits/sec", 1e3 / 8},
            {"bits/sec", 1.0 / 8}, {"GBytes/sec", 1 << 30}, {"MBytes/sec", 1 << 20}, {"KBytes/sec", 1 << 10}}};
    for (const auto& [name, size] : units)
        if (word == name)
            return size;
    return 0;
}

std::optional<IntervalLine> intervalLine(std::string_view text)
{
    text = trimmed(text);
    const std::size_t close = text.find(']');
    if (!text.starts_with('[') || close == std::string_view::npos)
        return {};
    IntervalLine line;
    line.stream = trimmed(text.substr(1, close - 1));
    const std::vector<std::string_view> words = wordsOf(text.substr(close + 1));
    if (words.size() < 5 || words[1] != "sec")
        return {};
    const std::vector<std::string_view> ends = split(words[0], '-');
    const auto begin = plainNumber(ends.front()), end = plainNumber(ends.back());
    if (ends.size() != 2 || !begin || !end)
        return {};
    line.begin_s = *begin;
    line.end_s = *end;
    for (std::size_t i = 2; i < words.size(); ++i) {
        const auto value = plainNumber(words[i - 1]);
        if (const double unit = rateUnit(words[i]); unit > 0 && value && line.bytes_per_s <= 0)
            line.bytes_per_s = *value * unit;
        line.received = line.received || words[i] == "receiver";
    }
    return line.bytes_per_s > 0 ? std::optional(line) : std::nullopt;
}

/// The whole test is the received total, or else the sum over the streams of their longest lines.
Result<StreamTest> fromLines(ByteSource& source)
{
    LineReader lines(source);
    StreamTest test{.tool = "iperf", .place = "line 1"};
    std::map<std::string, IntervalLine> longest; ///< by stream
    const auto better = [](const IntervalLine& a, const IntervalLine& b) {
        return a.received != b.received ? a.received : a.end_s - a.begin_s >= b.end_s - b.begin_s;
    };
    constexpr std::size_t most_streams = 1000;
    while (const auto text = lines.next()) {
        if (isIntervalHeading(*text)) {
            test.tool = contains(*text, "Bitrate") ? "iperf3" : "iperf";
            test.datagrams = test.datagrams || contains(*text, "Jitter") || contains(*text, "Datagrams");
        }
        const auto line = intervalLine(*text);
        if (!line || (longest.size() > most_streams && !longest.contains(line->stream)))
            continue;
        const auto found = longest.find(line->stream);
        if (found == longest.end() || better(*line, found->second)) {
            longest[line->stream] = *line;
            test.place = lines.place();
        }
    }
    const auto sum = longest.find("SUM");
    test.streams = static_cast<double>(longest.size() - (sum != longest.end() ? 1 : 0));
    if (sum != longest.end())
        test.bytes_per_s = sum->second.bytes_per_s;
    else
        for (const auto& [name, line] : longest)
            test.bytes_per_s += line.bytes_per_s;
    if (test.bytes_per_s <= 0)
        return failure("has the heading of iperf, but no line with a rate");
    return test;
}

Result<StreamTest> fromJson(ByteSource& source)
{
    const Result<std::string> text = source.readAll(stream_bounds.bytes, stream_bounds.document);
    if (!text)
        return tl::unexpected(text.error());
    const Result<Json> json = parseBoundedJson(withoutMark(*text), source.name(), stream_bounds);
    if (!json)
        return tl::unexpected(json.error());
    const Json& start = lenient::member(lenient::member(*json, "start"), "test_start");
    const Json& end = lenient::member(*json, "end");
    StreamTest test;
    test.tool = "iperf3";
    test.datagrams = lenient::text(start, "protocol") == "UDP";
    test.streams = std::max(1.0, lenient::number(start, "num_streams").value_or(1));
    for (const char* total : {"sum_received", "sum", "sum_sent"})
        if (const auto bits = lenient::number(lenient::member(end, total), "bits_per_second"); bits && *bits > 0) {
            test.bytes_per_s = *bits / 8;
            test.place = std::string("/end/") + total;
            return test;
        }
    const std::string why = lenient::text(*json, "error");
    return failure(why.empty() ? "has no total rate, which iperf3 adds when the test ends"
                               : "is an iperf3 test that failed, without a rate");
}

} // namespace

bool isStreamTest(std::string_view head)
{
    return isStreamJson(head) || anyLine(head, [](std::string_view whole) {
        const std::string_view line = trimmed(whole);
        return line.starts_with('[') && isIntervalHeading(line);
    });
}

Result<StreamTest> streamTest(ByteSource& source)
{
    return isStreamJson(source.head()) ? fromJson(source) : fromLines(source);
}

} // namespace kneepoint
