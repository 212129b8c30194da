// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/lenient_json.h"
#include "model/imports/json_text.h"
#include "model/imports/line_reader.h"
#include "model/imports/nccl_tests.h"
#include "model/imports/table_text.h"
#include "model/units/bounded_json.h"
#include "model/units/text_fields.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <set>

namespace kneepoint {
namespace {

using lenient::Json;

constexpr JsonBounds nccl_bounds{
    .document = "output of nccl-tests", .bytes = 64 << 20, .depth = 12, .values = 4000000, .members = 500};

std::optional<CollectiveTiming> timingOf(const Json& half)
{
    auto us = lenient::number(half, "time");
    if (!us)
        us = lenient::number(half, "cpu_time");
    const auto gbps = lenient::number(half, "bus_bw");
    if (!us || !gbps || *us < 0 || *gbps < 0)
        return {};
    return CollectiveTiming{*us * 1e-6, *gbps * 1e9};
}

/// The devices of the config: ranks of the largest group, different hosts, and the name of the GPU.
void readDevices(const Json& devices, CollectiveTable& table)
{
    std::map<double, double> groups;
    std::set<std::string> hosts;
    for (const Json& device : devices) {
        table.ranks = std::max(table.ranks, ++groups[lenient::number(device, "group").value_or(0)]);
        hosts.insert(lenient::text(device, "hostname"));
        table.gpu = lenient::text(device, "device_info");
    }
    table.nodes = static_cast<double>(hosts.size());
}

CollectiveTable tableOf(const Json& run)
{
    CollectiveTable table;
    table.place = "/results";
    for (const char* key : {"collective_name", "program", "test", "name"})
        if (table.operation.empty())
            table.operation = collectiveId(lenient::text(run, key));
    for (const Json& result : lenient::member(run, "results")) {
        const auto size = lenient::number(result, "size");
        CollectiveRow row{size.value_or(-1),
            {timingOf(lenient::member(result, "out_of_place")), timingOf(lenient::member(result, "in_place"))}};
        if (table.operation.empty())
            table.operation = collectiveId(lenient::text(result, "experiment_name"));
        if (row.bytes >= 0 && (row.halves[0] || row.halves[1]))
            table.rows.push_back(row);
    }
    if (const Json& devices = lenient::member(lenient::member(run, "config"), "devices"); devices.is_array())
        readDevices(devices, table);
    if (const auto average = lenient::number(lenient::member(run, "average_bus_bandwidth"), "bandwidth"))
        table.printed_average_Bps = *average * 1e9;
    table.wrong = lenient::number(lenient::member(run, "out_of_bounds"), "count").value_or(0);
    return table;
}

/// Tables of rows in the form of rccl-tests: one for each collective and number of ranks.
class RowTables {
public:
    /// `cell` returns the text of a column by its plain key.
    template <class Cell> void add(const Cell& cell, const std::string& place)
    {
        const auto number = [&](std::initializer_list<const char*> keys) -> std::optional<double> {
            for (const char* key : keys)
                if (const auto value = plainNumber(cell(key)))
                    return value;
            return {};
        };
        const auto bytes = number({"size", "sizeb"}), us = number({"time", "timeus"}),
                   gbps = number({"busbw", "busbwgbs"});
        if (!bytes || !us || !gbps || *bytes < 0 || *us < 0 || *gbps < 0)
            return;
        const std::string operation(collectiveId(cell("name").empty() ? cell("collective") : cell("name")));
        const double nodes = number({"nodes", "nnodes"}).value_or(0);
        const double ranks = number({"ranks", "nranks"}).value_or(0);
        CollectiveTable& table = m_tables[{operation, ranks}];
        table.operation = operation;
        table.ranks = ranks;
        table.nodes = nodes;
        if (table.rows.empty())
            table.place = place;
        const std::string in_place(cell("inplace"));
        CollectiveRow row{*bytes, {}};
        row.halves[in_place == "1" || in_place == "true" ? 1 : 0] = CollectiveTiming{*us * 1e-6, *gbps * 1e9};
        table.rows.push_back(row);
    }

