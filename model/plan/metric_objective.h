// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/metric.h"
#include "model/search/search.h"

#include <string_view>

/// Metrics as what searches and plans are judged by.
namespace kneepoint {

/// Whether a metric can be searched by: it has a direction that is better and needs no more than a step.
[[nodiscard]] bool isSearchable(const Metric& m);
[[nodiscard]] std::vector<const Metric*> searchableMetrics();

/// The metric as an objective; only of a searchable one.
[[nodiscard]] Objective objectiveOf(const Metric& m);
/// The objective by its metric's id, or the sentence that refuses it.
[[nodiscard]] Result<Objective> objectiveNamed(std::string_view id);
/// A limit as people write it: "cost<=2e6", "mfu>=0.4".
[[nodiscard]] Result<LayoutConstraint> constraintNamed(std::string_view text);

} // namespace kneepoint
