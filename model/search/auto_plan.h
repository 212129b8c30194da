// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/search/search.h"

#include <optional>
#include <string>

/// Automatic planning: the layout that follows every change of a job.
namespace kneepoint {

/// Families of layouts that can be searched synchronously within an event.
inline constexpr std::size_t families_at_once = 600;
inline constexpr std::size_t everything = static_cast<std::size_t>(-1);

/// Whether planning may set this dimension of a job. The gradient format changes the numerics and is never planned.
[[nodiscard]] bool isPlanned(const Scenario& job, Dimension d);
/// The default space without what the job pins: a pinned dimension keeps the job's value.
[[nodiscard]] LayoutSpace automaticSpace(const Scenario& job);

struct AutoPlanRequest {
    /// Maximum number of families for which the whole space is searched; in a larger space, only the most promising
    /// part.
    std::size_t most_families = everything;
    unsigned threads = 0;
    std::stop_token stop = {};
    Objective objective = stepTimeObjective(); ///< for a plan to be run: expectedStepObjective()
    bool compares = false;                     ///< also find the fastest layout that fits, whatever the objective
};

struct AutoPlanAnswer {
    std::optional<Layout> layout;       ///< nothing if none is valid and fits
    std::optional<Layout> fastest = {}; ///< the best by the objective; by step time if the request compares
    double given_up = 0;                ///< step time of `layout` over that of `fastest`, minus 1
    double value = std::numeric_limits<double>::infinity(); ///< of `layout` by the objective
    double batch = 0;                                       ///< global batch of `layout`, the job's or divisibleBatch()
    bool whole = true;                                      ///< the whole space was searched completely
    double valid = 0;                                       ///< layouts allowed by the rules
    double least_memory_bytes = std::numeric_limits<double>::infinity(); ///< needed by any of them
};

/// The simplest layout within choice_noise of the best by the objective, of the job's global batch on its GPUs; of
/// divisibleBatch() if no layout has the job's batch, or if the time per example is shorter by more than the noise.
[[nodiscard]] AutoPlanAnswer autoPlan(
    const Scenario& job, const AutoPlanRequest& request, const Calibration& calibration);

/// "Global batch 1024 → 1056, which 768 GPUs divide." Empty if the batch is the job's.
[[nodiscard]] std::string batchChangeText(const Scenario& job, const AutoPlanAnswer& answer);
/// What a plan gives up: "the fastest is 1.2 % faster: TP 4 · PP 8 …; it fits in memory with a probability of
/// only 68 %"; the reason where automatic planning has one. Empty if nothing.
[[nodiscard]] std::string givenUpText(
    const Scenario& job, const AutoPlanAnswer& answer, const Calibration& calibration);
/// Whether the layout of the job is the `fastest` of a list, in a sentence: of automatic planning, what it gives up,
/// and why ("By step time alone, the fastest is 4.5 % faster: …").
[[nodiscard]] std::string agreementText(const Scenario& job, const Layout& fastest, const Calibration& calibration);
/// A probability as text: "87 %"; at the ends "over 99 %" and "under 1 %", because no prediction is certain.
[[nodiscard]] std::string chanceText(double chance);
/// "; it fits in memory with a probability of only 68 %" of a layout that is less than likely to fit, else empty.
[[nodiscard]] std::string doubtfulFitText(double fit);

/// The differences between two layouts: "TP 8 → 4, ZeRO 1 → 3". Empty if there are none.
[[nodiscard]] std::string layoutDifference(const Layout& before, const Layout& after);
/// What has changed and why, in one sentence: "TP 8 → 4: the step is 12 % shorter; …". Empty if the layouts are equal.
[[nodiscard]] std::string layoutChangeText(
    const Scenario& job, const Layout& former, const Layout& chosen, const Calibration& calibration);

/// The smallest change that lets a layout fit.
struct FeasibleChange {
    Edit edit;        ///< of the job, without its layout
    std::string text; ///< "use 16 GPUs"
};
/// Tried in this order: without pins, another global batch, more GPUs up to 1024 times as many, a smaller model.
/// Nothing if none of them is enough.
[[nodiscard]] std::optional<FeasibleChange> feasibleChange(
    const Scenario& job, const Calibration& calibration, std::stop_token stop = {});
/// Why no layout of the job runs: "No layout fits: the smallest needs 91 GB per GPU; 80 GB available."
[[nodiscard]] std::string noLayoutText(const Scenario& job, const AutoPlanAnswer& answer);

} // namespace kneepoint
