// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/units/error.h"
#include "model/units/units.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The formulas that people do by hand: for textbook problems, for the explanations of lessons, and for a formula shown
/// with its numbers in it. Each is computed by the engine; what is only arithmetic on its arguments is computed from
/// the displayed expression. Adding one is adding one record.
namespace kneepoint {

struct FormulaArgument {
    std::string_view id;     ///< "bandwidth"
    std::string_view symbol; ///< in the expression: "B"
    std::string_view label;  ///< "bandwidth per GPU"
    Unit unit = Unit::none;
    double min = 0;
    double max = 0;
    std::optional<double> fallback = {}; ///< default if the argument is not given
    bool whole = false;                  ///< only whole numbers
};

/// Values of all arguments, in their order.
using FormulaValues = std::span<const double>;

struct Formula {
    std::string_view id;         ///< stable: "all_reduce.ring"
    std::string_view topic;      ///< "collectives"
    std::string_view label;      ///< "Ring all-reduce"
    std::string_view symbol;     ///< of the result: "t"
    std::string_view expression; ///< with the symbols in braces: "2·({n} − 1)/{n}·{S}/{B}"
    Unit unit = Unit::none;      ///< of the result
    std::vector<FormulaArgument> arguments;
    double (*value)(FormulaValues) = nullptr; ///< nullptr: the value of the expression
    std::string_view computed_by;             ///< the function of the engine; empty with an expression
    std::string_view source;
};

/// All formulas, by topic.
[[nodiscard]] std::span<const Formula> formulas();
/// nullptr if no formula has this id.
[[nodiscard]] const Formula* findFormula(std::string_view id);

/// Arguments by id; as in scenario files, values are numbers in base units or texts with units.
using FormulaInput = std::map<std::string, double, std::less<>>;

/// All values in order, with defaults for omitted ones. Rejects unknown, missing and out-of-range
/// arguments in one sentence.
[[nodiscard]] Result<std::vector<double>> formulaValues(const Formula& f, const FormulaInput& given);
/// The result; fails if it is not finite.
[[nodiscard]] Result<double> evaluateFormula(const Formula& f, const FormulaInput& given);

/// The expression as printed in a textbook: "t = 2·(n − 1)/n·S/B".
[[nodiscard]] std::string formulaText(const Formula& f);
/// With its numbers filled in: "t = 2·(64 − 1)/64·280 GB/(50 GB/s) = 11 s", as shownExpression() shortens it.
[[nodiscard]] std::string formulaWithNumbers(const Formula& f, FormulaValues values, double result);

} // namespace kneepoint
