// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario_fwd.h"
#include "model/step/step_report.h"

/// A job with kernels by size, and ring collectives computed by hand.
namespace kneepoint::test {

inline constexpr double inside_Bps = 450e9 * 0.8, inside_s = 3e-6;
inline constexpr double network_Bps = 50e9 * 0.9, network_s = 7e-6;
inline constexpr double layers = 16, hidden = 4096, vocabulary = 32000, heads = 32, head = hidden / heads;
inline constexpr double batch = 2, sequence = 2048;
inline constexpr double activations = 2 * batch * sequence * hidden; ///< bytes
inline constexpr double parameters = 3.5e9;

/// 64 GPUs in nodes of 8, no model parallelism, α–β collectives as rings; only the stack's overlap hides communication.
[[nodiscard]] Scenario kernelJob();

struct Call {
    double latency_s, bytes, seconds;
};
/// One pass around a ring of `ranks` in `nodes` nodes; half an all-reduce.
[[nodiscard]] Call halfRing(double ranks, double nodes, double bytes);
[[nodiscard]] Call allReduceRing(double ranks, double nodes, double bytes);
/// An all-reduce of ranks in as many nodes.
[[nodiscard]] Call flatAllReduce(double ranks, double bytes);

/// Seconds of a step that a part adds to it.
[[nodiscard]] double exposed(const Scenario& s, Part part);

} // namespace kneepoint::test
