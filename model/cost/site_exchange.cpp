// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/site_exchange.h"

#include "model/job/adapters.h"
#include "model/job/job.h"

#include <algorithm>

namespace kneepoint {

SiteExchange siteExchange(const Job& job)
{
    const auto& [setup, l] = job;
    const SiteSharing& sharing = l.sites;
    if (sharing.sites <= 1)
        return {};
    const double n = sharing.sites;
    const double fragment = trainedOfStages(setup.model, 1) * sharing.bytes / sharing.fragments;
    const double bytes = 2 * (n - 1) / n * fragment;
    const double latency_s = 2 * (n - 1) * setup.fabric.site_latency_s;
    const double Bps = std::min(setup.fabric.site_Bps, l.gpus / n * setup.fabric.nic_Bps);
    return {bytes, bytes / Bps + latency_s, latency_s};
}

} // namespace kneepoint
