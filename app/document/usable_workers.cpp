// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/usable_workers.h"

#include "model/catalogue/catalogue.h"
#include "model/scenario/scenario.h"
#include "model/search/layout_rules.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace kneepoint {

namespace {

/// A planned layout needs replicas that divide a fixed global batch: the nearest number of them.
double dividing(double global_batch, double k)
{
    const std::vector<double> all = divisors(global_batch);
    return *std::ranges::min_element(all, {}, [k](double d) { return std::abs(std::log(d / k)); });
}

} // namespace

double usableGpus(const Scenario& s, double k)
{
    const bool divides = s.automatic.on && s.workload.scaling == Scaling::strong;
    const double replicas =
        divides ? dividing(LayoutRules(s).globalBatch(), std::max(1.0, k)) : std::max(1.0, std::round(k));
    const Parameter& gpus = parameter("cluster.gpus");
    return std::clamp(replicas * gpusPerReplica(s), gpus.range.min, gpus.range.max);
}

} // namespace kneepoint
