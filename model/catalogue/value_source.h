// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario_fwd.h"

#include <optional>
#include <string>

namespace kneepoint {

struct Calibration;
struct Parameter;

/// Who says a value.
struct ValueSource {
    std::string name;    ///< of what was chosen: "H100 SXM5 80 GB"
    std::string source;  ///< of its figures, as the library states it
    std::string assumed; ///< which of them nobody has published or measured; empty: none
};

/// Of a value that came with the GPU, the machine, the network, the model or the software that was chosen: choosing it
/// again would bring the value back. Nothing for what was typed, stated in a file, or has
/// a default.
[[nodiscard]] std::optional<ValueSource> valueSource(
    const Parameter& p, const Scenario& s, const Calibration& calibration);

} // namespace kneepoint
