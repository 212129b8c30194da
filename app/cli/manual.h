// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/verbs.h"

#include <string>
#include <vector>

namespace kneepoint {

/// kneepoint(1) in man(7) format.
[[nodiscard]] std::string programManual(const std::vector<Verb>& verbs);
/// kneepoint-VERB(1).
[[nodiscard]] std::string verbManual(const Verb& verb);

} // namespace kneepoint
