// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/kept_evidence_json.h"

#include "model/catalogue/catalogue.h"
#include "model/catalogue/setting_json.h"
#include "model/units/excerpt.h"
#include "model/units/json_reader.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <span>
#include <string>

namespace kneepoint {
namespace {

using Json = nlohmann::ordered_json;

using Reader = JsonNode::Reader;

Reader text(std::string& to)
{
    return [&to](const JsonNode& node) { to = node.anyText(most_kept_text); };
}

Reader number(double& to, double least = -most_kept_number)
{
    return [&to, least](const JsonNode& node) { to = node.number(least, most_kept_number); };
}

Reader flag(bool& to)
{
    return [&to](const JsonNode& node) { to = node.flag(); };
}

/// Each item is what `membersOf` reads into it.
template <class Item>
Reader list(std::vector<Item>& to, std::size_t most, std::vector<JsonNode::Member> (*membersOf)(Item& item))
{
    return [&to, most, membersOf](const JsonNode& node) {
        for (const JsonNode& item : node.list(most))
            item.each(membersOf(to.emplace_back()));
    };
}

constexpr std::array curve_units{
    Unit::none, Unit::seconds, Unit::bytes, Unit::bytes_per_second, Unit::tokens_per_second, Unit::examples_per_second};

Reader unit(Unit& to)
{
    return [&to](const JsonNode& node) {
        const std::string name = node.anyText(most_kept_text);
        const std::span units(curve_units);
        const auto found = std::ranges::find(units, std::string_view(name), baseUnit);
        if (found != units.end())
            to = *found;
        else
            node.refuse(fmt::format("{} is not a unit of a measured curve", excerpt(name)));
    };
}

Reader checksum(std::uint32_t& to)
{
    return [&to](const JsonNode& node) {
        const std::string digits = node.anyText(most_kept_text);
        const auto* const end = digits.data() + digits.size();
        const auto [stop, error] = std::from_chars(digits.data(), end, to, 16);
        if (error != std::errc() || stop != end)
            node.refuse("expected up to eight hexadecimal digits");
    };
}

Reader settings(std::vector<ObservedSetting>& to)
{
    return [&to](const JsonNode& node) {
        for (const auto& [key, member] : node.members(most_kept_values)) {
            const Parameter* p = findParameter(key);
            if (!p)
                return member.refuse("no parameter is called that");
            ObservedSetting& setting = to.emplace_back();
            setting.parameter = p->id;
            const JsonNode value = member.at("value");
            setting.value = value.accepted(readSetting(*p, value.json()));
            member.each({{"value", [](const JsonNode&) {}}, {"place", text(setting.place)}});
        }
    };
}

std::vector<JsonNode::Member> measurementMembers(Measurement& m)
{
    return {{"metric", text(m.metric)}, {"value", number(m.value)}, {"spread", number(m.spread, 0)},
        {"samples", number(m.samples, 1)}, {"place", text(m.place)}};
}

std::vector<JsonNode::Member> pieceMembers(LinearPiece& p)
{
    return {{"from", number(p.from)}, {"to", number(p.to)}, {"intercept", number(p.intercept, 0)},
        {"slope", number(p.slope, 0)}};
}

Reader numbers(std::vector<MeasuredPoint>& to, double MeasuredPoint::*field)
{
    return [&to, field](const JsonNode& node) {
        const std::vector<JsonNode> items = node.list(most_kept_points);
        to.resize(std::max(to.size(), items.size()));
        for (std::size_t i = 0; i < items.size(); ++i)
            number(to[i].*field)(items[i]);
    };
}

Reader curves(std::vector<MeasuredCurve>& to)
{
    return [&to](const JsonNode& node) {
        for (const JsonNode& item : node.list(most_kept_curves)) {
            MeasuredCurve& curve = to.emplace_back();
            item.each({{"name", text(curve.name)}, {"x_unit", unit(curve.x_unit)}, {"y_unit", unit(curve.y_unit)},
                {"place", text(curve.place)}, {"x", numbers(curve.points, &MeasuredPoint::x)},
                {"y", numbers(curve.points, &MeasuredPoint::y)},
                {"pieces", list(curve.pieces, most_kept_points, pieceMembers)}, {"operation", text(curve.operation)},
                {"ranks", number(curve.ranks, 0)}, {"nodes", number(curve.nodes, 0)}});
            const auto x = item.find("x"), y = item.find("y");
            const bool paired = x && y ? x->json().size() == y->json().size() : !x && !y;
            if (!paired || !std::ranges::is_sorted(curve.points, std::less_equal(), &MeasuredPoint::x))
                item.refuse("expected as many y as x, and rising x");
        }
    };
}

Reader parts(std::vector<StepPart>& to)
{
    return [&to](const JsonNode& node) {
        for (const auto& [key, seconds] : node.members(most_kept_values))
            to.push_back({key.substr(0, most_kept_text), seconds.number(0, most_kept_number)});
    };
}

std::vector<JsonNode::Member> rowMembers(EvidenceRow& row)
{
    return {{"name", text(row.name)}, {"series", text(row.series)}, {"settings", settings(row.settings)},
        {"measurements", list(row.measurements, most_kept_values, measurementMembers)}};
}

std::vector<JsonNode::Member> findingMembers(EvidenceFinding& f)
{
    return {{"cause", text(f.cause)}, {"share", number(f.share, 0)}, {"sentence", text(f.sentence)},
        {"place", text(f.place)}};
}

std::vector<JsonNode::Member> groupMembers(ObservedGroup& g)
{
    return {{"name", text(g.name)}, {"size", number(g.size, 0)}, {"operation", text(g.operation)},
        {"calls", number(g.calls, 0)}, {"bytes", number(g.bytes, 0)}};
}

std::vector<JsonNode::Member> fileMembers(KeptEvidence& e)
{
    return {{"name", text(e.source.name)}, {"kind", text(e.kind)}, {"date", text(e.source.date)},
        {"bytes", number(e.source.bytes, 0)}, {"crc32", checksum(e.source.crc32)}, {"summary", text(e.summary)},
        {"used", flag(e.used)}, {"settings", settings(e.settings)},
        {"measurements", list(e.measurements, most_kept_values, measurementMembers)}, {"breakdown", parts(e.breakdown)},
        {"curves", curves(e.curves)}, {"rows", list(e.rows, most_kept_rows, rowMembers)},
        {"findings", list(e.findings, most_kept_values, findingMembers)},
        {"groups", list(e.groups, most_kept_values, groupMembers)}};
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

std::vector<KeptEvidence> readEvidenceList(const JsonNode& node)
{
    std::vector<KeptEvidence> evidence;
    list(evidence, most_kept_files, fileMembers)(node);
    return evidence;
}

} // namespace kneepoint
