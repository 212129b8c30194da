// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/scenario_file.h"

#include "model/catalogue/catalogue.h"
#include "model/catalogue/derive.h"
#include "model/catalogue/kept_evidence_json.h"
#include "model/catalogue/layer_pattern.h"
#include "model/catalogue/own_runs_json.h"
#include "model/catalogue/setting_json.h"
#include "model/constants/calibration.h"
#include "model/units/bounded_json.h"
#include "model/units/excerpt.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>

namespace kneepoint {
namespace {

using Json = nlohmann::ordered_json;

constexpr JsonBounds scenario_bounds{
    .document = "a scenario", .bytes = scenario_file_limit_bytes, .depth = 10, .values = scenario_file_values};

/// A file with most of the catalogue was written when files listed every value: what is stated in it is what its
/// choices do not explain.
bool listsEverything(const Edit& given)
{
    return given.size() > catalogue().size() / 2;
}

Scenario withEveryValue(const Edit& given, const Calibration& calibration)
{
    Scenario s = derived(given, calibration);
    s.stated = {};
    for (const Setting& setting : given)
        setting.parameter->assign(s, setting.value);
    return derived(statementsFor(s, calibration), calibration);
}

Result<Scenario> build(const Edit& given, const Calibration& calibration)
{
    Scenario s = listsEverything(given) ? withEveryValue(given, calibration) : derived(given, calibration);
    if (const std::string why = contradictionIn(given, s); !why.empty())
        return failure(why);
    if (const auto checked = checkBatch(s); !checked)
        return tl::unexpected(checked.error());
    return s;
}

/// Files of before NICs were counted by the node say how many GPUs share one.
constexpr std::string_view gpus_per_nic = "cluster.nic_sharing";

Result<Setting> nicsOf(const Json& sharing, const Edit& given)
{
    const Parameter& nics = parameter("cluster.nics_per_node");
    const auto node = std::ranges::find(given, &parameter("cluster.gpus_per_node"), &Setting::parameter);
    if (node == given.end() || !sharing.is_number() || !(sharing.get<double>() >= 1))
        return failure(fmt::format("/scenario/{}: state the NICs of a node, as {}", gpus_per_nic, nics.id));
    return Setting{&nics, std::max(1.0, std::round(node->value / sharing.get<double>()))};
}

Result<Scenario> readValues(const Json& values, const Calibration& calibration)
{
    Edit given;
    const Json* sharing = nullptr;
    const Json* pattern = nullptr;
    for (const auto& [key, json] : values.items()) {
        if (key == gpus_per_nic) {
            sharing = &json;
            continue;
        }
        if (key == layer_pattern_id) {
            pattern = &json;
            continue;
        }
        const Parameter* p = findParameter(key);
        if (!p)
            return failure(fmt::format("/scenario/{}: no parameter is called that", excerpt(key)));
        const Result<double> value = readSetting(*p, json);
        if (!value)
            return failure(fmt::format("/scenario/{}: {}", p->id, value.error().message));
        given.push_back({p, *value});
    }
    if (sharing) {
        const Result<Setting> nics = nicsOf(*sharing, given);
        if (!nics)
            return tl::unexpected(nics.error());
        given.push_back(*nics);
    }
    if (pattern) {
        if (!pattern->is_string())
            return failure(fmt::format("/scenario/{}: expected a string", layer_pattern_id));
        const Result<Edit> layers =
            parseLayerPattern(pattern->get<std::string>(), derived(given, calibration).workload);
        if (!layers)
            return failure(fmt::format("/scenario/{}: {}", layer_pattern_id, layers.error().message));
        std::ranges::copy_if(*layers, std::back_inserter(given), [&](const Setting& setting) {
            return std::ranges::find(given, setting.parameter, &Setting::parameter) == given.end();
        });
    }
    std::ranges::sort(given, {}, &Setting::parameter);
    if (const auto twice = std::ranges::adjacent_find(given, {}, &Setting::parameter); twice != given.end())
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
    OwnRuns calibrated; // but for what parameters say
    const std::map<std::string_view, std::string*> texts{
        {"title", &file.title}, {"about", &file.about}, {"source", &file.source}, {"group", &file.group}};
    for (const auto& [key, value] : json.items()) {
        if (key == "kneepoint")
            continue;
        Result<void> read;
        if (const auto text = texts.find(key); text != texts.end()) {
            read = readText(value, key, *text->second);
        } else if (key == "calibration") {
            read = readOwnRuns(value, calibrated);
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
    file.scenario.own_runs.name = calibrated.name;
    file.scenario.own_runs.open = calibrated.open;
    file.scenario.own_runs.job = calibrated.job;
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

std::string writeScenario(const ScenarioFile& file, const Calibration& calibration)
{
    Json json;
    json["kneepoint"] = scenario_format_version;
    json["title"] = file.title;
    json["about"] = file.about;
    json["source"] = file.source;
    json["group"] = file.group;
    if (Json own = ownRunsJson(file.scenario.own_runs); !own.is_null())
        json["calibration"] = std::move(own);
    if (!file.evidence.empty())
        json["evidence"] = evidenceListJson(file.evidence);
    Json& values = json["scenario"];
    values = Json::object();
    for (const auto& [p, value] : statementsFor(file.scenario, calibration))
        values[p->id] = settingJson(*p, value);
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<ScenarioFile> loadScenario(const std::filesystem::path& path, const Calibration& calibration)
{
    const Result<std::string> text = readBoundedFile(path, scenario_bounds);
    return text ? parseScenario(*text, excerpt(path.filename().string()), calibration) : tl::unexpected(text.error());
}

} // namespace kneepoint
