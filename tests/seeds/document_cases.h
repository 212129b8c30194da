// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/units/error.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// What the source documents state, as cases to compute: tests/seeds/cases.
namespace kneepoint::test {

struct Statement {
    std::string place;                  ///< JSON pointer in the file
    std::function<std::string()> fault; ///< "found 3, expected 2"; empty if the program agrees
};

struct DocumentCase {
    std::string id;
    std::vector<Statement> statements;
};

/// Reads {"document": title, "jobs": {name: parameters}, "cases": [{"id", "section", "states", "scenario" or "job",
/// "edits", "expect", "table"}]}. "states" says in our own words what the section of the document states.
///
/// An entry of "expect" is a quantity: {"metric"} or {"formula"} as in lessons (computed_number_json.h), {"parameter"},
/// or {"figure"} of other_figures.h, the last two with "at". Beside it are "value" with "tolerance" (relative, 1e-12 if
/// missing) or "within" (absolute), or "at_least" and "at_most". A "table" has a parameter that its rows begin with,
/// and a column for each figure.
[[nodiscard]] Result<std::vector<DocumentCase>> readDocumentCases(std::string_view json, std::string_view place);

} // namespace kneepoint::test
