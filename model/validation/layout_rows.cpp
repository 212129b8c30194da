// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/validation/layout_choice.h"

#include "model/evidence/layout_record.h"
#include "model/evidence/lenient_json.h"
#include "model/evidence/measured_run.h"
#include "model/units/bounded_json.h"
#include "model/units/text_fields.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace kneepoint {
namespace {

using lenient::Json;
using lenient::member;
using lenient::number;
using lenient::text;

constexpr JsonBounds bounds{
    .document = "a list of measured layouts", .bytes = layout_file_limit_bytes, .depth = 8, .values = 4000000};

std::optional<LayoutEnd> endOf(const Json& row)
{
    const std::string status = text(row, "status");
    if (status == "ok")
        return LayoutEnd::ran;
    if (status == "oom" || (status == "fail" && text(row, "fail_kind") == "oom_likely"))
        return LayoutEnd::out_of_memory;
    if (status == "fail")
        return LayoutEnd::failed;
    return {};
}

bool isDoubted(const Json& row)
{
    const Json& suspect = member(row, "suspect");
    return suspect.is_array()
        && std::ranges::any_of(suspect, [](const Json& why) { return why.is_string() && why != "near_capacity"; });
}

/// What the file calls the source of a row, where it is named after the program that ran; it decides among others
/// whether gradients are summed in 16 or in 32 bits.
std::string sourceName(const Json& file, const Json& row)
{
    return text(member(member(file, "sources"), text(row, "source").c_str()), "name");
}

Result<MeasuredLayout> readRow(
    const Json& file, const KernelList& kernels, const Json& row, const Calibration& calibration)
{
    if (!row.is_object() || text(row, "rank_group").empty())
        return failure("belongs to no group");
    const auto end = endOf(row);
    if (!end)
        return failure("neither ran nor ran out of memory");
    if (isDoubted(row))
        return failure("flagged as suspect by its source");
    if (number(row, "heterogeneous") == 1 || row.contains("stage_layers"))
        return failure("stages or GPUs differ");
    const std::string recompute = text(row, "recompute");
    if (!number(row, "tp") || contains(recompute, "partial"))
        return failure("the layout differs between layers");
    RunRecord run = layoutRecordOf(row);
    if (run.software.empty())
        run.software = sourceName(file, row);
    const Result<MeasuredRun> question = layoutOf(run, calibration);
    if (!question)
        return tl::unexpected(question.error());
    MeasuredLayout m{run.id, text(row, "rank_group"), question->candidates.front(), *end, 0};
    kernels.apply(row, m.scenario.stack);
    if (m.end == LayoutEnd::ran)
        m.step_s = number(row, "step_time_s").value_or(0);
    if (m.end == LayoutEnd::ran && !(m.step_s > 0))
        return failure("no step time is stated");
    return m;
}

} // namespace

Result<MeasuredLayouts> parseMeasuredLayouts(
    std::string_view json, std::string_view place, const Calibration& calibration)
{
    const Result<Json> file = parseBoundedJson(json, place, bounds);
    if (!file)
        return tl::unexpected(file.error());
    const Json& rows = member(*file, "rows");
    if (!rows.is_array())
        return failure(fmt::format("{}: expected an object with \"rows\"", place));
    MeasuredLayouts all;
    std::map<std::string, int> skipped;
    const KernelList kernels(rows);
    for (const Json& row : rows) {
        if (Result<MeasuredLayout> read = readRow(*file, kernels, row, calibration))
            all.rows.push_back(std::move(*read));
        else
            ++skipped[read.error().message];
    }
    all.skipped.assign(skipped.begin(), skipped.end());
    return all;
}

Result<MeasuredLayouts> loadMeasuredLayouts(const std::filesystem::path& path, const Calibration& calibration)
{
    return readBoundedFile(path, bounds).and_then([&](const std::string& text) {
        return parseMeasuredLayouts(text, path.filename().string(), calibration);
    });
}

} // namespace kneepoint
