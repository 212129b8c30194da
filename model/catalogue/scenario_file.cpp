// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/scenario_file.h"

#include "model/catalogue/catalogue.h"
#include "model/catalogue/derive.h"
#include "model/catalogue/kept_evidence_json.h"
#include "model/catalogue/layer_pattern.h"
#include "model/catalogue/setting_json.h"
#include "model/constants/calibration.h"
#include "model/scenario/own_runs.h"
#include "model/units/bounded_json.h"
#include "model/units/excerpt.h"
#include "model/units/json_reader.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kneepoint {
namespace {

using Json = nlohmann::ordered_json;

constexpr double most_open = 20;   ///< of an entry of the triangle; a logarithm of 7 is a factor of a thousand
constexpr double most_size = 1e18; ///< of a job

struct Size {
    std::string_view key;
    double CalibratedJob::*value;
};
constexpr std::array sizes{Size{"gpus", &CalibratedJob::gpus}, Size{"global_batch", &CalibratedJob::global_batch},
    Size{"sequence_length", &CalibratedJob::sequence_length}, Size{"parameters", &CalibratedJob::parameters}};

/// The shortest decimal number that reads back as the same float.
Json shortest(float value)
{
    return Json::parse(fmt::format("{}", value));
}

void readName(const JsonNode& node, OwnRuns& own)
{
    constexpr std::size_t longest = 1000;
    own.name = ShortName(node.anyText(longest));
}

JsonNode::Reader numbers(std::span<float> to, double least, double most)
{
    return [=](const JsonNode& node) {
        const std::vector<JsonNode> items = node.list(to.size());
        if (items.size() != to.size())
            node.refuse(fmt::format("expected a list of {} numbers", to.size()));
        std::ranges::transform(
            items, to.begin(), [=](const JsonNode& item) { return static_cast<float>(item.number(least, most)); });
    };
}

/// "calibration" of a scenario file: what OwnRuns has besides parameters. Its name; or an object with the name, what
/// the runs leave open ("open", the triangle row by row), and the sizes of the job they were asked about. Null if there
/// is none of them.
Json ownRunsJson(const OwnRuns& own)
{
    Json name = own.name.empty() ? Json() : Json(own.name.text());
    if (own.open == OpenFactors{} && own.job == CalibratedJob{})
        return name;
    Json json = Json::object();
    if (!own.name.empty())
        json["name"] = name;
    const auto add = [&](std::string_view key, std::span<const float> numbers) {
        Json& list = json[std::string(key)];
        for (const float number : numbers)
            list.push_back(shortest(number));
    };
    add("open", own.open.root);
    add("open_up", own.open.up);
    add("open_down", own.open.down);
    for (const Size& size : sizes)
        json[std::string(size.key)] = own.job.*size.value;
    return json;
}

/// The same, read into `own`. Unknown keys, a triangle of another length and values out of range are refused.
void readOwnRuns(const JsonNode& node, OwnRuns& own)
{
    if (!node.isObject())
        return readName(node, own);
    std::vector<JsonNode::Member> known{{"name", [&](const JsonNode& name) { readName(name, own); }},
        {"open", numbers(own.open.root, -most_open, most_open)}, {"open_up", numbers(own.open.up, 0, 1)},
        {"open_down", numbers(own.open.down, 0, 1)}};
    for (const Size& size : sizes)
        known.emplace_back(size.key, [&](const JsonNode& value) { own.job.*size.value = value.number(0, most_size); });
    node.each(known);
}

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

std::optional<Setting> nicsOf(const JsonNode& sharing, const Edit& given)
{
    const Parameter& nics = parameter("cluster.nics_per_node");
    const auto node = std::ranges::find(given, &parameter("cluster.gpus_per_node"), &Setting::parameter);
    constexpr double most = 1e6;
    if (node != given.end())
        return Setting{&nics, std::max(1.0, std::round(node->value / sharing.number(1, most)))};
    sharing.refuse(fmt::format("state the NICs of a node, as {}", nics.id));
    return {};
}

void addLayers(const JsonNode& pattern, Edit& given, const Calibration& calibration)
{
    const Edit layers = pattern.accepted(
        parseLayerPattern(pattern.anyText(scenario_file_limit_bytes), derived(given, calibration).workload));
    std::ranges::copy_if(layers, std::back_inserter(given), [&](const Setting& setting) {
        return std::ranges::find(given, setting.parameter, &Setting::parameter) == given.end();
    });
}

Scenario readValues(const JsonNode& values, const Calibration& calibration)
{
    Edit given;
    for (const auto& [key, node] : values.members(scenario_file_values)) {
        if (key == gpus_per_nic || key == layer_pattern_id)
            continue;
        if (const Parameter* p = findParameter(key))
            given.push_back({p, node.accepted(readSetting(*p, node.json()))});
        else
            node.refuse("no parameter is called that");
    }
    if (!values.sound())
        return {};
    if (const auto sharing = values.find(gpus_per_nic))
        if (const auto nics = nicsOf(*sharing, given))
            given.push_back(*nics);
    if (const auto pattern = values.find(layer_pattern_id))
        addLayers(*pattern, given, calibration);
    std::ranges::sort(given, {}, &Setting::parameter);
    if (const auto twice = std::ranges::adjacent_find(given, {}, &Setting::parameter); twice != given.end())
        values.refuseMember(fmt::format("{}: given twice, in two spellings", twice->parameter->id));
    if (!values.sound())
        return {};
    const Result<Scenario> scenario = build(given, calibration);
    if (scenario)
        return *scenario;
    values.refuseMember(scenario.error().message);
    return {};
}

} // namespace

ScenarioFile readScenarioFile(const JsonNode& node, const Calibration& calibration)
{
    ScenarioFile file;
    OwnRuns calibrated; // but for what parameters say
    (void)node.at("kneepoint", R"(missing; a scenario file begins with {"kneepoint": 1, ...})");
    const auto text = [](std::string& to) {
        return [&to](const JsonNode& value) { to = value.anyText(scenario_file_limit_bytes); };
    };
    node.each({{"kneepoint",
                   [](const JsonNode& version) {
                       if (!version.json().is_number_integer() || version.json() != scenario_format_version)
                           version.refuse(fmt::format("format {} is not known; this program reads format {}",
                               excerpt(version.json().dump()), scenario_format_version));
                   }},
        {"title", text(file.title)}, {"about", text(file.about)}, {"source", text(file.source)},
        {"group", text(file.group)}, {"calibration", [&](const JsonNode& own) { readOwnRuns(own, calibrated); }},
        {"evidence", [&](const JsonNode& list) { file.evidence = readEvidenceList(list); }},
        {"scenario", [&](const JsonNode& values) { file.scenario = readValues(values, calibration); }}});
    file.scenario.own_runs.name = calibrated.name;
    file.scenario.own_runs.open = calibrated.open;
    file.scenario.own_runs.job = calibrated.job;
    return file;
}

Result<ScenarioFile> parseScenario(std::string_view json, std::string_view place, const Calibration& calibration)
{
    return parsedJson(
        json, place, scenario_bounds, [&](const JsonNode& file) { return readScenarioFile(file, calibration); });
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
