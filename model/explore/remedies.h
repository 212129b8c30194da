// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/explore/cause.h"
#include "model/explore/edit.h"
#include "model/explore/outcome.h"

#include <string>
#include <string_view>
#include <vector>

namespace kneepoint {

/// What a remedy is meant to make better.
enum class Target {
    speed,  ///< examples that help, per second
    cost,   ///< examples that help, per dollar: fewer GPUs run longer and waste less
    memory, ///< bytes of the fullest GPU
};
/// Greater is better: Outcome::useful_per_s, useful_per_dollar, 1 / memory_bytes.
[[nodiscard]] double targetValue(Target target, const Outcome& o);

/// An edit that a cause suggests, before anybody has computed what it brings.
struct Proposal {
    std::string_view id; ///< stable: "gradients-bf16"
    std::string label;   ///< "BF16 gradients"
    Edit edit;
    Target target = Target::speed;
    std::string_view risk = {}; ///< what else to expect, in words: convergence, other hardware; may be empty
};
/// What people try against a cause, best known first. Edits may be useless here: judge() finds out.
[[nodiscard]] std::vector<Proposal> proposals(Cause cause, const Scenario& s, const StepReport& step);

/// An edit whose effect has been computed.
struct Remedy {
    std::string id;    ///< of the proposal; "gradients-bf16+batch-2x" for a pair
    std::string label; ///< "BF16 gradients", "BF16 gradients and batch of 16 per GPU"
    Edit edit;
    Target target = Target::speed;
    double gain = 0;               ///< targetValue after ÷ before − 1, always positive
    Outcome after;                 ///< equals outcome(applied(scenario, edit)) to the last bit
    std::string sentence;          ///< "BF16 gradients: efficiency 54 % → 74 %"
    std::string price;             ///< what it costs, in words: memory, money, examples, risk; may be empty
    double memory_delta_bytes = 0; ///< per GPU
    double cost_delta = 0;         ///< dollars for the run
    double statistical_efficiency_delta = 0;
    std::string risk; ///< convergence, other hardware; may be empty
};

/// Evaluates the proposals and the pairs of the best of them; keeps what improves its target by half a per cent or
/// more, best first: at most ten, at most three of them pairs. An edit that would not fit where the job fits now is
/// left out. Of memory remedies those that make the job fit come first, the fastest of them in front.
[[nodiscard]] std::vector<Remedy> judge(
    const Scenario& s, const Outcome& before, Cause cause, const std::vector<Proposal>& proposals);

} // namespace kneepoint
