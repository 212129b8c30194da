// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/format_readers.h"

#include "model/imports/cell_text.h"
#include "model/imports/collective_table.h"
#include "model/imports/line_reader.h"
#include "model/imports/table_text.h"
#include "model/units/text_fields.h"
#include "model/units/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace kneepoint {
namespace {

constexpr std::size_t most_test_bytes = 4 << 20, most_test_rows = 10000;

bool isNeuronHeader(std::string_view line)
{
    return contains(line, "size(B)") && contains(line, "time") && contains(line, "busbw(GB/s)");
}

bool isOsuTitle(std::string_view line)
{
    return line.starts_with("# OSU") && (contains(line, "Latency Test") || contains(line, "Bandwidth Test"));
}

/// A number with a binary or decimal unit, in bytes: "16MiB", "85.25GBps".
std::optional<double> bytesIn(std::string_view cell)
{
    const auto number = cellNumber(cell, Marks::plain);
    if (!number)
        return {};
    constexpr std::array<std::pair<std::string_view, double>, 8> units{{{"KiB", 1024}, {"MiB", 1048576},
        {"GiB", 1073741824}, {"KB", 1e3}, {"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"B", 1}}};
    for (const auto& [name, size] : units)
        if (number->unit.starts_with(name))
            return number->value * size;
    return {};
}

std::string_view textAfter(std::string_view line, std::string_view label)
{
    const std::size_t at = line.find(label);
    return at == std::string_view::npos ? std::string_view() : trimmed(line.substr(at + label.size()));
}

/// Ranks of an all-reduce whose bus bandwidth is 2·(n − 1)/n of its algorithm bandwidth; 0 if none fits.
double ranksOf(double ratio)
{
    if (ratio <= 1 || ratio >= 2)
        return 0;
    const double ranks = std::round(2 / (2 - ratio));
    constexpr double most = 64, tolerance = 0.0005;
    return ranks <= most && std::abs(ratio / (2 * (ranks - 1) / ranks) - 1) < tolerance ? ranks : 0;
}

/// The table of payloads: of its rows, the largest payload has the most exact ratio.
std::optional<CollectiveTable> payloadTable(const TextTable& text)
{
    const auto payload = text.column("payload"), bus = text.column("busbw"), algorithm = text.column("algbw");
    if (!payload || !bus || !algorithm)
        return {};
    CollectiveTable table;
    table.place = text.rows.empty() ? "table" : text.rows.front().place;
    for (const TableRow& row : text.rows) {
        if (std::max({*payload, *bus, *algorithm}) >= row.cells.size() || table.rows.size() > most_test_rows)
            continue;
        const auto bytes = bytesIn(row.cells[*payload]), bus_rate = bytesIn(row.cells[*bus]),
                   rate = bytesIn(row.cells[*algorithm]);
        if (!bytes || !bus_rate || !rate || *rate <= 0)
            continue;
        table.rows.push_back({*bytes, {CollectiveTiming{*bytes / *rate, *bus_rate}, std::nullopt}});
        if (const double ranks = ranksOf(*bus_rate / *rate); ranks > 0)
            table.ranks = ranks;
        if (*bus_rate > 1.02 * *rate)
            table.operation = "all_reduce"; // the only one whose factor is above 1
    }
    return table;
}

/// One test of the OSU benchmarks: the times of a collective, or times or rates between two processes. Neither the
/// number of ranks nor whether they are on one host is stated. Their MB are 10⁶ bytes (osu_bw.c).
Result<Evidence> osuEvidence(LineReader& lines, const std::string& title)
{
    Evidence evidence;
    MeasuredCurve curve;
    const bool is_rate = contains(title, "Bandwidth Test");
    for (const std::string_view word : wordsOf(title))
        if (const std::string_view operation = collectiveId(word); !operation.empty())
            curve.name = operation;
    curve.operation = curve.name;
    const bool is_collective = !curve.name.empty();
    if (!is_collective)
        curve.name = !is_rate       ? "point to point"
            : contains(title, "Bi") ? "point to point, both ways together"
                                    : "point to point, one way";
    curve.x_unit = Unit::bytes;
    curve.y_unit = is_rate ? Unit::bytes_per_second : Unit::seconds;
    curve.place = lines.place();
    while (const auto line = lines.next()) {
        const std::vector<std::string_view> words = wordsOf(*line);
        const auto bytes = words.empty() ? std::nullopt : plainNumber(words[0]);
        const auto value = words.size() < 2 ? std::nullopt : plainNumber(words[1]);
        const bool rises = curve.points.empty() || (bytes && *bytes > curve.points.back().x);
        if (bytes && value && *value > 0 && rises && curve.points.size() < most_test_rows)
            curve.points.push_back({*bytes, *value * (is_rate ? 1e6 : 1e-6)});
    }
    if (curve.points.empty())
        return failure("has no row with a size and what was measured");
    const MeasuredPoint& last = curve.points.back();
    evidence.summary = fmt::format("OSU {}: {} {} {}", curve.name, formatQuantity(last.x, Unit::bytes),
        is_rate ? "at" : "in", formatQuantity(last.y, curve.y_unit));
    evidence.skipped.push_back({curve.place,
        is_collective ? "the number of ranks is not stated, so the times are not used for settings"
                      : "whether both processes are on one host is not stated, so nothing is used for settings: of a "
                        "network, import ib_write_bw or nccl-tests over two nodes"});
    evidence.curves.push_back(std::move(curve));
    return evidence;
}

/// nccom-test names collectives by short words too.
std::string_view neuronOperation(std::string_view word)
{
    return word == "allr"  ? "all_reduce"
        : word == "allg"   ? "all_gather"
        : word == "redsct" ? "reduce_scatter"
                           : collectiveId(word);
}

/// "nccom-test all_reduce -r 32 …" and its table, with the columns of its heading: releases print other times.
Result<Evidence> neuronEvidence(LineReader& lines, const std::string& heading, CollectiveTable table)
{
    const std::vector<std::string_view> names = wordsOf(heading);
    const auto column = [&](std::initializer_list<std::string_view> wanted) {
        return static_cast<std::size_t>(std::ranges::find_first_of(names, wanted) - names.begin());
    };
    const std::size_t size = column({"size(B)"}), time = column({"time(us)", "time:avg(us)"}),
                      bus = column({"busbw(GB/s)"});
    while (const auto line = lines.next()) {
        const std::vector<std::string_view> words = wordsOf(*line);
        if (words.size() <= std::max({size, time, bus}) || table.rows.size() > most_test_rows)
            continue;
        const auto bytes = plainNumber(words[size]), us = plainNumber(words[time]), gbps = plainNumber(words[bus]);
        if (bytes && us && gbps && *bytes >= 0 && *us > 0 && *gbps >= 0)
            table.rows.push_back({*bytes, {CollectiveTiming{*us * 1e-6, *gbps * 1e9}, std::nullopt}});
    }
    return evidenceOf(std::vector{table});
}

} // namespace

bool isLinkTest(std::string_view head)
{
    const auto isTitle = [](std::string_view line) {
        return isNeuronHeader(trimmed(line)) || isOsuTitle(trimmed(line));
    };
    if (anyLine(head.substr(0, most_test_bytes), isTitle))
        return true;
    return contains(head, "busbw") && std::ranges::any_of(tablesOf(head), [](const TextTable& table) {
        return table.separator == '|' && payloadTable(table).has_value();
    });
}

Result<Evidence> readLinkTest(ByteSource& source)
{
    const std::string_view head = source.head();
    if (contains(head, "payload") && !contains(head, "# OSU") && !contains(head, "size(B)")) {
        const Result<std::string> text = source.readAll(most_test_bytes, "a table of bandwidths");
        if (!text)
            return tl::unexpected(text.error());
        std::vector<CollectiveTable> tables;
        for (const TextTable& table : tablesOf(*text))
            if (auto read = payloadTable(table))
                tables.push_back(std::move(*read));
        return evidenceOf(tables);
    }
    LineReader lines(source);
    CollectiveTable table;
    while (const auto line = lines.next()) {
        if (isOsuTitle(*line))
            return osuEvidence(lines, std::string(*line));
        if (const std::string_view command = textAfter(*line, "nccom-test "); !command.empty()) {
            const std::vector<std::string_view> words = wordsOf(command);
            for (std::size_t i = 0; i < words.size(); ++i) {
                if (const std::string_view operation = neuronOperation(words[i]); !operation.empty())
                    table.operation = operation;
                if ((words[i] == "-r" || words[i] == "--nworkers") && i + 1 < words.size())
                    table.ranks = plainNumber(words[i + 1]).value_or(0);
            }
        }
        if (isNeuronHeader(*line)) {
            table.place = lines.place();
            return neuronEvidence(lines, std::string(*line), std::move(table));
        }
    }
    return failure("has no table of a link test");
}

} // namespace kneepoint
