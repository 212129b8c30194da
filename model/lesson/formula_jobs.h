// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"
#include "model/cost/collectives.h"
#include "model/scenario/scenario.h"

/// What formulas ask the engine about: small jobs and groups of ranks made from their arguments. Seconds, bytes,
/// FLOP/s.
namespace kneepoint::formula_jobs {

/// GPUs of this sustained rate and memory bandwidth, one per node, on which only the given work takes time.
[[nodiscard]] Scenario bareJob(double peak_flops, double memory_Bps = 1);

/// Compute time of a step of one GPU with this work and HBM traffic.
[[nodiscard]] double computeSeconds(double flops, double bytes, double peak_flops, double memory_Bps);

/// Roofline of data-parallel replicas (0: very many) with one token per step each, for a model with `parameters` per
/// active parameter. Gradients of `gradient_bytes` are all-reduced by this law; ZeRO-3 also gathers weights.
[[nodiscard]] Roofline dataParallelRoofline(double peak_flops, double network_Bps, double replicas, double parameters,
    double gradient_bytes, int zero_stage, CollectiveModel law);

/// Strong-scaling speedup of a step with these serial and divisible parts (on one worker).
[[nodiscard]] double speedupOf(double serial_s, double divisible_s, double workers);

/// Ranks that communicate over one kind of link.
[[nodiscard]] GroupLinks flat(double ranks, double bandwidth_Bps, double latency_s = 0);
/// Constants of a textbook law, or the fitted ones.
[[nodiscard]] const CollectiveLaw& lawOf(CollectiveModel model);

/// Time to send a payload there and back, the all-reduce of very many ranks.
[[nodiscard]] double manyReduceSeconds(double payload, double bandwidth_Bps);
/// All-gather of very many ranks.
[[nodiscard]] double manyGatherSeconds(double payload, double bandwidth_Bps);

} // namespace kneepoint::formula_jobs
