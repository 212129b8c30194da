// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/lesson/formula.h"

namespace kneepoint {

/// The expression as it is worth showing with these values, symbols still in braces: without terms that are zero,
/// factors that are 1 because nothing else was given, defaults that cancel a number ("2/2"), "({X} − 1)/{X}" where 0
/// stands for many, and a note about arguments that were not given.
[[nodiscard]] std::string shownExpression(const Formula& f, FormulaValues values);

} // namespace kneepoint
