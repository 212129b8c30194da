// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/cost/collectives.h"
#include "model/cost/overlap.h"
#include "model/job/job.h"
#include "model/step/hiding.h"
#include "model/step/step_report.h"

namespace kneepoint {

/// Synchronization of one step for the pipeline stage that finishes last, which is the first stage: gradients are sent
/// during its last backward pass, and with ZeRO the updated weights are gathered during the first forward pass of the
/// next step. Only the last micro-batch sends gradients, except with ZeRO-2, which scatters those of each. Software
/// that overlaps follows BucketStream and hides a fraction (stack.data_overlap) of what that could hide, at most the
/// compute that hides nothing else; other software sends a single message. Many buckets pay the latency of a collective
/// more often than one message does. Where they lose more by that than is hidden, overlap is switched off (Megatron-LM:
/// --overlap-grad-reduce, without which all gradients are one bucket), unless the software always sends buckets
/// (PyTorch DDP, stack.always_buckets). So a higher fraction never lengthens the step.
struct SyncStreams {
    BucketStream gradients;
    BucketStream weights;    ///< reversed in time; empty without ZeRO
    double share = 0;        ///< fraction of what the streams could hide that the software hides
    double weight_share = 1; ///< the same for the weights, relative to share
    double latency_s = 0;
    double bytes = 0;
    double gradients_hideable_s = 0; ///< that buckets leave to be hidden behind the passes
    double weights_hideable_s = 0;
    [[nodiscard]] PartTime gradientTime() const;
    [[nodiscard]] PartTime weightTime() const;
};
[[nodiscard]] SyncStreams syncStreams(const Job& job, const StepReport& r);

/// Whether gradients are sent in such streams: not with a fixed overlap, without a barrier, or if each layer has its
/// own all-gather and reduce-scatter.
[[nodiscard]] bool syncsInBuckets(const Job& job);

/// Gradient synchronization of one step, before compute hides any of it: in buckets, by a single collective, or, if
/// neither, layer by layer as part of the passes.
struct GradientSync {
    bool in_buckets = false;
    SyncStreams streams;             ///< in buckets, not yet limited by compute
    double streams_s = 0;            ///< seconds that the streams could hide with enough compute
    CollectiveTime single_gradients; ///< the same as single messages, of which nothing is hidden
    CollectiveTime single_weights;
    double single_saves_s = 0; ///< by single messages, compared to buckets of which nothing is hidden
    double replicas_Bps = 0;   ///< of a ring of all replicas, where that is known
    CollectiveTime once;       ///< a single collective, in a step that synchronizes gradients
    CollectiveTime between;    ///< in the other steps, which only gather weights (ZeRO-3)
    double overlap = 0;        ///< fraction of it that is hidden
    double window = 1;         ///< fraction of compute that can hide it
    double every = 1;          ///< steps between two synchronizations
    /// Per step, from a quantity of steps that synchronize and one of those between.
    [[nodiscard]] double mean(double synchronizing, double other) const
    {
        return (synchronizing + (every - 1) * other) / every;
    }
    /// Seconds per step that are hidden behind compute, or saved by not sending in buckets.
    [[nodiscard]] double hiddenSeconds(const ComputeWindow& compute) const;
    /// Gradients and weights as they are sent: in buckets if compute hides more than single messages save.
    [[nodiscard]] SyncStreams sent(const ComputeWindow& compute) const;
};
/// Reads only the passes of the first stage from the report.
[[nodiscard]] GradientSync gradientSync(const Job& job, const StepReport& r);

/// Adds gradient synchronization to a report that contains everything else of its replica.
void addSynchronization(StepReport& r, const Job& job, const GradientSync& sync);

} // namespace kneepoint
