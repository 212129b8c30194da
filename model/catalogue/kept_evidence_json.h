// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/observed.h"
#include <nlohmann/json_fwd.hpp>

#include <vector>

namespace kneepoint {

class JsonNode;

/// The list "evidence" of a scenario file. Settings are parameters by id with value and place; measurements are figures
/// by id with value, spread, samples and place. Absent keys are empty.
[[nodiscard]] nlohmann::ordered_json evidenceListJson(const std::vector<KeptEvidence>& evidence);
/// The same, read. Unknown keys, unknown parameters, values out of range and lists beyond the limits of observed.h are
/// refused.
[[nodiscard]] std::vector<KeptEvidence> readEvidenceList(const JsonNode& list);

} // namespace kneepoint
