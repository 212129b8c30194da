// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace kneepoint {

/// How the sites of a job exchange what its parameters have changed by (Douillard et al. 2023, DiLoCo,
/// arXiv:2311.08105; in fragments and behind compute: Douillard et al. 2025, arXiv:2501.18512).
struct SiteSharing {
    double sites = 1;     ///< with replicas of their own
    double every = 1;     ///< steps until all parameters are exchanged
    double fragments = 1; ///< one after another, evenly over those steps
    double overlap = 0;   ///< steps that the exchange of one may take without being waited for
    double bytes = 0;     ///< per parameter
};

} // namespace kneepoint
