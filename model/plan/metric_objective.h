// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/results/metric.h"
#include "model/search/search.h"

#include <string_view>

/// Metrics as objectives of searches and plans.
namespace kneepoint {

/// Whether a metric can be an objective: it has a better direction and depends on a single step.
[[nodiscard]] bool isSearchable(const Metric& m);
[[nodiscard]] std::vector<const Metric*> searchableMetrics();

/// The metric as an objective; only for metrics that can be one.
[[nodiscard]] Objective objectiveOf(const Metric& m);
/// The objective with this metric id, or an error sentence.
[[nodiscard]] Result<Objective> objectiveNamed(std::string_view id);
/// A limit as text: "cost<=2e6", "mfu>=0.4".
[[nodiscard]] Result<LayoutConstraint> constraintNamed(std::string_view text);

} // namespace kneepoint
