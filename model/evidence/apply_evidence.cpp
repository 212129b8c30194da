// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/apply_evidence.h"

#include "model/catalogue/catalogue.h"
#include "model/catalogue/derive.h"
#include "model/catalogue/edit.h"
#include "model/catalogue/kept_evidence_json.h"
#include "model/scenario/scenario.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

namespace kneepoint {
namespace {

Result<std::vector<Setting>> inCatalogueOrder(std::span<const ObservedSetting> settings)
{
    std::vector<Setting> ordered;
    for (const ObservedSetting& setting : settings) {
        const Parameter* p = findParameter(setting.parameter);
        if (!p)
            return failure(fmt::format("{}: no parameter is called that", setting.parameter));
        if (const auto checked = checkValue(*p, setting.value); !checked)
            return failure(fmt::format("{} ({}): {}", p->label, setting.place, checked.error().message));
        ordered.push_back({p, setting.value});
    }
    std::ranges::sort(ordered, {}, &Setting::parameter);
    return ordered;
}

bool sets(const std::vector<Setting>& settings, std::string_view id)
{
    return std::ranges::any_of(settings, [&](const Setting& setting) { return setting.parameter->id == id; });
}

/// Divides the global batch over the replicas: the micro-batch is kept unless it is larger than a replica's share.
void divideBatch(Scenario& s, double global, double micro, bool accumulation_observed)
{
    const double share = std::max(global / workers(s), parameter("workload.batch_per_gpu").range.min);
    s.workload.global_batch = global;
    s.workload.batch_per_gpu = accumulation_observed ? share / s.plan.accumulation : std::min(micro, share);
    if (!accumulation_observed)
        s.plan.accumulation = std::max(1.0, share / s.workload.batch_per_gpu);
}

template <class Item> void cut(std::vector<Item>& list, std::size_t most)
{
    if (list.size() > most)
        list.resize(most);
}

/// As a file keeps it: bytes that are not UTF-8 are replaced, by longer characters, and then what is too long is cut
/// without splitting one.
void cutText(std::string& text)
{
    using Json = nlohmann::json;
    const std::string written = Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
    text = Json::parse(written, nullptr, false).get<std::string>();
    if (text.size() <= most_kept_text)
        return;
    std::size_t end = most_kept_text;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
        --end;
    text.resize(end);
}

void cutTexts(std::vector<ObservedSetting>& settings, std::vector<Measurement>& measurements)
{
    for (ObservedSetting& setting : settings)
        cutText(setting.place);
    for (Measurement& m : measurements)
        cutText(m.place);
}

void cutTexts(KeptEvidence& k)
{
    for (std::string* text : {&k.source.name, &k.source.date, &k.kind, &k.summary})
        cutText(*text);
    cutTexts(k.settings, k.measurements);
    for (MeasuredCurve& curve : k.curves) {
        cutText(curve.name);
        cutText(curve.operation);
        cutText(curve.place);
        cut(curve.pieces, most_kept_points);
    }
    for (EvidenceRow& row : k.rows) {
        cutText(row.name);
        cutText(row.series);
        cutTexts(row.settings, row.measurements);
    }
    for (EvidenceFinding& finding : k.findings) {
        cutText(finding.sentence);
        cutText(finding.place);
    }
    for (ObservedGroup& group : k.groups)
        cutText(group.name);
}

/// Every nth point of a curve, and its last.
MeasuredCurve thinned(const MeasuredCurve& curve)
{
    MeasuredCurve few = curve;
    if (curve.points.size() <= most_kept_points)
        return few;
    few.points.clear();
    for (std::size_t i = 0; i < most_kept_points; ++i)
        few.points.push_back(curve.points[i * (curve.points.size() - 1) / (most_kept_points - 1)]);
    return few;
}

bool isKept(double value, double least = -most_kept_number)
{
    return value >= least && value <= most_kept_number;
}

void dropUnreadable(std::vector<ObservedSetting>& settings, std::vector<Measurement>& measurements)
{
    std::erase_if(settings, [](const ObservedSetting& setting) {
        const Parameter* p = findParameter(setting.parameter);
        return !p || !checkValue(*p, setting.value);
    });
    std::erase_if(measurements,
        [](const Measurement& m) { return !isKept(m.value) || !isKept(m.spread, 0) || !isKept(m.samples, 1); });
}

/// Figures that no scenario file could be read back with.
void dropUnreadable(KeptEvidence& k)
{
    dropUnreadable(k.settings, k.measurements);
    for (EvidenceRow& row : k.rows)
        dropUnreadable(row.settings, row.measurements);
    const auto isPoint = [](const MeasuredPoint& p) { return isKept(p.x) && isKept(p.y); };
    std::erase_if(k.curves, [&](const MeasuredCurve& curve) {
        return !isKept(curve.ranks, 0) || !isKept(curve.nodes, 0)
            || (!curve.points.empty() && std::ranges::none_of(curve.points, isPoint));
    });
    for (MeasuredCurve& curve : k.curves) {
        std::erase_if(curve.points, std::not_fn(isPoint));
        std::erase_if(curve.pieces, [](const LinearPiece& p) {
            return !isKept(p.from) || !isKept(p.to) || !isKept(p.intercept, 0) || !isKept(p.slope, 0);
        });
    }
    std::erase_if(k.breakdown, [](const StepPart& part) { return !isKept(part.seconds, 0); });
    std::erase_if(k.findings, [](const EvidenceFinding& finding) { return !isKept(finding.share, 0); });
    std::erase_if(k.groups,
        [](const ObservedGroup& g) { return !isKept(g.size, 0) || !isKept(g.calls, 0) || !isKept(g.bytes, 0); });
}

/// JSON values that a kept file takes, at most.
std::size_t valuesIn(const KeptEvidence& k)
{
    constexpr std::size_t of_a_file = 20, of_a_setting = 3, of_a_measurement = 6, of_a_curve = 11, of_a_finding = 5;
    std::size_t values = of_a_file + of_a_setting * k.settings.size() + of_a_measurement * k.measurements.size()
        + k.breakdown.size() + of_a_finding * k.findings.size() + 6 * k.groups.size();
    for (const MeasuredCurve& curve : k.curves)
        values += of_a_curve + 2 * curve.points.size() + of_a_finding * curve.pieces.size();
    for (const EvidenceRow& row : k.rows)
        values += 5 + of_a_setting * row.settings.size() + of_a_measurement * row.measurements.size();
    return values;
}

} // namespace

Result<Scenario> withSettings(
    const Scenario& before, std::span<const ObservedSetting> observed, const Calibration& calibration)
{
    const auto settings = inCatalogueOrder(observed);
    if (!settings)
        return tl::unexpected(settings.error());
    Scenario s = before;
    for (const Setting& setting : *settings)
        setting.parameter->edit(s, setting.value, calibration);
    for (const Setting& setting : *settings)
        if (setting.parameter->id != "cluster.machine") // which another GPU or network may have ended
            setting.parameter->assign(s, setting.value);
    const double micro =
        sets(*settings, "workload.batch_per_gpu") ? s.workload.batch_per_gpu : before.workload.batch_per_gpu;
    const bool accumulation_observed = sets(*settings, "plan.accumulation");
    if (sets(*settings, "workload.global_batch") || s.workload.scaling == Scaling::strong) {
        const double global =
            sets(*settings, "workload.global_batch") ? s.workload.global_batch : before.workload.global_batch;
        divideBatch(s, global, micro, accumulation_observed);
    } else {
        s.workload.batch_per_gpu = micro;
        s.plan.accumulation = accumulation_observed ? s.plan.accumulation : before.plan.accumulation;
        sumGlobalBatch(s);
    }
    if (const auto checked = checkScenario(s); !checked)
        return tl::unexpected(checked.error());
    return s;
}

Result<Scenario> scenarioOf(std::span<const ObservedSetting> observed, const Calibration& calibration)
{
    const auto settings = inCatalogueOrder(observed);
    if (!settings)
        return tl::unexpected(settings.error());
    Scenario s = derived(*settings, calibration);
    if (const std::string contradiction = contradictionIn(*settings, s); !contradiction.empty())
        return failure(contradiction);
    if (const auto checked = checkBatch(s); !checked)
        return tl::unexpected(checked.error());
    if (const auto checked = checkScenario(s); !checked)
        return tl::unexpected(checked.error());
    return s;
}

std::vector<SettingChange> changesBy(const Scenario& s, std::span<const ObservedSetting> settings)
{
    std::vector<SettingChange> changes;
    for (const ObservedSetting& setting : settings) {
        const Parameter* p = findParameter(setting.parameter);
        if (p && p->get(s) != setting.value)
            changes.push_back({p, p->get(s), setting.value, setting.place});
    }
    std::ranges::sort(changes, {}, &SettingChange::parameter);
    return changes;
}

KeptEvidence kept(const Evidence& evidence)
{
    KeptEvidence k{.source = evidence.source,
        .kind = evidence.kind,
        .summary = evidence.summary,
        .settings = evidence.settings,
        .measurements = evidence.measurements,
        .curves = {},
        .breakdown = evidence.breakdown,
        .rows = evidence.rows,
        .findings = evidence.findings,
        .groups = evidence.groups};
    for (const MeasuredCurve& curve : evidence.curves)
        k.curves.push_back(thinned(curve));
    dropUnreadable(k);
    cut(k.curves, most_kept_curves);
    cut(k.settings, most_kept_values);
    cut(k.measurements, most_kept_values);
    cut(k.breakdown, most_kept_values);
    cut(k.findings, most_kept_values);
    cut(k.groups, most_kept_values);
    cut(k.rows, most_kept_rows);
    cutTexts(k);
    return k;
}

void replaceOrAdd(std::vector<KeptEvidence>& evidence, KeptEvidence file)
{
    const auto same = std::ranges::find_if(evidence, [&](const KeptEvidence& k) {
        return k.source.name == file.source.name && k.source.crc32 == file.source.crc32 && k.kind == file.kind;
    });
    if (same == evidence.end())
        evidence.push_back(std::move(file));
    else
        *same = std::move(file);
}

std::optional<std::string> noRoomFor(std::span<const KeptEvidence> evidence)
{
    constexpr std::size_t of_the_scenario = 2000;
    if (evidence.size() > most_kept_files)
        return fmt::format("a scenario keeps at most {} files; remove some first", most_kept_files);
    std::size_t values = of_the_scenario;
    for (const KeptEvidence& k : evidence)
        values += valuesIn(k);
    const auto bytes = [&] { return evidenceListJson({evidence.begin(), evidence.end()}).dump(2).size(); };
    if (values > scenario_file_values || bytes() > scenario_file_limit_bytes)
        return "a scenario cannot keep that many figures; remove a file first";
    return {};
}

} // namespace kneepoint
