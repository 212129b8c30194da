// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/kept_evidence_json.h"

#include "model/catalogue/catalogue.h"
#include "model/catalogue/setting_json.h"
#include "model/units/excerpt.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <map>
#include <span>
#include <string>

namespace kneepoint {
namespace {

using Json = nlohmann::ordered_json;

/// A value of the file and its JSON pointer.
struct Node {
    const Json& json;
    std::string pointer;

    [[nodiscard]] Node at(std::string_view key, const Json& value) const
    {
        return {value, fmt::format("{}/{}", pointer, excerpt(key))};
    }
};

tl::unexpected<Error> wrong(const Node& node, std::string_view expected)
{
    return failure(fmt::format("{}: expected {}, found {}", node.pointer, expected, node.json.type_name()));
}

using ReadMember = std::function<Result<void>(const Node&)>;

/// Reads an object whose keys are all known.
Result<void> readObject(const Node& node, const std::map<std::string_view, ReadMember>& members)
{
    if (!node.json.is_object())
        return wrong(node, "an object");
    for (const auto& [key, value] : node.json.items()) {
        const auto member = members.find(key);
        if (member == members.end())
            return failure(fmt::format("{}/{}: not a key known here", node.pointer, excerpt(key)));
        if (Result<void> read = member->second(node.at(key, value)); !read)
            return read;
    }
    return {};
}

/// Reads a list of at most `most` items.
Result<void> readList(const Node& node, std::size_t most, const ReadMember& item)
{
    if (!node.json.is_array())
        return wrong(node, "a list");
    if (node.json.size() > most)
        return failure(fmt::format("{}: {} items; at most {} are kept", node.pointer, node.json.size(), most));
    std::size_t i = 0;
    for (const Json& json : node.json)
        if (Result<void> read = item(node.at(std::to_string(i++), json)); !read)
            return read;
    return {};
}

ReadMember text(std::string& to)
{
    return [&to](const Node& node) -> Result<void> {
        if (!node.json.is_string())
            return wrong(node, "a string");
        const auto& read = node.json.get_ref<const std::string&>();
        if (read.size() > most_kept_text)
            return failure(fmt::format("{}: longer than {} bytes", node.pointer, most_kept_text));
        to = read;
        return {};
    };
}

ReadMember number(double& to, double least = -most_kept_number)
{
    return [&to, least](const Node& node) -> Result<void> {
        if (!node.json.is_number())
            return wrong(node, "a number");
        to = node.json.get<double>();
        if (!(to >= least && to <= most_kept_number))
            return failure(
                fmt::format("{}: must be at least {} and at most {}", node.pointer, least, most_kept_number));
        return {};
    };
}

ReadMember flag(bool& to)
{
    return [&to](const Node& node) -> Result<void> {
        if (!node.json.is_boolean())
            return wrong(node, "true or false");
        to = node.json.get<bool>();
        return {};
    };
}

constexpr std::array curve_units{
    Unit::none, Unit::seconds, Unit::bytes, Unit::bytes_per_second, Unit::tokens_per_second, Unit::examples_per_second};

ReadMember unit(Unit& to)
{
    return [&to](const Node& node) -> Result<void> {
        std::string name;
        if (Result<void> read = text(name)(node); !read)
            return read;
        const std::span units(curve_units);
        const auto found = std::ranges::find(units, std::string_view(name), baseUnit);
        if (found == units.end())
            return failure(fmt::format("{}: {} is not a unit of a measured curve", node.pointer, excerpt(name)));
        to = *found;
        return {};
    };
}

ReadMember checksum(std::uint32_t& to)
{
    return [&to](const Node& node) -> Result<void> {
        std::string digits;
        if (Result<void> read = text(digits)(node); !read)
            return read;
        const auto* const end = digits.data() + digits.size();
        const auto [stop, error] = std::from_chars(digits.data(), end, to, 16);
        if (error != std::errc() || stop != end)
            return failure(fmt::format("{}: expected up to eight hexadecimal digits", node.pointer));
        return {};
    };
}

ReadMember settings(std::vector<ObservedSetting>& to)
{
    return [&to](const Node& node) -> Result<void> {
        if (!node.json.is_object() || node.json.size() > most_kept_values)
            return wrong(node, fmt::format("an object of at most {} settings", most_kept_values));
        for (const auto& [key, json] : node.json.items()) {
            const Node at = node.at(key, json);
            const Parameter* p = findParameter(key);
            if (!p)
                return failure(fmt::format("{}: no parameter is called that", at.pointer));
            ObservedSetting& setting = to.emplace_back();
            setting.parameter = p->id;
            const ReadMember value = [&](const Node& member) -> Result<void> {
                const Result<double> read = readSetting(*p, member.json);
                if (!read)
                    return failure(fmt::format("{}: {}", member.pointer, read.error().message));
                setting.value = *read;
                return {};
            };
            if (!json.contains("value"))
                return failure(fmt::format("{}/value: missing", at.pointer));
            if (Result<void> read = readObject(at, {{"value", value}, {"place", text(setting.place)}}); !read)
                return read;
        }
        return {};
    };
}

ReadMember measurements(std::vector<Measurement>& to)
{
    return [&to](const Node& node) {
        return readList(node, most_kept_values, [&to](const Node& item) {
            Measurement& m = to.emplace_back();
            return readObject(item,
                {{"metric", text(m.metric)}, {"value", number(m.value)}, {"spread", number(m.spread, 0)},
                    {"samples", number(m.samples, 1)}, {"place", text(m.place)}});
        });
    };
}

ReadMember numbers(std::vector<MeasuredPoint>& to, double MeasuredPoint::*field)
{
    return [&to, field](const Node& node) {
        std::size_t i = 0;
        return readList(node, most_kept_points, [&](const Node& item) {
            if (to.size() <= i)
                to.emplace_back();
            return number(to[i++].*field)(item);
        });
    };
}

ReadMember curves(std::vector<MeasuredCurve>& to)
{
    return [&to](const Node& node) {
        return readList(node, most_kept_curves, [&to](const Node& item) -> Result<void> {
            MeasuredCurve& curve = to.emplace_back();
            const auto piece = [&curve](const Node& at) {
                LinearPiece& p = curve.pieces.emplace_back();
                return readObject(at,
                    {{"from", number(p.from)}, {"to", number(p.to)}, {"intercept", number(p.intercept, 0)},
                        {"slope", number(p.slope, 0)}});
            };
            if (Result<void> read = readObject(item,
                    {{"name", text(curve.name)}, {"x_unit", unit(curve.x_unit)}, {"y_unit", unit(curve.y_unit)},
                        {"place", text(curve.place)}, {"x", numbers(curve.points, &MeasuredPoint::x)},
                        {"y", numbers(curve.points, &MeasuredPoint::y)},
                        {"pieces", [&](const Node& list) { return readList(list, most_kept_points, piece); }},
                        {"operation", text(curve.operation)}, {"ranks", number(curve.ranks, 0)},
                        {"nodes", number(curve.nodes, 0)}});
                !read)
                return read;
            const bool paired = !item.json.contains("x") || !item.json.contains("y")
                ? item.json.contains("x") == item.json.contains("y")
                : item.json["x"].size() == item.json["y"].size();
            const bool rising = std::ranges::is_sorted(curve.points, std::less_equal(), &MeasuredPoint::x);
            return paired && rising ? Result<void>()
                                    : failure(fmt::format("{}: expected as many y as x, and rising x", item.pointer));
        });
    };
}

ReadMember parts(std::vector<StepPart>& to)
{
    return [&to](const Node& node) -> Result<void> {
        if (!node.json.is_object() || node.json.size() > most_kept_values)
            return wrong(node, "an object of seconds by part");
        for (const auto& [key, json] : node.json.items()) {
            StepPart& part = to.emplace_back();
            part.part = key.substr(0, most_kept_text);
            if (Result<void> read = number(part.seconds, 0)(node.at(key, json)); !read)
                return read;
        }
        return {};
    };
}

ReadMember rows(std::vector<EvidenceRow>& to)
{
    return [&to](const Node& node) {
        return readList(node, most_kept_rows, [&to](const Node& item) {
            EvidenceRow& row = to.emplace_back();
            return readObject(item,
                {{"name", text(row.name)}, {"series", text(row.series)}, {"settings", settings(row.settings)},
                    {"measurements", measurements(row.measurements)}});
        });
    };
}

ReadMember findings(std::vector<EvidenceFinding>& to)
{
    return [&to](const Node& node) {
        return readList(node, most_kept_values, [&to](const Node& item) {
            EvidenceFinding& f = to.emplace_back();
            return readObject(item,
                {{"cause", text(f.cause)}, {"share", number(f.share, 0)}, {"sentence", text(f.sentence)},
                    {"place", text(f.place)}});
        });
    };
}

ReadMember groups(std::vector<ObservedGroup>& to)
{
    return [&to](const Node& node) {
        return readList(node, most_kept_values, [&to](const Node& item) {
            ObservedGroup& g = to.emplace_back();
            return readObject(item,
                {{"name", text(g.name)}, {"size", number(g.size, 0)}, {"operation", text(g.operation)},
                    {"calls", number(g.calls, 0)}, {"bytes", number(g.bytes, 0)}});
        });
    };
}

Json settingsListJson(const std::vector<ObservedSetting>& settings)
{
    Json json = Json::object();
    for (const ObservedSetting& setting : settings)
        if (const Parameter* p = findParameter(setting.parameter))
            json[setting.parameter] = {{"value", settingJson(*p, setting.value)}, {"place", setting.place}};
    return json;
}

Json measurementsJson(const std::vector<Measurement>& measurements)
{
    Json json = Json::array();
    for (const Measurement& m : measurements)
        json.push_back({{"metric", m.metric}, {"value", m.value}, {"spread", m.spread}, {"samples", m.samples},
            {"place", m.place}});
    return json;
}

Json curveJson(const MeasuredCurve& curve)
{
    Json x = Json::array(), y = Json::array(), pieces = Json::array();
    for (const MeasuredPoint& p : curve.points) {
        x.push_back(p.x);
        y.push_back(p.y);
    }
    for (const LinearPiece& p : curve.pieces)
        pieces.push_back({{"from", p.from}, {"to", p.to}, {"intercept", p.intercept}, {"slope", p.slope}});
    Json json = {{"name", curve.name}, {"x_unit", baseUnit(curve.x_unit)}, {"y_unit", baseUnit(curve.y_unit)},
        {"place", curve.place}, {"x", x}, {"y", y}, {"pieces", pieces}};
    if (!curve.operation.empty())
        json.update({{"operation", curve.operation}, {"ranks", curve.ranks}, {"nodes", curve.nodes}});
    return json;
}

/// Adds a member that is not empty.
void add(Json& json, const char* key, Json value)
{
    if (!value.empty())
        json[key] = std::move(value);
}

Json keptJson(const KeptEvidence& e)
{
    Json json = {{"name", e.source.name}, {"kind", e.kind}, {"date", e.source.date}, {"bytes", e.source.bytes},
        {"crc32", fmt::format("{:08x}", e.source.crc32)}, {"summary", e.summary}, {"used", e.used}};
    Json curve_list = Json::array(), part_list = Json::object(), row_list = Json::array(), finding_list = Json::array();
    for (const MeasuredCurve& curve : e.curves)
        curve_list.push_back(curveJson(curve));
    for (const StepPart& part : e.breakdown)
        part_list[part.part] = part.seconds;
    for (const EvidenceRow& row : e.rows)
        row_list.push_back({{"name", row.name}, {"series", row.series}, {"settings", settingsListJson(row.settings)},
            {"measurements", measurementsJson(row.measurements)}});
    for (const EvidenceFinding& f : e.findings)
        finding_list.push_back({{"cause", f.cause}, {"share", f.share}, {"sentence", f.sentence}, {"place", f.place}});
    add(json, "settings", settingsListJson(e.settings));
    add(json, "measurements", measurementsJson(e.measurements));
    add(json, "breakdown", std::move(part_list));
    add(json, "curves", std::move(curve_list));
    add(json, "rows", std::move(row_list));
    add(json, "findings", std::move(finding_list));
    Json group_list = Json::array();
    for (const ObservedGroup& g : e.groups)
        group_list.push_back(
            {{"name", g.name}, {"size", g.size}, {"operation", g.operation}, {"calls", g.calls}, {"bytes", g.bytes}});
    add(json, "groups", std::move(group_list));
    return json;
}

} // namespace

Json evidenceListJson(const std::vector<KeptEvidence>& evidence)
{
    Json list = Json::array();
    for (const KeptEvidence& kept : evidence)
        list.push_back(keptJson(kept));
    return list;
}

Result<std::vector<KeptEvidence>> readEvidenceList(const Json& list)
{
    std::vector<KeptEvidence> evidence;
    const Result<void> read = readList({list, "/evidence"}, most_kept_files, [&](const Node& item) {
        KeptEvidence& e = evidence.emplace_back();
        return readObject(item,
            {{"name", text(e.source.name)}, {"kind", text(e.kind)}, {"date", text(e.source.date)},
                {"bytes", number(e.source.bytes, 0)}, {"crc32", checksum(e.source.crc32)}, {"summary", text(e.summary)},
                {"used", flag(e.used)}, {"settings", settings(e.settings)},
                {"measurements", measurements(e.measurements)}, {"breakdown", parts(e.breakdown)},
                {"curves", curves(e.curves)}, {"rows", rows(e.rows)}, {"findings", findings(e.findings)},
                {"groups", groups(e.groups)}});
    });
    if (!read)
        return tl::unexpected(read.error());
    return evidence;
}

} // namespace kneepoint