    [[nodiscard]] std::vector<CollectiveTable> tables() const
    {
        std::vector<CollectiveTable> all;
        for (const auto& [key, table] : m_tables)
            all.push_back(table);
        return all;
    }

private:
    std::map<std::pair<std::string, double>, CollectiveTable> m_tables;
};

std::string textOf(const Json& value)
{
    return value.is_string()                      ? value.get<std::string>()
        : value.is_number() || value.is_boolean() ? value.dump()
                                                  : std::string();
}

std::vector<CollectiveTable> tablesOfRows(const Json& rows)
{
    RowTables tables;
    for (const Json& row : rows) {
        if (!row.is_object())
            continue;
        std::map<std::string, std::string, std::less<>> cells;
        for (const auto& [key, value] : row.items())
            cells.emplace(plainKey(key), textOf(value));
        const auto cell = [&](std::string_view key) -> std::string {
            const auto found = cells.find(key);
            return found == cells.end() ? std::string() : found->second;
        };
        tables.add(cell, "/");
    }
    return tables.tables();
}

} // namespace

bool isNcclJson(std::string_view head)
{
    const std::string_view text = withoutMark(head);
    return beginsJson(text)
        && ((mentionsKey(text, "out_of_place") && mentionsKey(text, "size"))
            || (mentionsKey(text, "busBw") && mentionsKey(text, "algBw")));
}

Result<Evidence> readNcclJson(ByteSource& source)
{
    const Result<std::string> text = source.readAll(nccl_bounds.bytes, nccl_bounds.document);
    if (!text)
        return tl::unexpected(text.error());
    const Result<Json> json = parseBoundedJson(withoutMark(*text), source.name(), nccl_bounds);
    if (!json)
        return tl::unexpected(json.error());
    if (json->is_object())
        return evidenceOf({tableOf(*json)});
    std::vector<CollectiveTable> tables = tablesOfRows(*json);
    if (json->is_array())
        for (const Json& run : *json)
            if (run.is_object() && run.contains("results"))
                tables.push_back(tableOf(run));
    return evidenceOf(tables);
}

bool isNcclCsv(std::string_view head)
{
    const TextTable table = firstTable(head);
    return table.column("busbw") && table.column("size") && (table.column("time") || table.column("timeus"));
}

Result<Evidence> readNcclCsv(ByteSource& source)
{
    const Result<std::string> text = source.readAll(nccl_bounds.bytes, nccl_bounds.document);
    if (!text)
        return tl::unexpected(text.error());
    const TextTable table = firstTable(*text);
    RowTables tables;
    for (const auto& row : table.rows) {
        const auto cell = [&](std::string_view key) -> std::string {
            const auto column = table.column(key);
            return column && *column < row.cells.size() ? row.cells[*column] : std::string();
        };
        tables.add(cell, row.place);
    }
    return evidenceOf(tables.tables());
}

bool isInspectorLog(std::string_view head)
{
    return mentionsKey(head, "coll_perf") || mentionsKey(head, "coll_exec_time_us");
}

Result<Evidence> readInspectorLog(ByteSource& source)
{
    constexpr JsonBounds line_bounds{
        .document = "a line of NCCL Inspector", .bytes = LineReader::longest_line, .depth = 16, .values = 20000};
    std::map<std::tuple<std::string, double, double>, std::map<double, std::vector<CollectiveTiming>>> samples;
    Json header;
    std::size_t unreadable = 0;
    std::string first_unreadable;
    LineReader lines(source);
    while (const auto line = lines.next()) {
        if (trimmed(*line).empty())
            continue;
        const Result<Json> json = parseBoundedJson(*line, "it", line_bounds);
        if (!json || !json->is_object()) {
            if (unreadable++ == 0)
                first_unreadable = lines.place();
            continue;
        }
        if (const Json& own = lenient::member(*json, "header"); own.is_object())
            header = own;
        else if (json->contains("n_ranks"))
            header = *json;
        const Json& nested = lenient::member(*json, "coll_perf");
        const Json& perf = nested.is_object() ? nested : *json;
        const auto us = lenient::number(perf, "coll_exec_time_us"),
                   bytes = lenient::number(perf, "coll_msg_size_bytes");
        if (!us || !bytes || *us <= 0 || *bytes < 0)
            continue;
        const std::string operation(collectiveId(lenient::text(perf, "coll")));
        const double ranks = lenient::number(header, "n_ranks").value_or(0);
        const double bus =
            lenient::number(perf, "coll_busbw_gbs").value_or(*bytes / (*us * 1e3) * busFactor(operation, ranks));
        constexpr std::size_t most_sizes = 4096, most_samples = 4096;
        auto& sizes = samples[{operation, ranks, lenient::number(header, "nnodes").value_or(0)}];
        if (sizes.size() < most_sizes || sizes.contains(*bytes))
            if (auto& of_size = sizes[*bytes]; of_size.size() < most_samples)
                of_size.push_back({*us * 1e-6, bus * 1e9});
        constexpr std::size_t most_kinds = 256;
        if (samples.size() > most_kinds)
            break;
    }
    std::vector<CollectiveTable> tables;
    for (const auto& [key, sizes] : samples) {
        const auto& [operation, ranks, nodes] = key;
        CollectiveTable table;
        table.operation = operation;
        table.ranks = ranks;
        table.nodes = nodes;
        table.place = fmt::format("lines of {}", operation.empty() ? "unnamed collectives" : operation);
        for (const auto& [bytes, timings] : sizes)
            for (const CollectiveTiming& timing : timings)
                table.rows.push_back({bytes, {timing, std::nullopt}});
        tables.push_back(std::move(table));
    }
    Result<Evidence> evidence = evidenceOf(tables);
    if (evidence && unreadable > 0)
        evidence->skipped.push_back({first_unreadable,
            unreadable == 1 ? "1 line is not JSON" : fmt::format("{} lines are not JSON", unreadable)});
    return evidence;
}

} // namespace kneepoint
