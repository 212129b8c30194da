// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/waterfall.h"
#include "model/answers/table.h"
#include "model/catalogue/scenario_file.h"
#include "model/diagnosis/diagnosis.h"

namespace kneepoint {

/// `causes`, worst first, with their remedies; `sentence`; `waterfall` from ideal to predicted speedup.
[[nodiscard]] Json diagnosisJson(const ScenarioFile& file, const Diagnosis& d, const Waterfall& w);

} // namespace kneepoint
