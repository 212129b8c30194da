// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/answers/search_request.h"
#include "model/answers/table.h"
#include "model/catalogue/scenario_file.h"
#include "model/search/explanation.h"
#include "model/search/robust_choice.h"

#include <optional>
#include <stop_token>
#include <string>

namespace kneepoint {

/// A search and what follows from it.
struct SearchResult {
    ScenarioFile file;
    SearchRequest request;
    SearchAnswer answer;
    std::optional<RobustChoice> robust;
    std::optional<WhyNot> why;
    double noise = choice_noise;
    [[nodiscard]] const FoundLayout* best() const { return answer.top.empty() ? nullptr : &answer.top.front(); }
};
/// Searches the scenario's layouts; the simpler layout only if the whole space is searched. Fails if an option is
/// wrong.
[[nodiscard]] Result<SearchResult> searchAnswer(
    const ScenarioFile& file, const SearchOptions& options, const Calibration& calibration, std::stop_token stop = {});

/// Why nothing was found: "No layout fits: the smallest needs 91 GB per GPU; 80 GB available."
[[nodiscard]] std::string noLayoutText(const SearchResult& r);
/// `best`, `top`, `pareto`, the counts, `proof`, and `robust`, `why` or `reason` where there is one.
[[nodiscard]] Json searchJson(const SearchResult& r, const Calibration& calibration);

} // namespace kneepoint
