// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/answers/table.h"
#include "model/evidence/evidence.h"

#include <span>

namespace kneepoint {

struct TraceDifference;

/// Evidence of one file: kind, summary, settings, measurements, breakdown, curves, rows, skipped. Values are in base
/// units.
[[nodiscard]] Json evidenceJson(const Evidence& evidence);
[[nodiscard]] Json questionsJson(std::span<const JobQuestion> questions);
[[nodiscard]] Json findingsJson(std::span<const EvidenceFinding> findings);
/// Parts of two traces and their total in seconds; no parts where they cannot be compared, as the sentence says.
[[nodiscard]] Json differenceJson(const TraceDifference& difference);

} // namespace kneepoint
