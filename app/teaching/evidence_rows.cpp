// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/teaching/evidence_rows.h"

#include "model/units/units.h"
#include "widgets/text.h"

namespace kneepoint {
namespace {

/// The color of a figure's bar.
Quantity quantityOfFigure(const ComputedNumber& q)
{
    const std::string_view id = q.metric ? q.metric->id : std::string_view();
    if (id == "comm_s" || id == "exposed_comm_s" || id == "latency_s" || id.ends_with("_bytes"))
        return id.starts_with("memory") ? Quantity::memory : Quantity::data_comm;
    if (id == "load_s" || id == "exposed_load_s")
        return Quantity::input;
    return id == "straggler_s" || id == "bubble_s" ? Quantity::waiting : Quantity::compute;
}

} // namespace

QList<BarRow> evidenceRows(const Question& q)
{
    QList<BarRow> rows;
    rows.reserve(static_cast<qsizetype>(q.evidence.size()));
    for (const EvidenceBar& bar : q.evidence)
        rows << BarRow{toQString(bar.label), {}, toQString(textOf(bar.quantity)), quantityOfFigure(bar.quantity), 0,
            valueOf(bar.quantity).value_or(0), 0};
    return rows;
}

QString evidenceAxis(const Question& q)
{
    const double gpus = q.evidence.front().quantity.scenario.cluster.gpus;
    for (const EvidenceBar& bar : q.evidence)
        if (!bar.quantity.metric || bar.quantity.scenario.cluster.gpus != gpus)
            return {};
    const QString count = toQString(formatQuantity(gpus, Unit::none));
    return unitOf(q.evidence.front().quantity) == Unit::seconds
        ? EvidenceBars::tr("Time within one step on %1 GPUs").arg(count)
        : EvidenceBars::tr("On %1 GPUs").arg(count);
}

QList<BarRow> profileRows(const StepProfile& profile)
{
    QList<BarRow> rows;
    rows.reserve(static_cast<qsizetype>(profile.lanes.size()));
    for (const ProfileLane& lane : profile.lanes)
        rows << BarRow{toQString(lane.name), toQString(lane.note), {}, quantityOf(lane.part), lane.from_s, lane.to_s,
            lane.exposed_s};
    return rows;
}

} // namespace kneepoint
