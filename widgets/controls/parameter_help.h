// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/catalogue.h"

#include <QString>

/// Texts about a parameter, generated from its catalogue record.
namespace kneepoint {

/// What's This: help, formula, source, range and id, as rich text.
[[nodiscard]] QString parameterHelp(const Parameter& p);
/// The same with the value of this job and who says it; what is assumed is marked.
[[nodiscard]] QString parameterHelp(const Parameter& p, const Scenario& s);
/// "Power per GPU 700 W: H100 SXM5 80 GB, NVIDIA data sheet", or that it was entered.
[[nodiscard]] QString valueSourceText(const Parameter& p, const Scenario& s);
/// Tooltip: the help and the range; if the parameter has no effect, the reason instead of the help.
[[nodiscard]] QString parameterToolTip(const Parameter& p, std::string_view idle_reason);
/// For the search field: whether label, id or help contain every word of the text, ignoring case.
[[nodiscard]] bool parameterMatches(const Parameter& p, const QString& text);

} // namespace kneepoint
