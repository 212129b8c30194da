// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

/// Docstrings made from the catalogues, so that ids, units and ranges are those of the program.
namespace kneepoint {

/// A line for each parameter: id, range with its unit, and label.
[[nodiscard]] std::string parameterLines();
/// A line for each figure of `kneepoint eval`: id, base unit and label.
[[nodiscard]] std::string metricLines();

} // namespace kneepoint
