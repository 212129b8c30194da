// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/cost/overlap.h"
#include "model/scenario/calibration.h"
#include "model/scenario/scenario_fwd.h"
#include "model/step/step_report.h"

namespace kneepoint {

/// Synchronization of one step of the pipeline stage that is done last, the first: gradients leave behind its last
/// backward pass, under ZeRO the updated weights come back behind the first forward pass of the next step. Only the
/// last micro-batch has gradients to send. Software that overlaps does it as BucketStream says, and hides its share of
/// what that would hide (stack.data_overlap), at most the compute that hides nothing else; other software sends one
/// message.
struct SyncStreams {
    BucketStream gradients;
    BucketStream weights;    ///< read backwards in time; lasts no time without ZeRO
    double share = 0;        ///< of what the streams could hide, that the software hides
    double weight_share = 1; ///< of that, for the weights
    double latency_s = 0;
    double bytes = 0;
    [[nodiscard]] PartTime gradientTime() const;
    [[nodiscard]] PartTime weightTime() const;
};
[[nodiscard]] SyncStreams syncStreams(const Scenario& s, const StepReport& r, const Calibration& calibration);

/// Whether gradients go out in such streams: not under a fixed overlap or without a barrier, not where layers gather
/// and scatter by themselves.
[[nodiscard]] bool syncsInBuckets(const Scenario& s);

/// What gradients and weights could hide, were there compute enough; 0 where they do not travel in buckets. Of the
/// report it reads the passes of the first stage.
[[nodiscard]] double hideableSeconds(const Scenario& s, const StepReport& r, const Calibration& calibration);

/// Adds gradient synchronization to a report that has everything else of its replica.
void addSynchronisation(StepReport& r, const Scenario& s, const Calibration& calibration);

} // namespace kneepoint
