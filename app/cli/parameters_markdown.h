// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace kneepoint {

/// The reference page of the parameter catalogue: one table per group.
[[nodiscard]] std::string parametersMarkdown();

} // namespace kneepoint
