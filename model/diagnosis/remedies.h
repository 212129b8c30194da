// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/cause.h"
#include "model/catalogue/edit.h"
#include "model/diagnosis/remedy_ranking.h"
#include "model/step/step_report.h"

#include <string>
#include <vector>

namespace kneepoint {

struct DiagnosedJob;
struct RemedyRecord;

/// An edit suggested by a cause, before its effect has been computed.
struct Proposal {
    const RemedyRecord* record = nullptr;
    Edit edit;
};
/// Edits that could help against a cause in this scenario. Some may be useless; judge() decides.
[[nodiscard]] std::vector<Proposal> proposals(Cause cause, const DiagnosedJob& job);

/// An edit whose effect has been computed.
struct Remedy {
    std::string id;    ///< of the record; "gradients-bf16+batch-2x" for a pair
    std::string label; ///< "BF16 gradients", "BF16 gradients and micro-batch size 16"
    Edit edit;
    Target target = Target::speed;
    double gain = 0;               ///< gainOf(), always positive
    double weight = 1;             ///< fraction of the gain that counts, weightOf(); for a pair the product
    double worth = 0;              ///< worthOf(); remedies are ranked by it
    Outcome after;                 ///< equals outcome(applied(scenario, edit, calibration, prices)) to the last bit
    std::string sentence;          ///< "BF16 gradients: scaling efficiency 54 % → 74 %"
    std::string trade_off;         ///< memory, money, time, examples, effort, in words; may be empty
    double memory_delta_bytes = 0; ///< per GPU
    double cost_delta = 0;         ///< dollars for the run
    double statistical_efficiency_delta = 0;
    std::string risk; ///< the part of the trade-off that is not a number: convergence, other hardware; may be empty
};

/// The gain in a few characters: "+37 % speed", "−40 % memory".
[[nodiscard]] std::string gainText(const Remedy& remedy);

/// Evaluates the proposals and the pairs of the best of them; keeps the worthwhile ones according to remedy_ranking.h,
/// best first: at most six, at most two of them pairs. After a remedy for speed or cost, the job must fit and must not
/// break more layout rules than before; of memory remedies, only those that make the job fit are kept, if there are
/// any. The number of training examples is constant: a goal in steps is adjusted to a changed global batch.
[[nodiscard]] std::vector<Remedy> judge(const DiagnosedJob& job, const Outcome& before, Cause cause);

} // namespace kneepoint
