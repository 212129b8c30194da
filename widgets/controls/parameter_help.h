// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/catalogue.h"

#include <QString>

/// Texts about a parameter, all made from its record in the catalogue.
namespace kneepoint {

/// What's This: help, formula, source, range and id, as rich text.
[[nodiscard]] QString parameterHelp(const Parameter& p);
/// Tooltip: the help and the range; instead of the help the reason why the knob is idle, if it is.
[[nodiscard]] QString parameterToolTip(const Parameter& p, std::string_view idle_reason);
/// For the search field: whether label, id or help contain every word of the text, whatever the case.
[[nodiscard]] bool parameterMatches(const Parameter& p, const QString& text);

} // namespace kneepoint
