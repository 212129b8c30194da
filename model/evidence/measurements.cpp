// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/measurements.h"

#include "model/evidence/lenient_json.h"
#include "model/presets/preset_library.h"
#include "model/units/bounded_json.h"
#include "model/units/excerpt.h"

namespace kneepoint {
namespace {

using lenient::Json;
using lenient::member;

constexpr JsonBounds measurement_bounds{
    .document = "a table of measurements", .bytes = measurement_file_limit_bytes, .depth = 8, .values = 500000};
constexpr std::size_t most_columns = 500;
constexpr double most_message_bytes = 1e15;
constexpr double most_microseconds = 1e12;

/// The title of a source, which is a text or an object.
std::string titleOf(const Json& source)
{
    return source.is_object() ? lenient::text(source, source.contains("title") ? "title" : "paper")
                              : lenient::text(source);
}

/// The entry that a row refers to by its number, or null.
const Json& sourceAt(const Json& sources, const Json& number)
{
    static const Json none;
    const bool refers = sources.is_array() && number.is_number_unsigned() && number.get<std::size_t>() < sources.size();
    return refers ? sources[number.get<std::size_t>()] : none;
}

/// What every row of a table shares. The single-node format says it in prose: one node of eight A100, everything
/// recomputed, FP16.
Json commonCells(const Json& file)
{
    if (const Json& common = member(file, "common"); common.is_object())
        return common;
    const std::string cluster = lenient::text(file, "cluster");
    return {{"source", member(file, "source")}, {"series", "vtrain-single"}, {"quality", "A"}, {"kind", "timing"},
        {"cluster.gpu", cluster.find("A100") != std::string::npos ? "A100-SXM4-80GB" : ""},
        {"cluster.gpus_per_node", 8}, {"model.vocab", 50257}, {"model.gated_mlp", 0}, {"layout.virtual_stages", 1},
        {"layout.recompute", cluster.find("full recompute") != std::string::npos ? "full" : ""},
        {"layout.precision", "fp16"}};
}

/// A row refers to its source by its number, or states it itself; the first source of the file is that of all others.
std::string sourceOf(const Json& file, const RowCells& cells)
{
    const Json& sources = member(file, "sources");
    const Json& stated = cells.at("source");
    if (const Json& entry = sourceAt(sources, stated); !entry.is_null())
        return titleOf(entry);
    const std::string title = titleOf(stated);
    return title.empty() && sources.is_array() && !sources.empty() ? titleOf(sources[0]) : title;
}

void readTable(const Json& file, Measurements& all, std::string_view place)
{
    const Json common = commonCells(file);
    std::vector<std::string> columns;
    for (const Json& column : file["columns"])
        columns.push_back(lenient::text(column));
    std::size_t number = 0;
    for (const Json& row : file["rows"]) {
        ++number;
        if (!row.is_array() || row.size() != columns.size()) {
            all.skipped.push_back({fmt::format("{} row {}", place, number), lenient::text(common, "series"),
                "not as many values as columns"});
            continue;
        }
        RowCells cells;
        for (const auto& [name, value] : common.items())
            cells.add(name, value);
        for (std::size_t i = 0; i < columns.size(); ++i)
            cells.add(columns[i], row[i]);
        RunRecord run = runRecordOf(cells);
        run.source = sourceOf(file, cells);
        if (run.id.empty())
            run.id = fmt::format("{}-{}", run.series, number);
        all.runs.push_back(std::move(run));
    }
}

CollectiveRecord readCurve(const Json& row, std::size_t bytes_column, std::size_t time_column)
{
    CollectiveRecord curve;
    curve.id = lenient::text(row, "id");
    curve.quality = lenient::text(row, "quality");
    curve.op = lenient::text(row, "op");
    curve.gpu = lenient::text(row, "gpu");
    curve.intra_node = lenient::text(row, "intra_node");
    curve.inter_node = lenient::text(row, "inter_node");
    if (const std::string notes = lenient::text(row, "notes"); notes.find("TCP sockets") != std::string::npos)
        curve.inter_node += ", TCP sockets";
    curve.gpus = lenient::number(row, "gpus").value_or(0);
    curve.nodes = row.contains("nodes") ? lenient::number(row, "nodes").value_or(0) : 1;
    for (const Json& point : member(row, "points")) {
        if (!point.is_array() || point.size() <= std::max(bytes_column, time_column))
            continue;
        const double bytes = lenient::number(point[bytes_column]).value_or(0);
        const double microseconds = lenient::number(point[time_column]).value_or(0);
        if (bytes > 0 && bytes <= most_message_bytes && microseconds > 0 && microseconds <= most_microseconds)
            curve.points.push_back({bytes, microseconds * 1e-6});
    }
    return curve;
}

std::size_t columnOf(const Json& columns, std::string_view name, std::size_t otherwise)
{
    for (std::size_t i = 0; columns.is_array() && i < columns.size(); ++i)
        if (columns[i] == name)
            return i;
    return otherwise;
}

void keepCurve(CollectiveRecord curve, Measurements& all)
{
    if (curve.points.empty() || !(curve.gpus >= 1) || !(curve.nodes >= 1))
        all.skipped.push_back({curve.id, "collectives", "no points, or not on how many GPUs"});
    else
        all.collectives.push_back(std::move(curve));
}

void readObjects(const Json& rows, Measurements& all, std::string_view place)
{
    std::size_t number = 0;
    for (const Json& row : rows) {
        ++number;
        if (!row.is_object())
            all.skipped.push_back({fmt::format("{} row {}", place, number), "unreadable", "not an object"});
        else if (row.contains("points"))
            keepCurve(readCurve(row, columnOf(member(row, "columns"), "bytes", 0),
                          columnOf(member(row, "columns"), "time_us", 1)),
                all);
        else
            all.runs.push_back(runRecordOf(row));
    }
}

void readCurves(const Json& file, Measurements& all)
{
    const Json& sources = member(file, "sources");
    for (const Json& row : file["collectives"]) {
        Json object;
        for (std::size_t i = 0; row.is_array() && i < row.size() && i < file["columns"].size(); ++i)
            object[lenient::text(file["columns"][i])] = row[i];
        CollectiveRecord curve = readCurve(object, 0, 1);
        curve.source = lenient::text(sourceAt(sources, member(object, "source")), "title");
        keepCurve(std::move(curve), all);
    }
}

bool isList(const Json& object, const char* key)
{
    return member(object, key).is_array();
}

} // namespace

RunRecord runRecordOf(const nlohmann::ordered_json& row)
{
    RowCells cells;
    cells.addObject(row);
    RunRecord run = runRecordOf(cells);
    run.source = titleOf(member(row, "source"));
    return run;
}

Result<Measurements> parseMeasurements(std::string_view text, std::string_view place)
{
    const Result<Json> parsed = parseBoundedJson(text, place, measurement_bounds);
    if (!parsed)
        return tl::unexpected(parsed.error());
    const Json& file = *parsed;
    const bool columns = isList(file, "columns");
    if (columns && file["columns"].size() > most_columns)
        return failure(fmt::format("{}: more than {} columns", place, most_columns));
    Measurements all;
    if (file.is_array())
        readObjects(file, all, place);
    else if (columns && isList(file, "collectives"))
        readCurves(file, all);
    else if (columns && isList(file, "rows"))
        readTable(file, all, place);
    else if (isList(file, "rows"))
        readObjects(file["rows"], all, place);
    else
        return failure(fmt::format("{}: expected a list of rows, or an object with \"rows\"", place));
    return all;
}

Result<Measurements> loadMeasurements(const std::filesystem::path& path)
{
    const Result<std::string> text = readBoundedFile(path, measurement_bounds);
    return text ? parseMeasurements(*text, excerpt(path.filename().string())) : tl::unexpected(text.error());
}

const Measurements& publishedMeasurements()
{
    static const Measurements all = [] {
        Measurements sum;
        library::eachFile("measurements", parseMeasurements, [&](Measurements part, std::string_view) {
            std::ranges::move(part.runs, std::back_inserter(sum.runs));
            std::ranges::move(part.collectives, std::back_inserter(sum.collectives));
            std::ranges::move(part.skipped, std::back_inserter(sum.skipped));
        });
        return sum;
    }();
    return all;
}

} // namespace kneepoint
