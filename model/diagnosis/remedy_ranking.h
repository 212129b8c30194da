// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/outcome.h"

/// The only place that defines how remedies are ranked, and why.
///
/// The gain of a change is weighed against its effort. A setting costs only a restart. Engineering takes days; a
/// changed batch or rounded gradients require a comparison of loss curves; a lossy method requires a validation that
/// may fail; new hardware takes months and money that the scenario does not include. Therefore only a fraction of a
/// remedy's gain counts, less for more effort (weightOf), and known costs are subtracted: a remedy for speed must not
/// increase the cost of useful work by more than it increases its speed, and a cheaper run may take longer by at most
/// twice what it saves.
///
///     worth (speed) = weight × gain − increase of the cost of useful work
///     worth (cost)  = weight × gain − half the increase of the run's duration
///
/// Remedies are ranked by worth, and shown if it is at least least_worth. A loss below worth_fixing has no remedies.
namespace kneepoint {

/// What a remedy improves.
enum class Target {
    speed,  ///< useful examples per second
    cost,   ///< useful examples per dollar: fewer GPUs run longer and waste less
    memory, ///< bytes on the fullest GPU
};
/// Greater is better: Outcome::useful_per_s, useful_per_dollar, 1 / memory_bytes.
[[nodiscard]] double targetValue(Target target, const Outcome& o);
/// targetValue after ÷ before − 1.
[[nodiscard]] double gainOf(Target target, const Outcome& before, const Outcome& after);

/// Of the tokens of a global batch that are not padding.
[[nodiscard]] double batchGrowth(const Outcome& before, const Outcome& after);

/// The effort of a remedy, from least to most.
enum class Effort {
    configuration, ///< a setting of the job; the training result is the same
    engineering,   ///< code, placement or operations have to change
    convergence,   ///< common practice, but loss curves have to be compared
    lossy,         ///< gradients are altered or stale; convergence has to be proven
    hardware,      ///< something has to be bought or rented
};
/// Fraction of the gain that counts: 1, 0.8, 0.6, 0.25, 0.3; what may fail counts less than what can be bought.
[[nodiscard]] double weightOf(Effort effort);
/// The same if the global batch grows: at most that of Effort::convergence up to twice the batch, and of Effort::lossy
/// beyond.
[[nodiscard]] double weightOf(Effort effort, const Outcome& before, const Outcome& after);

inline constexpr double least_worth = 0.02;
/// Minimum loss, as a fraction of the step, run or examples, for which remedies are offered.
inline constexpr double worth_fixing = 0.05;

/// Relative increase in the cost and in the duration of useful work; 0 if there is none.
[[nodiscard]] double costIncrease(const Outcome& before, const Outcome& after);
[[nodiscard]] double durationIncrease(const Outcome& before, const Outcome& after);

/// The worth of a remedy with this weight. For memory: the weighted useful speed if the job fits, else negative, in
/// proportion to the missing memory.
[[nodiscard]] double worthOf(Target target, double weight, const Outcome& before, const Outcome& after);

} // namespace kneepoint
