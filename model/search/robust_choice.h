// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/search/search.h"

namespace kneepoint {

/// A layout that the model cannot distinguish from the best one, but that is simpler or leaves more memory free.
struct RobustChoice {
    FoundLayout found;
    double slower = 0;      ///< relative difference of its step time from the best
    double memory_free = 0; ///< share of a GPU's memory
    bool is_best = false;   ///< no simpler layout is within the noise
};

/// Share of the memory that a robust layout leaves free; an assumption.
inline constexpr double robust_headroom = 0.1;

/// Relative difference in step time below which the simpler of two layouts is chosen; an assumption. The best of many
/// layouts is the one whose step the model underestimates most, so a smaller gain is not evidence.
inline constexpr double choice_noise = 0.02;

/// The same for layouts with what is rarely run, see usualPart(). They are tuned less and measured less, so the model
/// is more optimistic about them; an assumption.
inline constexpr double rare_noise = 0.05;
/// The most that the choice of practicedChoice() is slower than the best, and SearchRequest::near for it.
[[nodiscard]] constexpr double mostGivenUp(double noise)
{
    return (1 + rare_noise) * (1 + noise) - 1;
}
inline constexpr double most_given_up = mostGivenUp(choice_noise);

/// Tokens of a sequence up to which context parallelism is rarely run; an assumption.
inline constexpr double long_sequence = 16384;

/// The part of a space that people run: no context parallelism up to 16k tokens, tensor and expert parallelism inside a
/// node, experts split where the software can and ZeRO-3 does not, micro-batches that are powers of two, and at most 8
/// virtual stages. What the space fixes or limits stays.
[[nodiscard]] LayoutSpace usualPart(const Scenario& job, LayoutSpace space);

/// Whether a layout has nothing that is rarely run, see complexity().
[[nodiscard]] bool isUsual(const Scenario& job, const Layout& layout);

/// How far a layout is from plain data parallelism, in kinds of parallelism: 1 for each of tensor, pipeline, context
/// and expert parallelism; 0.1 for each doubling of these degrees, of the virtual stages and of the micro-batch (where
/// compute is a sustained rate, for each doubling between it and the job's); 0.1 for ZeRO-2, 0.5 for ZeRO-3 and for a
/// sharding group; 0.25 and 0.5 for selective and full recomputation; 0.1 for tensor without sequence parallelism. What
/// is rarely run counts 2 more: context parallelism up to 16k tokens, tensor or expert parallelism beyond a node, a
/// mixture whose experts are not split, more than 8 virtual stages, and a degree or micro-batch that is not a power of
/// two, with 0.5 for such a number of pipeline stages. The weights are assumptions; layouts that practitioners run:
/// docs/validation.md.
[[nodiscard]] double complexity(const Scenario& job, const Layout& layout);

/// Among those of the layouts `near` whose step is at most `noise` (a fraction) longer than the best, and no worse than
/// that by an objective in seconds: the simplest one that leaves `headroom` (a fraction) of the memory free, or the
/// simplest if none does; the best if there are none.
[[nodiscard]] RobustChoice robustChoice(const Scenario& job, const Objective& objective,
    const std::vector<RankedLayout>& near, const RankedLayout& best, double noise, double headroom,
    const Calibration& calibration);

/// What automatic planning, plans and searches choose: a robust layout of the usual part if its step is at most
/// rare_noise longer than the best one's, else one whose micro-batch is 2^k or 3·2^k under the same condition, and else
/// of the whole space; `slower` is relative to the best in any case. `noise` is that of robustChoice(). The answer to
/// the request has a best layout and those near it, by mostGivenUp().
[[nodiscard]] RobustChoice practicedChoice(const Scenario& job, const SearchRequest& request,
    const SearchAnswer& answer, const Calibration& calibration, double noise = choice_noise);

} // namespace kneepoint
