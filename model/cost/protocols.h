// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/links.h"

namespace kneepoint {

/// Time of one message with the best of three wire protocols, chosen by size as in collective libraries. Simple is base
/// + hops + transfer + 2·fill·√(hops·transfer), where the last term is the fill time of a pipeline with optimal chunk
/// size. The two in-line protocols have a fraction of the hop latency and of the rate. The transition is smooth, (Σ
/// tᵢ⁻⁶)^(−1/6), and never faster than the transfer alone. Seconds; finite for finite non-negative arguments.
[[nodiscard]] double protocolSeconds(const WireLaw& wire, double base_s, double hops_s, double transfer_s);

/// The same with the Simple protocol only.
[[nodiscard]] double chunkedSeconds(const WireLaw& wire, double base_s, double hops_s, double transfer_s);

} // namespace kneepoint
