// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/apply_evidence.h"

#include "model/catalogue/catalogue.h"
#include "model/catalogue/edit.h"
#include "model/scenario/scenario.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

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
    const double share = std::max(global / workers(s), parameter("workload.batch_per_gpu").min);
    s.workload.global_batch = global;
    s.workload.batch_per_gpu = accumulation_observed ? share / s.plan.accumulation : std::min(micro, share);
    if (!accumulation_observed)
        s.plan.accumulation = std::max(1.0, share / s.workload.batch_per_gpu);
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
        setting.parameter->assign(s, setting.value);
    const double micro =
        sets(*settings, "workload.batch_per_gpu") ? s.workload.batch_per_gpu : before.workload.batch_per_gpu;
    const double global =
        sets(*settings, "workload.global_batch") ? s.workload.global_batch : before.workload.global_batch;
    divideBatch(s, global, micro, sets(*settings, "plan.accumulation"));
    if (const auto checked = checkScenario(s); !checked)
        return tl::unexpected(checked.error());
    return s;
}

DerivedFrom derivedFrom(const Evidence& evidence)
{
    return {evidence.source.name, evidence.kind, evidence.source.date, fmt::format("{:08x}", evidence.source.crc32),
        evidence.summary};
}

} // namespace kneepoint
