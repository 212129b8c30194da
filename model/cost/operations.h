// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario.h"

/// How much work a forward-backward pass is: FLOPs, HBM traffic, gradients. Counted per replica unless said otherwise.
namespace kneepoint {

/// The asked precision, or the next wider one that the GPU has a unit for.
[[nodiscard]] Precision nativePrecision(const Cluster& cluster, Precision asked);
[[nodiscard]] double bytesPerElement(Precision precision);
[[nodiscard]] double bytesPerGradient(GradientPrecision precision);

/// Tokens of an example: the sequence, 1 for a generic model.
[[nodiscard]] double tokensPerExample(const Workload& w);

/// Model FLOPs of an example, forward and backward: 6·N_active·S (distributed roofline), or by figure.
[[nodiscard]] double flopsPerExample(const Workload& w);

/// Hardware FLOPs over model FLOPs: 4/3 with full recomputation; selective adds the attention scores' forward pass,
/// 4·b·S²·h a layer (Korthikanti et al. 2022).
[[nodiscard]] double recomputeFactor(const Scenario& s);

/// HBM bytes per GPU of one forward-backward pass of `examples`: three passes over the GPU's weights (forward, and both
/// gradients of the backward pass), and every kept activation, 34·S·h bytes a token-layer, written once and read once.
[[nodiscard]] double hbmBytes(const Scenario& s, double examples);

/// Parameters that one GPU holds: N/(t·p), of which the experts are spread over the expert-parallel replicas.
[[nodiscard]] double parametersPerGpu(const Scenario& s);

/// Payload of one gradient synchronisation per GPU: parameters × bytes per gradient / compression
/// (network bottleneck calculation, step 1).
[[nodiscard]] double gradientBytes(const Scenario& s);

} // namespace kneepoint
