// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace kneepoint {

struct Job;

/// The exchange of one fragment between sites.
struct SiteExchange {
    double bytes = 0;     ///< that a site sends
    double seconds = 0;   ///< without computing meanwhile
    double latency_s = 0; ///< contained in it
};

/// A ring of n sites reduces what the trained parameters have changed by: 2(n−1)/n of a fragment of them, and 2(n−1)
/// messages one after another. A site sends no faster than the NICs of all its GPUs. Nothing with one site.
/// Source: Douillard et al. 2023, arXiv:2311.08105, algorithm 1
[[nodiscard]] SiteExchange siteExchange(const Job& job);

} // namespace kneepoint
