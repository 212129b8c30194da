// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/import_json.h"

#include "model/answers/report_json.h"
#include "model/evidence/trace_difference.h"

#include <fmt/format.h>

namespace kneepoint {

namespace {

Json settingsJson(std::span<const ObservedSetting> settings)
{
    Json json = Json::object();
    for (const ObservedSetting& setting : settings)
        json[setting.parameter] = {
            {"value", valueJson(parameter(setting.parameter), setting.value)}, {"place", setting.place}};
    return json;
}

Json measurementsJson(std::span<const Measurement> measurements)
{
    Json json = Json::object();
    for (const Measurement& m : measurements)
        if (!json.contains(m.metric))
            json[m.metric] = {
                {"value", m.value}, {"spread", m.spread}, {"samples", number(m.samples)}, {"place", m.place}};
    return json;
}

Json curveJson(const MeasuredCurve& curve)
{
    Json points = Json::array(), pieces = Json::array();
    for (const MeasuredPoint& p : curve.points)
        points.push_back({p.x, p.y});
    for (const LinearPiece& piece : curve.pieces)
        pieces.push_back(
            {{"from", piece.from}, {"to", piece.to}, {"intercept", piece.intercept}, {"slope", piece.slope}});
    Json json = {{"name", curve.name}, {"x_unit", baseUnit(curve.x_unit)}, {"y_unit", baseUnit(curve.y_unit)},
        {"points", points}, {"pieces", pieces}, {"place", curve.place}};
    if (!curve.operation.empty())
        json.update({{"operation", curve.operation}, {"ranks", curve.ranks}, {"nodes", curve.nodes}});
    return json;
}

} // namespace

Json evidenceJson(const Evidence& e)
{
    Json json = {{"file", e.source.name}, {"kind", e.kind}, {"summary", e.summary}, {"date", e.source.date},
        {"bytes", number(e.source.bytes)}, {"crc32", fmt::format("{:08x}", e.source.crc32)},
        {"settings", settingsJson(e.settings)}, {"measurements", measurementsJson(e.measurements)},
        {"breakdown", Json::object()}, {"windows", Json::array()}, {"curves", Json::array()}, {"rows", Json::array()},
        {"skipped", Json::array()}, {"assumed", e.assumed}, {"questions", questionsJson(e.questions)}};
    for (const StepPart& part : e.breakdown)
        json["breakdown"][part.part] = part.seconds;
    for (const TimeWindow& w : e.windows)
        json["windows"].push_back({{"name", w.name}, {"total_s", w.total_s}, {"compute_s", w.compute_s},
            {"comm_s", w.comm_s}, {"memory_s", w.memory_s}, {"exposed_comm_s", w.exposed_comm_s},
            {"exposed_memory_s", w.exposed_memory_s}, {"overlap_s", w.overlap_s()}, {"idle_s", w.idle_s},
            {"input_s", w.input_s}});
    for (const MeasuredCurve& curve : e.curves)
        json["curves"].push_back(curveJson(curve));
    for (const EvidenceRow& row : e.rows)
        json["rows"].push_back({{"name", row.name}, {"settings", settingsJson(row.settings)},
            {"measurements", measurementsJson(row.measurements)}});
    for (const SkippedItem& item : e.skipped)
        json["skipped"].push_back({{"place", item.place}, {"reason", item.reason}});
    return json;
}

Json questionsJson(std::span<const JobQuestion> questions)
{
    Json json = Json::array();
    for (const JobQuestion& question : questions)
        json.push_back({{"parameter", question.parameter}, {"question", question.text}});
    return json;
}

Json findingsJson(std::span<const EvidenceFinding> findings)
{
    Json json = Json::array();
    for (const EvidenceFinding& finding : findings)
        json.push_back({{"cause", finding.cause}, {"share", finding.share}, {"sentence", finding.sentence},
            {"place", finding.place}});
    return json;
}

Json differenceJson(const TraceDifference& difference)
{
    const auto row = [](const TracePart& part) {
        return Json{{"part", part.part}, {"a_s", part.a_s}, {"b_s", part.b_s}, {"difference_s", part.difference_s()}};
    };
    Json json = {{"a", difference.a}, {"b", difference.b}, {"sentence", difference.sentence}, {"parts", Json::array()},
        {"total", nullptr}};
    for (const TracePart& part : difference.parts)
        json["parts"].push_back(row(part));
    if (!difference.parts.empty())
        json["total"] = row(difference.total);
    return json;
}

} // namespace kneepoint
