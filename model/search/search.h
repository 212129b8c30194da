// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/calibration.h"
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

/// What a layout is judged by. A value that is not a number counts as the worst.
struct Objective {
    std::function<double(const Scenario&, const StepReport&)> value; ///< called on several threads at once
    bool higher_is_better = false;
    /// On the same GPUs and with the same batch a shorter step is never worse. Then whole families of layouts are
    /// excluded by a floor of their step time; otherwise every layout that fits is evaluated.
    bool follows_step_time = false;
    bool in_seconds = false; ///< the value is a time, and none shorter than the step

    [[nodiscard]] bool isBetter(double a, double b) const { return higher_is_better ? a > b : a < b; }
};
/// Step time, in seconds.
[[nodiscard]] Objective stepTimeObjective();
/// Step time over the chance that the layout fits, in seconds: a layout so near the GPU's capacity that the model
/// cannot tell whether it runs must be that much faster than one that does. Beside running out, PyTorch's allocator
/// frees what it holds and asks again shortly before (torch.cuda.memory_stats, num_alloc_retries).
[[nodiscard]] Objective expectedStepObjective();

/// A limit on what a layout may take, beside memory.
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
    std::size_t top = 1;                ///< layouts wanted, the best first
    std::vector<Objective> pareto = {}; ///< where given, layouts that no other one beats in all of these; two or three
    double longest_step_s = std::numeric_limits<double>::infinity(); ///< no longer step is wanted
    double memory_share = 1;                                         ///< of a GPU's memory that may be filled
    bool exhaustive = false;                                         ///< evaluate every layout that fits
    unsigned threads = 0;                                            ///< 0: one for each processor
    std::stop_token stop = {};
    std::function<void(double)> progress = {}; ///< share done, called on the caller's thread
};

/// A layout that fits, with its step.
struct FoundLayout {
    Layout layout;
    StepReport step;
    double value = 0;           ///< of the objective
    std::vector<double> pareto; ///< values of the Pareto objectives, where asked for
};

struct SearchAnswer {
    std::vector<FoundLayout> top;    ///< at most as many as wanted, the best first; empty where nothing fits
    std::vector<FoundLayout> pareto; ///< the front, ordered by its first objective
    double layouts = 0;              ///< combinations of the dimensions' values
    double valid = 0;                ///< of them, allowed by the rules
    double out_of_memory = 0;        ///< of the valid ones, seen not to fit
    double evaluated = 0;            ///< whose step was computed
    double pruned = 0;               ///< of the valid ones, excluded by a floor of their family
    double floors = 0;               ///< families of layouts whose floor was computed
    double seconds = 0;
    bool proof = false; ///< no layout of the space, or of the shard, is better: not when it was stopped
    double least_memory_bytes = std::numeric_limits<double>::infinity(); ///< needed by any layout seen
};

/// The best layouts of a job on its GPUs with its global batch. Layouts of equal value are ordered by step time, by
/// memory and by their values, so that the answer never depends on the number of threads. Every answer's numbers equal
/// evaluate() of the job with the layout applied.
[[nodiscard]] SearchAnswer searchLayouts(
    const Scenario& job, const SearchRequest& request, const Calibration& calibration);

/// Whether a comes before b by the order above.
[[nodiscard]] bool isBefore(const FoundLayout& a, const FoundLayout& b, const Objective& objective);

} // namespace kneepoint
