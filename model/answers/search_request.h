// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/answers/table.h"
#include "model/plan/metric_objective.h"
#include "model/search/robust_choice.h"
#include "model/search/search.h"

#include <string>
#include <vector>

namespace kneepoint {

inline constexpr double most_top = 10000;
inline constexpr double most_headroom = 0.9;

/// The options of a search, as on the command line.
struct SearchOptions {
    std::string objective = "step_s";
    int top = 5; ///< 1 … most_top
    std::vector<std::string> pareto, free, fix, limits;
    std::vector<std::string> why; ///< id=value of a layout to explain
    double headroom = 0;          ///< fraction of memory to leave free, 0 … most_headroom
    double noise = choice_noise;  ///< step times closer than this fraction count as equal, 0 … 1
    int threads = 0;              ///< 0: one per CPU
    bool exhaustive = false;
    bool alike = false; ///< list layouts that differ only in details too
    std::string shard = "1/1";
    std::string file; ///< with any of the others
};

/// The options with those of their file, {"objective": "mfu", "top": 5, "pareto": ["step_s", "memory_bytes"],
/// "free": ["plan.zero_stage"], "fix": {"plan.tensor_parallel": [2, 4]}, "limits": ["cost<=2e6"], "headroom": 0.1}:
/// lists are joined, and all other values of the file take precedence.
[[nodiscard]] Result<SearchOptions> withFile(SearchOptions options);

/// "ID=VALUE,VALUE" as on the command line, from a value or a list of values.
[[nodiscard]] std::string fixText(const std::string& id, const Json& values);

/// The search request for a job, or an error sentence.
[[nodiscard]] Result<SearchRequest> searchRequest(const Scenario& job, const SearchOptions& options);

} // namespace kneepoint
