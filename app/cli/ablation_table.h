// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/answers/report_json.h"
#include "model/validation/ablation.h"

#include <string>
#include <vector>

/// The effect of each model component, as text, as JSON and for docs/validation.md.
namespace kneepoint {

[[nodiscard]] std::string ablationText(const std::vector<Ablation>& ablations);
[[nodiscard]] Json ablationJson(const std::vector<Ablation>& ablations);
[[nodiscard]] std::string ablationMarkdown(const std::vector<Ablation>& ablations);

} // namespace kneepoint
