// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/run_record.h"

#include <string>
#include <string_view>

namespace kneepoint {

struct RunSoftware {
    std::string stack; ///< preset id
    bool known = true; ///< false where it is a guess from the layout and the year
};

/// Which software stack ran it.
[[nodiscard]] RunSoftware softwareOf(const RunRecord& run);
/// Under which name the validation report counts it.
[[nodiscard]] std::string reportSeries(const RunRecord& run);
/// Name without its qualifiers: "mosaic" of "mosaic-h100_80gb-7b-s2048".
[[nodiscard]] std::string_view seriesStem(const RunRecord& run);

} // namespace kneepoint
