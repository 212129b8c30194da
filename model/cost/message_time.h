// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// One message on its own (Hockney 1994).
namespace kneepoint {

/// Store-and-forward over `hops` links, each α + S/B.
[[nodiscard]] inline double relaySeconds(double payload, double hops, double bandwidth_Bps, double latency_s)
{
    return hops * (latency_s + payload / bandwidth_Bps);
}

/// Streamed over a path: its latency once, then the transfer.
[[nodiscard]] inline double messageSeconds(double payload, double bandwidth_Bps, double latency_s)
{
    return latency_s + payload / bandwidth_Bps;
}

/// Bytes at which half of the bandwidth is reached, α·B.
[[nodiscard]] inline double halfSizeBytes(double latency_s, double bandwidth_Bps)
{
    return latency_s * bandwidth_Bps;
}

} // namespace kneepoint
