// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace kneepoint {

/// The reference of all figures, docs/results.md, generated from the results catalogue.
[[nodiscard]] std::string resultsMarkdown();

} // namespace kneepoint
