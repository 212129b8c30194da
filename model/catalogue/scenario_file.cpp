// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/scenario_file.h"

#include "model/catalogue/catalogue.h"
#include "model/catalogue/kept_evidence_json.h"
#include "model/scenario/scenario.h"
#include "model/units/bounded_json.h"
#include "model/units/excerpt.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

namespace kneepoint {
namespace {

using Json = nlohmann::ordered_json;

constexpr JsonBounds scenario_bounds{
    .document = "a scenario", .bytes = scenario_file_limit_bytes, .depth = 10, .values = scenario_file_values};

struct Given {
    const Parameter* parameter;
    double value;
};

bool isGiven(const std::vector<Given>& given, std::string_view id)
{
    return std::ranges::any_of(given, [&](const Given& g) { return g.parameter->id == id; });
}

/// Batch per GPU and global batch determine each other: derives the missing one, and rejects contradictions and results
/// out of range.
Result<void> closeBatch(Scenario& s, const std::vector<Given>& given)
{
    const bool local = isGiven(given, "workload.batch_per_gpu");
    const bool global = isGiven(given, "workload.global_batch");
    const double replicas = workers(s);
    if (local && global) {
        const double together = s.workload.batch_per_gpu * s.plan.accumulation * replicas;
        if (std::abs(together - s.workload.global_batch) > 1e-9 * s.workload.global_batch)
            return failure(fmt::format("workload.global_batch: {} contradicts {} per GPU × {} accumulated × {} "
                                       "replicas = {}; leave one of them out",
                s.workload.global_batch, s.workload.batch_per_gpu, s.plan.accumulation, replicas, together));
    } else if (global || (!local && s.workload.scaling == Scaling::strong)) {
        s.workload.batch_per_gpu = s.workload.global_batch / (s.plan.accumulation * replicas);
    } else {
        sumGlobalBatch(s);
    }
    for (const std::string_view id : {"workload.batch_per_gpu", "workload.global_batch"})
        if (const auto checked = checkValue(parameter(id), parameter(id).get(s)); !checked)
            return failure(fmt::format("{}: {}", id, checked.error().message));
    return {};
}

/// First the values implied by each setting, in catalogue order; then the settings themselves, which take precedence.
/// What the global batch implies is handled by closeBatch: a file's accumulation is unchanged.
Result<Scenario> build(const std::vector<Given>& given, const Calibration& calibration)
{
    Scenario s;
    for (const Given& g : given)
        if (g.parameter->id != "workload.global_batch")
            g.parameter->edit(s, g.value, calibration);
    for (const Given& g : given)
        g.parameter->assign(s, g.value);
    if (const auto closed = closeBatch(s, given); !closed)
        return tl::unexpected(closed.error());
    return s;
}

Result<Scenario> readValues(const Json& values, const Calibration& calibration)
{
    std::vector<Given> given;
    for (const auto& [key, json] : values.items()) {
        const Parameter* p = findParameter(key);
        if (!p)
            return failure(fmt::format("/scenario/{}: no parameter is called that", excerpt(key)));
        const Result<double> value = readSetting(*p, json);
        if (!value)
            return failure(fmt::format("/scenario/{}: {}", p->id, value.error().message));
        given.push_back({p, *value});
    }
    std::ranges::sort(given, {}, &Given::parameter);
    if (const auto twice = std::ranges::adjacent_find(given, {}, &Given::parameter); twice != given.end())
        return failure(fmt::format("/scenario/{}: given twice, in two spellings", twice->parameter->id));
    auto scenario = build(given, calibration);
    if (!scenario)
        return failure(fmt::format("/scenario/{}", scenario.error().message));
    return scenario;
}

Result<void> readText(const Json& json, std::string_view key, std::string& text)
{
    if (!json.is_string())
        return failure(fmt::format("/{}: expected a string, found {}", key, json.type_name()));
    text = json.get<std::string>();
    return {};
}

Result<ScenarioFile> readFile(const Json& json, const Calibration& calibration)
{
    if (!json.is_object() || !json.contains("kneepoint"))
        return failure("/kneepoint: missing; a scenario file begins with {\"kneepoint\": 1, ...}");
    const Json& version = json["kneepoint"];
    if (!version.is_number_integer() || version != scenario_format_version)
        return failure(fmt::format("/kneepoint: format {} is not known; this program reads format {}",
            excerpt(version.dump()), scenario_format_version));
    ScenarioFile file;
    std::string calibration_name;
    const std::map<std::string_view, std::string*> texts{
        {"title", &file.title}, {"about", &file.about}, {"source", &file.source}, {"group", &file.group}};
    for (const auto& [key, value] : json.items()) {
        if (key == "kneepoint")
            continue;
        Result<void> read;
        if (const auto text = texts.find(key); text != texts.end()) {
            read = readText(value, key, *text->second);
        } else if (key == "calibration") {
            read = readText(value, key, calibration_name);
        } else if (key == "evidence") {
            Result<std::vector<KeptEvidence>> evidence = readEvidenceList(value);
            if (evidence)
                file.evidence = std::move(*evidence);
            else
                read = tl::unexpected(evidence.error());
        } else if (key == "scenario" && value.is_object()) {
            const auto scenario = readValues(value, calibration);
            if (scenario)
                file.scenario = *scenario;
            else
                read = tl::unexpected(scenario.error());
        } else {
            read = failure(fmt::format("/{}: not a key of a scenario file (title, about, source, group, calibration, "
                                       "evidence, and the object scenario)",
                excerpt(key)));
        }
        if (!read)
            return tl::unexpected(read.error());
    }
    file.scenario.own_runs.name = ShortName(calibration_name);
    return file;
}

} // namespace

Result<ScenarioFile> parseScenario(std::string_view json, std::string_view place, const Calibration& calibration)
{
    const auto parsed = parseBoundedJson(json, place, scenario_bounds);
    if (!parsed)
        return tl::unexpected(parsed.error());
    auto file = readFile(*parsed, calibration);
    if (!file)
        return failure(fmt::format("{}: {}", place, file.error().message));
    return file;
}

std::string writeScenario(const ScenarioFile& file)
{
    Json json;
    json["kneepoint"] = scenario_format_version;
    json["title"] = file.title;
    json["about"] = file.about;
    json["source"] = file.source;
    json["group"] = file.group;
    if (!file.scenario.own_runs.name.empty())
        json["calibration"] = file.scenario.own_runs.name.text();
    if (!file.evidence.empty())
        json["evidence"] = evidenceListJson(file.evidence);
    Json& values = json["scenario"];
    for (const Parameter& p : catalogue())
        values[p.id] = settingJson(p, p.get(file.scenario));
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<ScenarioFile> loadScenario(const std::filesystem::path& path, const Calibration& calibration)
{
    const Result<std::string> text = readBoundedFile(path, scenario_bounds);
    return text ? parseScenario(*text, excerpt(path.filename().string()), calibration) : tl::unexpected(text.error());
}

} // namespace kneepoint
