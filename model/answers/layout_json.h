// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/answers/report_json.h"
#include "model/search/explanation.h"

namespace kneepoint {

/// `{parameter id: value}`, in the order in which the settings are made.
[[nodiscard]] Json editJson(const Edit& edit);
/// Every metric that depends on a single step.
[[nodiscard]] Json stepMetricsJson(const Scenario& s, const StepReport& step);
/// `{text, edit, metrics}` of a layout of the job.
[[nodiscard]] Json layoutJson(const Scenario& job, const FoundLayout& found, const Calibration& calibration);
[[nodiscard]] Json whyNotJson(const Scenario& job, const WhyNot& why, const Calibration& calibration);

} // namespace kneepoint
