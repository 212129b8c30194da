// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace kneepoint {

class JsonNode;
struct OwnRuns;

/// "calibration" of a scenario file: what OwnRuns has besides parameters. Its name; or an object with the name, what
/// the runs leave open ("open", the triangle row by row), and the sizes of the job they were asked about. Null if there
/// is none of them.
[[nodiscard]] nlohmann::ordered_json ownRunsJson(const OwnRuns& own);
/// The same, read into `own`. Unknown keys, a triangle of another length and values out of range are refused.
void readOwnRuns(const JsonNode& node, OwnRuns& own);

} // namespace kneepoint
