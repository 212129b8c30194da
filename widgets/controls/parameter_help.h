// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/catalogue.h"

#include <QString>

/// Texts about a parameter, generated from its catalogue record.
namespace kneepoint {

/// What's This: help, formula, source, range and id, as rich text.
[[nodiscard]] QString parameterHelp(const Parameter& p);
/// Tooltip: the help and the range; if the parameter has no effect, the reason instead of the help.
[[nodiscard]] QString parameterToolTip(const Parameter& p, std::string_view idle_reason);
/// For the search field: whether label, id or help contain every word of the text, ignoring case.
[[nodiscard]] bool parameterMatches(const Parameter& p, const QString& text);

} // namespace kneepoint
