// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/verb_option.h"
#include "model/answers/eval_answer.h"
#include "model/answers/scenario_request.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kneepoint {

enum class OutputFormat { text, json, csv };

/// The scenario of a verb: `SCENARIO --set id=value --set id=value ...`.
struct ScenarioRequest {
    std::string scenario;
    std::vector<std::string> settings;
    bool plans_layout = false; ///< the verb plans the layout, so the scenario's own need not have a whole batch
};

/// Adds SCENARIO and --set.
void addScenarioOptions(VerbOptions& options, ScenarioRequest& request);
/// Adds --json and --csv, which exclude each other.
void addFormatOptions(VerbOptions& options, OutputFormat& format);
/// Adds --shard i/n for the items of the verb, such as "point"; parsed by parseShard().
void addShardOption(VerbOptions& options, std::string& shard, std::string_view thing);

/// Finds the preset or reads the file, then applies the settings in order.
[[nodiscard]] Result<ScenarioFile> readScenario(const ScenarioRequest& request);

/// A scenario to evaluate.
struct PlannedScenario {
    ScenarioFile file;
    std::optional<PlannedLayout> layout; ///< if it was planned

    /// What differs from the scenario as it was asked for, in lines; may be empty.
    [[nodiscard]] std::string changes() const;
};
/// readScenario() with a layout in its place where plan.auto is on, as in the window.
[[nodiscard]] Result<PlannedScenario> readPlanned(const ScenarioRequest& request);

} // namespace kneepoint
