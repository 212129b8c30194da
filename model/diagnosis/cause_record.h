// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"
#include "model/analysis/cause.h"
#include "model/diagnosis/better_layout.h"
#include "model/diagnosis/wall.h"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kneepoint {

/// The loss due to a cause, however small, and the step without it.
struct Loss {
    double severity = 0;          ///< 0..1: of the step; of the examples (large batch); of the run (failures)
    double step_without_s = 0;    ///< unchanged for causes that do not lengthen a step
    ParameterChanges layout = {}; ///< to that of the step without it, where it is another one
};

/// The loss as charts and sentences show it, 0 … 1. Causes that are a part of the step have the part's exposed share of
/// the step, to the last digit what the breakdown says; of exposed communication, the largest part. Others, which make
/// a part longer than it need be, have their severity.
[[nodiscard]] double shownShare(Cause cause, const StepReport& step, const Loss& loss);

/// Re-evaluates the scenario with the cause removed.
using LossOf = Loss(const Scenario&, const StepReport&, const Calibration&);

using Sentences = std::vector<std::string>;
using EvidenceOf = Sentences(const Analysis&, const Loss&);

using Confirmation = std::array<std::string_view, 2>;

/// Everything the diagnosis needs about a cause. To add a cause, add a name (model/analysis/cause.h) and a record; its
/// remedies refer to it in their own records (remedy_record.h).
struct CauseRecord {
    Cause cause;
    LossOf* loss;
    /// The finding in one sentence, where {share} is the shown share, {collective} the longest exposed communication,
    /// {needed} and {available} the memory of a GPU.
    std::string_view sentence;
    /// The numbers behind it, one sentence each.
    EvidenceOf* evidence;
    /// What to look for in a profile, which command to run.
    Confirmation confirmation;
    /// The same with the tools of TPUs; empty if it is no different.
    Confirmation tpu_confirmation = {};
    /// The same where gradients go through parameter servers; empty if it is no different.
    Confirmation server_confirmation = {};
    Wall wall = Wall::systems;
    double least_severity = 0.02; ///< smaller losses are not listed
};

/// The finding in one sentence, with its numbers.
[[nodiscard]] std::string causeSentence(const CauseRecord& record, const Analysis& a, const Loss& loss);

/// What to look for in a profile of this job, which command to run.
[[nodiscard]] std::span<const std::string_view> confirmationOf(const CauseRecord& record, const Analysis& a);

/// In the order of Cause, without `none`.
[[nodiscard]] std::span<const CauseRecord> causeRecords();
/// For any cause except `none`.
[[nodiscard]] const CauseRecord& causeRecord(Cause cause);

} // namespace kneepoint
