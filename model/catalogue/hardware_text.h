// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario_fwd.h"

#include <string>

namespace kneepoint {

/// "1984 × H100 SXM5 80 GB, InfiniBand NDR 400".
[[nodiscard]] std::string hardwareText(const Scenario& s);

} // namespace kneepoint
