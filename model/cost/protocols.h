// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace kneepoint {

/// Time of one message under the best of three wire protocols, as collective libraries choose them by size: full rate
/// at full latency (Simple), and two that flag data in line to save latency at a share of the rate (LL128, LL).
/// `full` = latency + transfer is the first; the change-over is smooth: (Σ tᵢ⁻⁶)^(−1/6).
[[nodiscard]] double protocolSeconds(double latency_s, double transfer_s);

} // namespace kneepoint
