// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/evidence/evidence_words.h"

#include "model/catalogue/catalogue.h"
#include "model/evidence/apply_evidence.h"
#include "model/results/metric.h"
#include "widgets/text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace kneepoint {
namespace {

QString kindText(const KeptEvidence& file)
{
    constexpr std::array<std::pair<std::string_view, const char*>, 9> kinds{
        {{"trace", "Trace"}, {"nccl-tests", "nccl-tests"}, {"model-config", "Model"}, {"training-log", "Training log"},
            {"job-configuration", "Job configuration"}, {"nccl-log", "NCCL log"}, {"scaling-table", "Scaling table"},
            {"topology", "Topology"}, {"link-test", "Link test"}}};
    const auto* const found =
        std::ranges::find(kinds, std::string_view(file.kind), &std::pair<std::string_view, const char*>::first);
    return found == kinds.end() ? toQString(file.kind) : translated(found->second);
}

/// Highest bandwidth of a collective: bytes over seconds.
QString bandwidthText(const KeptEvidence& file)
{
    double best = 0;
    for (const MeasuredCurve& curve : file.curves)
        for (const MeasuredPoint& p : curve.points)
            if (curve.y_unit == Unit::seconds && p.y > 0)
                best = std::max(best, p.x / p.y);
    return best > 0 ? toQString(formatQuantity(best, Unit::bytes_per_second)) : QString();
}

QString findingText(const KeptEvidence& file)
{
    if (!file.rows.empty())
        return counted(static_cast<double>(file.rows.size()), QStringLiteral("run"));
    if (const Measurement* step = measurementOf(file.measurements, "step_s"))
        return toQString(formatQuantity(step->value, Unit::seconds));
    if (file.kind == "nccl-tests")
        return bandwidthText(file);
    if (const auto model = settingOf(file.settings, "workload.parameters"))
        return toQString(formatQuantity(*model, Unit::count));
    return file.settings.empty() ? QString()
                                 : counted(static_cast<double>(file.settings.size()), QStringLiteral("setting"));
}

/// With three digits: the files are more precise than anyone reads.
QString settingText(const Parameter& p, double value)
{
    return toQString(p.isNumber() ? formatQuantity(value, p.unit) : valueText(p, value));
}

QString placesText(const KeptEvidence& file)
{
    constexpr int most_lines = 20;
    QStringList lines;
    for (const ObservedSetting& setting : file.settings)
        if (const Parameter* p = findParameter(setting.parameter))
            lines << QStringLiteral("%1 = %2 (%3)")
                         .arg(toQString(p->label), toQString(valueText(*p, setting.value)), toQString(setting.place));
    for (const Measurement& m : file.measurements)
        if (const Metric* metric = findMetric(m.metric))
            lines << QStringLiteral("%1: %2 (%3)")
                         .arg(toQString(metric->label), toQString(valueText(*metric, m.value)), toQString(m.place));
    if (lines.size() > most_lines)
        lines = lines.mid(0, most_lines) << QStringLiteral("…");
    return lines.join(u'\n');
}

} // namespace

bool areRanksOfOneRun(const KeptEvidence& a, const KeptEvidence& b)
{
    return a.kind == "trace" && b.kind == "trace" && a.source.name != b.source.name && a.used == b.used
        && std::ranges::equal(a.settings, b.settings, [](const ObservedSetting& x, const ObservedSetting& y) {
               return x.parameter == y.parameter && x.value == y.value;
           });
}

QString changesText(const Scenario& s, const KeptEvidence& file)
{
    constexpr std::size_t most_named = 6;
    const std::vector<SettingChange> changes = changesBy(s, file.settings);
    QStringList texts;
    for (std::size_t i = 0; i < std::min(changes.size(), most_named); ++i)
        texts << QStringLiteral("%1 %2 → %3")
                     .arg(toQString(changes[i].parameter->label), settingText(*changes[i].parameter, changes[i].before),
                         settingText(*changes[i].parameter, changes[i].after));
    if (changes.size() > most_named)
        texts << translated("%1 more").arg(changes.size() - most_named);
    return texts.isEmpty() ? QString() : translated("Sets %1.").arg(texts.join(QStringLiteral(", ")));
}

EvidenceChip::Content chipOf(
    std::span<const KeptEvidence> files, const std::vector<std::size_t>& chosen, const Scenario& s)
{
    const KeptEvidence& first = files[chosen.front()];
    EvidenceChip::Content chip{.kind = kindText(first),
        .name = toQString(first.source.name),
        .finding = findingText(first),
        .tip = toQString(first.summary),
        .changes = changesText(s, first),
        .used = first.used};
    if (chosen.size() > 1)
        chip.name = counted(static_cast<double>(chosen.size()), QStringLiteral("trace"));
    if (const QString places = placesText(first); !places.isEmpty())
        chip.tip += QStringLiteral("\n\n") + places;
    for (const EvidenceFinding& finding : first.findings)
        chip.tip += QStringLiteral("\n\n") + toQString(finding.sentence);
    return chip;
}

} // namespace kneepoint
