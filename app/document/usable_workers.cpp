// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/usable_workers.h"

#include "model/scenario/catalogue.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {

double usableGpus(const Scenario& s, double k)
{
    const double replicas = std::max(1.0, std::round(k));
    const Parameter& gpus = parameter("cluster.gpus");
    return std::clamp(replicas * gpusPerReplica(s), gpus.min, gpus.max);
}

} // namespace kneepoint
