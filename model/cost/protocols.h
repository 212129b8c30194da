// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/links.h"

namespace kneepoint {

/// Time of one message under the best of three wire protocols, as collective libraries choose them by size. Simple is
/// base + hops + transfer + 2·fill·√(hops·transfer): the last term is the pipeline of chunks of the best size. The two
/// in-line protocols take a share of the hops' latency and of the rate. The change-over is smooth: (Σ tᵢ⁻⁶)^(−1/6), and
/// never faster than the transfer alone. Seconds, all finite for finite arguments that are not negative.
[[nodiscard]] double protocolSeconds(const WireLaw& wire, double base_s, double hops_s, double transfer_s);

/// Simple alone.
[[nodiscard]] double chunkedSeconds(const WireLaw& wire, double base_s, double hops_s, double transfer_s);

} // namespace kneepoint
