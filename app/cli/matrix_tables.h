// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/answers/report_json.h"
#include "model/validation/evidence_matrix.h"

#include <string>

/// What was measured, by GPU architecture, software and kind of job.
namespace kneepoint {

[[nodiscard]] std::string matrixText(const EvidenceMatrices& matrices);
/// The page docs/measured.md.
[[nodiscard]] std::string matrixMarkdown(const EvidenceMatrices& matrices);
[[nodiscard]] Json matrixJson(const EvidenceMatrices& matrices);

} // namespace kneepoint
