// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/measurements.h"

#include "model/evidence/stated_json.h"
#include "model/scenario/bounded_json.h"
#include "model/scenario/excerpt.h"
#include "model/scenario/preset_library.h"

#include <cmath>

namespace kneepoint {
namespace {

using stated::Json;
using stated::member;

constexpr JsonBounds measurement_bounds{
    .document = "a table of measurements", .bytes = measurement_file_limit_bytes, .depth = 8, .values = 500000};
constexpr std::size_t most_columns = 500;
constexpr double most_message_bytes = 1e15;
constexpr double most_microseconds = 1e12;

/// Columns about memory name what was measured and end in its unit; there is no list of them.
void storeMemory(RunRecord& run, std::string_view name, double value)
{
    constexpr double gib = 1073741824.0;
    const double unit = name.ends_with("_GB") ? 1e9 : name.ends_with("_GiB") ? gib : 0;
    if (name.starts_with("measured.") && unit > 0 && value > 0)
        run.memory.push_back({std::string(name), value * unit});
}

/// Unknown names and wrong types count as not stated; "2-like" counts as its leading digit.
void store(RunRecord& run, std::string_view name, const Json& value)
{
    for (const TextField& field : text_fields)
        if (name == field.name)
            run.*field.member = stated::text(value);
    for (const NumberField& field : number_fields)
        if (name == field.name) {
            const std::string text = stated::text(value);
            const bool digit = !text.empty() && text[0] >= '0' && text[0] <= '9';
            run.*field.member = digit ? text[0] - '0' : stated::number(value);
        }
    storeMemory(run, name, stated::number(value));
}

void storeSource(RunRecord& run, const Json& source)
{
    if (source.is_string()) {
        run.source = source.get<std::string>();
    } else if (source.is_object()) {
        run.source = stated::text(source, source.contains("title") ? "title" : "paper");
        run.year = stated::number(source, "year");
    }
}

/// The entry that a row refers to by its number, or null.
const Json& sourceAt(const Json& sources, const Json& number)
{
    static const Json none;
    const bool refers = sources.is_array() && number.is_number_unsigned() && number.get<std::size_t>() < sources.size();
    return refers ? sources[number.get<std::size_t>()] : none;
}

RunRecord readObject(const Json& row)
{
    RunRecord run;
    for (const auto& [section, content] : row.items()) {
        if (section == "source")
            storeSource(run, content);
        else if (content.is_object())
            for (const auto& [name, value] : content.items())
                store(run, fmt::format("{}.{}", section, name), value);
        else
            store(run, section, content);
    }
    return run;
}

/// Short names of the single-node table.
std::string columnName(const std::string& name)
{
    for (const auto& [from, to] : {std::pair{"gpus", "cluster.gpus"}, {"seq", "model.seq_len"},
             {"step_time_s", "measured.step_time_s"}, {"global_batch", "layout.global_batch"},
             {"microbatch", "layout.microbatch"}, {"tp", "layout.tp"}, {"dp", "layout.dp"}, {"pp", "layout.pp"},
             {"hidden", "model.hidden"}, {"heads", "model.heads"}, {"layers", "model.layers"}})
        if (name == from)
            return to;
    return name;
}

/// What every row of a table shares. The single-node format says it in prose: one node of eight A100, everything
/// recomputed, FP16.
RunRecord commonRow(const Json& file)
{
    RunRecord run;
    if (const Json& common = member(file, "common"); common.is_object()) {
        for (const auto& [name, value] : common.items())
            store(run, name, value);
        return run;
    }
    storeSource(run, member(file, "source"));
    const std::string cluster = stated::text(file, "cluster");
    run.series = "vtrain-single";
    run.quality.assign(1, 'A');
    run.kind = "timing";
    run.gpu = cluster.find("A100") != std::string::npos ? "A100-SXM4-80GB" : "";
    run.recompute = cluster.find("full recompute") != std::string::npos ? "full" : "";
    run.precision = "fp16";
    run.gpus_per_node = 8;
    run.vocab = 50257;
    run.gated_mlp = 0;
    run.virtual_stages = 1;
    return run;
}

void readTable(const Json& file, Measurements& all, std::string_view place)
{
    const RunRecord common = commonRow(file);
    std::vector<std::string> columns;
    for (const Json& column : file["columns"])
        columns.push_back(columnName(stated::text(column)));
    const Json& sources = member(file, "sources");
    std::size_t number = 0;
    for (const Json& row : file["rows"]) {
        ++number;
        const std::string name = fmt::format("{} row {}", place, number);
        if (!row.is_array() || row.size() != columns.size()) {
            all.skipped.push_back({name, common.series, "not as many values as columns"});
            continue;
        }
        RunRecord run = common;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (columns[i] == "source" && !sourceAt(sources, row[i]).is_null())
                storeSource(run, sourceAt(sources, row[i]));
            else
                store(run, columns[i], row[i]);
        }
        if (const Json& first = sources; run.source.empty() && first.is_array() && !first.empty())
            storeSource(run, first[0]);
        if (run.id.empty())
            run.id = fmt::format("{}-{}", run.series, number);
        all.runs.push_back(std::move(run));
    }
}

CollectiveRecord readCurve(const Json& row, std::size_t bytes_column, std::size_t time_column)
{
    CollectiveRecord curve;
    curve.id = stated::text(row, "id");
    curve.op = stated::text(row, "op");
    curve.gpu = stated::text(row, "gpu");
    curve.intra_node = stated::text(row, "intra_node");
    curve.inter_node = stated::text(row, "inter_node");
    curve.gpus = stated::number(row, "gpus");
    curve.nodes = row.contains("nodes") ? stated::number(row, "nodes") : 1;
    for (const Json& point : member(row, "points")) {
        if (!point.is_array() || point.size() <= std::max(bytes_column, time_column))
            continue;
        const double bytes = stated::number(point[bytes_column]);
        const double microseconds = stated::number(point[time_column]);
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
            all.runs.push_back(readObject(row));
    }
}

void readCurves(const Json& file, Measurements& all)
{
    const Json& sources = member(file, "sources");
    for (const Json& row : file["collectives"]) {
        Json object;
        for (std::size_t i = 0; row.is_array() && i < row.size() && i < file["columns"].size(); ++i)
            object[stated::text(file["columns"][i])] = row[i];
        CollectiveRecord curve = readCurve(object, 0, 1);
        curve.source = stated::text(sourceAt(sources, member(object, "source")), "title");
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
    return readObject(row);
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
        for (const EmbeddedFile& file : embeddedFiles()) {
            if (!file.name.starts_with("measurements/"))
                continue;
            auto part = parseMeasurements(file.text, file.name);
            if (!part)
                library::broken(file.name, part.error().message);
            std::ranges::move(part->runs, std::back_inserter(sum.runs));
            std::ranges::move(part->collectives, std::back_inserter(sum.collectives));
            std::ranges::move(part->skipped, std::back_inserter(sum.skipped));
        }
        return sum;
    }();
    return all;
}

} // namespace kneepoint
