// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/job/pipeline.h"

/// How long the stages of a pipeline wait for their first and last micro-batches.
namespace kneepoint {

/// One micro-batch on the mean stage, in seconds.
struct StagePass {
    double forward_s = 0;
    double input_s = 0;  ///< backward pass, without gradients of weights
    double weight_s = 0; ///< gradients of weights
    double hidden_s = 0; ///< what a forward pass and a backward pass save that overlap, with DualPipe
    [[nodiscard]] double seconds() const { return forward_s + input_s + weight_s; }
};

/// Rounds in which a pipeline fills and drains, each with two transfers between stages: (p−1)/v, with DualPipe p/2−1,
/// in which two stages count as one, and (p−1)/2 in V order, whose chunks are halves.
[[nodiscard]] double fillRounds(const Pipeline& pipeline);

/// What a stage waits in one such round, without transfers. F, I and W are the parts of a pass, of a whole stage:
/// - GPipe, 1F1B, interleaved, breadth-first: F + I + W (Narayanan et al. 2021; Lamy-Poirier 2022, arXiv:2211.05953).
/// - ZB-H1: F + I − W, at least F and I, with fewer than p micro-batches F + I − (m−1)/(p−1)·W (Qi et al. 2023,
/// arXiv:2401.10241; DualPipe
///   calls it ZB1P).
/// - ZB-V: max(F, I) + max(0, I − 2W), for the order of passes of sail-sg/zero-bubble-pipeline-parallelism. A stage
/// that
///   takes part in the optimizer step with all others waits at least for its first micro-batch, so the bubble is one
///   sixth of 1F1B's if all parts are equal, and zero only without that barrier. With fewer than 2p−1 micro-batches it
///   grows in proportion to 2(F + I) for one.
/// - DualPipe and DualPipeV: F&B + B − 3W, where B = I + W and F&B = F + B − hidden (README of deepseek-ai/DualPipe).
///   Without hiding and with equal parts, that is 2/3 of 1F1B's in half as many rounds.
/// Where kernel launches or messages set the pace, a GPU that is faster at GEMMs alone leaves less to fill the wait
/// with.
[[nodiscard]] double waitPerRound(const Pipeline& pipeline, const StagePass& pass);

/// Fraction of a stage's micro-batches whose forward and backward passes overlap, with DualPipe: the stage that has
/// most such pairs has m − p − 1 of m, in V order 2m − 2p − 1 of 2m (its steps 4 and 5, dualpipe.py). 0 for other
/// schedules.
[[nodiscard]] double pairedShare(const Pipeline& pipeline);

} // namespace kneepoint
