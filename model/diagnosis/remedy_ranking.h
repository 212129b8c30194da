// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/outcome.h"

/// The one place that says which remedy comes first, and why.
///
/// A planner weighs what a change brings against what it takes. A setting costs nothing but a restart. Engineering
/// takes days, a changed batch or rounded gradients a comparison of loss curves, a lossy method a proof that may fail;
/// new hardware takes money that the scenario does not know and months. So the gain of a remedy counts in part only,
/// the less the more it takes (weightOf), and what a scenario does know is taken off: a remedy for speed must not make
/// useful work dearer than it makes it faster, and a cheaper run may take longer by twice what it saves at most.
///
///     worth (speed) = weight × gain − increase of the cost of useful work
///     worth (cost)  = weight × gain − half the increase of the run's duration
///
/// Remedies are ranked by worth, and shown from least_worth on. A loss below worth_fixing gets none.
namespace kneepoint {

/// What a remedy is meant to make better.
enum class Target {
    speed,  ///< examples that help, per second
    cost,   ///< examples that help, per dollar: fewer GPUs run longer and waste less
    memory, ///< bytes of the fullest GPU
};
/// Greater is better: Outcome::useful_per_s, useful_per_dollar, 1 / memory_bytes.
[[nodiscard]] double targetValue(Target target, const Outcome& o);
/// targetValue after ÷ before − 1.
[[nodiscard]] double gainOf(Target target, const Outcome& before, const Outcome& after);

/// What a remedy takes, from little to much.
enum class Effort {
    configuration, ///< a setting of the job; trains the same model
    engineering,   ///< code, placement or operations have to change
    convergence,   ///< common practice, but loss curves have to be compared
    lossy,         ///< gradients are altered or stale; convergence has to be proven
    hardware,      ///< something has to be bought or rented
};
/// Share of the gain that counts: 1, 0.8, 0.6, 0.25, 0.3: what may fail counts less than what can be bought.
[[nodiscard]] double weightOf(Effort effort);
/// The same where the global batch grows: at most that of Effort::convergence up to twice the batch, of Effort::lossy
/// beyond.
[[nodiscard]] double weightOf(Effort effort, const Outcome& before, const Outcome& after);

inline constexpr double least_worth = 0.02;
/// Share of the step, run or examples lost from which remedies are offered.
inline constexpr double worth_fixing = 0.05;

/// Share by which useful work becomes dearer, and by which it takes longer; 0 where it does not.
[[nodiscard]] double costIncrease(const Outcome& before, const Outcome& after);
[[nodiscard]] double durationIncrease(const Outcome& before, const Outcome& after);

/// What a remedy of this weight is worth. For memory: the useful speed of the job, weighted, where it fits; less than
/// nothing where it does not, the more the more memory is missing.
[[nodiscard]] double worthOf(Target target, double weight, const Outcome& before, const Outcome& after);

} // namespace kneepoint
