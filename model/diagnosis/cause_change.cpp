// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diagnosis/cause_change.h"

#include <algorithm>

namespace kneepoint {
namespace {

const Finding* findingOf(Cause cause, const Diagnosis& diagnosis)
{
    const auto found = std::ranges::find(diagnosis.causes, cause, &Finding::cause);
    return found == diagnosis.causes.end() ? nullptr : &*found;
}

double severityOf(Cause cause, const Diagnosed& in)
{
    const Finding* named = findingOf(cause, in.diagnosis);
    return named ? named->severity
                 : causeRecord(cause).loss(in.analysis.scenario, in.analysis.step, in.analysis.calibration).severity;
}

} // namespace

std::vector<CauseChange> causeChanges(const Diagnosed& before, const Diagnosed& now)
{
    using enum CauseChange::Kind;
    std::vector<CauseChange> changes;
    for (const Finding& f : now.diagnosis.causes)
        changes.push_back({f.cause, findingOf(f.cause, before.diagnosis) ? stayed : appeared,
            severityOf(f.cause, before), f.severity, f.wall});
    for (const Finding& f : before.diagnosis.causes)
        if (!findingOf(f.cause, now.diagnosis))
            changes.push_back({f.cause, vanished, f.severity, severityOf(f.cause, now), f.wall});
    return changes;
}

} // namespace kneepoint
