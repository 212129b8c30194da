// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

/// Reference pages of docs/, generated from the catalogues and libraries: one table per group.
namespace kneepoint {

/// docs/parameters.md
[[nodiscard]] std::string parametersMarkdown();
/// docs/results.md
[[nodiscard]] std::string resultsMarkdown();
/// docs/assumed.md
[[nodiscard]] std::string assumedMarkdown();

} // namespace kneepoint
