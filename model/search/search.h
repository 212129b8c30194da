// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/calibration.h"
#include "model/search/layout_space.h"
#include "model/search/shard.h"
#include "model/step/step_report.h"

#include <functional>
#include <limits>
#include <stop_token>
#include <string>
#include <vector>

/// The best layout of a job, with a proof.
namespace kneepoint {

/// The objective of a search. NaN counts as the worst value.
struct Objective {
    std::function<double(const Scenario&, const StepReport&)> value; ///< called on several threads at once
    bool higher_is_better = false;
    /// Whether, on the same GPUs and with the same batch, a shorter step is never worse. If so, whole families of
    /// layouts are excluded by a lower bound of their step time; otherwise every layout that fits is evaluated.
    bool follows_step_time = false;
    bool in_seconds = false; ///< the value is a time that is never shorter than the step

    [[nodiscard]] bool isBetter(double a, double b) const { return higher_is_better ? a > b : a < b; }
};
/// Step time, in seconds.
[[nodiscard]] Objective stepTimeObjective();
/// Step time divided by the probability that the layout fits, in seconds: a layout close to the GPU's capacity must be
/// that much faster than one that certainly runs. Apart from running out of memory, PyTorch's allocator also frees its
/// cache and retries when memory is nearly full (torch.cuda.memory_stats, num_alloc_retries).
[[nodiscard]] Objective expectedStepObjective();

/// A constraint on a layout, in addition to memory.
struct LayoutConstraint {
    std::string id;
    std::function<double(const Scenario&, const StepReport&)> value; ///< as in Objective
    double limit = 0;
    bool at_least = false; ///< the limit is a minimum

    [[nodiscard]] bool isKept(double x) const { return at_least ? x >= limit : x <= limit; }
};

struct SearchRequest {
    LayoutSpace space = {};
    Shard shard = {}; ///< of the families of layouts: those with the same degrees, micro-batch and recomputation
    Objective objective = stepTimeObjective();
    std::vector<LayoutConstraint> constraints = {};
    std::size_t top = 1; ///< layouts wanted, the best first
    /// If not negative, for an objective that follows the step time: also return all layouts that are worse than the
    /// best by at most this share, in seconds of the objective if it is in seconds, else of the step.
    double near = -1;
    bool distinct = false; ///< only the best of those that are alike, see isAlike()
    std::vector<Objective> pareto =
        {}; ///< if given, also return the Pareto-optimal layouts in these two or three objectives
    double longest_step_s = std::numeric_limits<double>::infinity(); ///< upper limit of the step time
    double memory_share = 1;                                         ///< fraction of a GPU's memory that may be used
    bool exhaustive = false;                                         ///< evaluate every layout that fits
    unsigned threads = 0;                                            ///< 0: one per CPU
    std::stop_token stop = {};
    std::function<void(double)> progress = {}; ///< fraction done, called on the caller's thread
};

/// A layout that fits, with its step.
struct FoundLayout {
    Layout layout;
    StepReport step;
    double value = 0;           ///< of the objective
    std::vector<double> pareto; ///< values of the Pareto objectives, if requested
};

/// A layout that fits, with what layouts are ordered by.
struct RankedLayout {
    Layout layout;
    double value = 0, step_s = 0, memory_bytes = 0; ///< value: of the objective
};
[[nodiscard]] RankedLayout ranked(const FoundLayout& found);

struct SearchAnswer {
    std::vector<FoundLayout> top;    ///< at most as many as requested, best first; empty if nothing fits
    std::vector<RankedLayout> near;  ///< those near the best, if requested, in no order
    std::vector<FoundLayout> pareto; ///< the front, ordered by its first objective
    double layouts = 0;              ///< combinations of the dimensions' values
    double valid = 0;                ///< of them, allowed by the rules
    double out_of_memory = 0;        ///< of the valid ones, found not to fit
    double evaluated = 0;            ///< whose step was computed
    double pruned = 0;               ///< of the valid ones, excluded by a lower bound of their family
    double floors = 0;               ///< families of layouts whose lower bound was computed
    double seconds = 0;
    bool proof = false; ///< no layout of the space, or of the shard, is better; false if the search was stopped
    double least_memory_bytes = std::numeric_limits<double>::infinity(); ///< needed by any layout seen
};

/// The best layouts of a job on its GPUs with its global batch. Layouts of equal value are ordered by step time,
/// microBatchDoublings(), memory and their dimensions, so that the result does not depend on the number of threads. All
/// numbers equal those of evaluate() for the job with the layout applied.
[[nodiscard]] SearchAnswer searchLayouts(
    const Scenario& job, const SearchRequest& request, const Calibration& calibration);

/// Whether two layouts differ only in details: they have the same tensor, pipeline and expert parallelism and equally
/// many tokens of a micro-batch on each GPU, so a larger micro-batch may be split by more context parallelism.
[[nodiscard]] bool isAlike(const Layout& a, const Layout& b);

/// Doublings between a micro-batch and the one that searches and choices prefer if nothing else differs: the smallest,
/// or, where a GPU's rate does not depend on it, the job's own.
[[nodiscard]] double microBatchDoublings(const Scenario& job, double micro_batch);

/// Whether a comes before b by the order of searchLayouts().
[[nodiscard]] bool isBefore(
    const Scenario& job, const RankedLayout& a, const RankedLayout& b, const Objective& objective);
[[nodiscard]] bool isBefore(
    const Scenario& job, const FoundLayout& a, const FoundLayout& b, const Objective& objective);

} // namespace kneepoint
