// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/misfit.h"

#include "model/catalogue/catalogue.h"
#include "model/scenario/scenario.h"
#include "model/units/units.h"

#include <fmt/format.h>

#include <cmath>

namespace kneepoint {
namespace {

std::string gpusText(double gpus)
{
    return fmt::format("{} GPU{}", formatQuantity(gpus, Unit::none), gpus == 1 ? "" : "s");
}

} // namespace

bool isOfAnotherModel(const KeptEvidence& file, const Scenario& s)
{
    constexpr double same_size = 0.1;
    const auto size = settingOf(file.settings, "workload.parameters");
    return size && std::abs(*size / s.workload.parameters - 1) > same_size;
}

std::string misfit(const KeptEvidence& file, const Scenario& s)
{
    const bool is_run = measurementOf(file.measurements, "step_s") || measurementOf(file.measurements, "tokens_per_s")
        || measurementOf(file.measurements, "examples_per_s");
    if (!is_run && file.rows.empty())
        return {};
    const auto gpus = settingOf(file.settings, "cluster.gpus");
    const auto gpu = settingOf(file.settings, "cluster.gpu");
    std::string theirs, ours;
    const auto add = [](std::string& all, const std::string& words) { all += (all.empty() ? "" : ", ") + words; };
    if (isOfAnotherModel(file, s)) {
        add(theirs,
            fmt::format(
                "{} parameters", formatQuantity(*settingOf(file.settings, "workload.parameters"), Unit::count)));
        add(ours, fmt::format("{} parameters", formatQuantity(s.workload.parameters, Unit::count)));
    }
    if (file.rows.empty() && gpus && *gpus != s.cluster.gpus) {
        add(theirs, gpusText(*gpus));
        add(ours, gpusText(s.cluster.gpus));
    }
    const Parameter& kind = parameter("cluster.gpu");
    if (gpu && *gpu > 0 && static_cast<int>(*gpu) != s.cluster.gpu) {
        add(theirs, valueText(kind, *gpu));
        add(ours, valueText(kind, s.cluster.gpu));
    }
    return theirs.empty() ? std::string() : fmt::format("a run with {}; this scenario has {}", theirs, ours);
}

} // namespace kneepoint
