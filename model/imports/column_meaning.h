// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

/// What the headings of tables of runs mean.
namespace kneepoint {

enum class ColumnKind {
    none,
    gpus,
    gpus_per_node,
    nodes,
    tokens,
    tokens_per_gpu,
    examples,
    examples_per_gpu,
    steps, ///< per second
    seconds,
    flops,   ///< per GPU
    by_unit, ///< "Speed": the cells say what it is
    mfu,
    memory,
    setting,
    gpu,
};

struct ColumnMeaning {
    ColumnKind meaning = ColumnKind::none;
    double factor = 1;               ///< of the unit in the heading: 1e-3 of "Step time (ms)"
    std::string_view parameter = {}; ///< of a setting
    bool open_unit = false;          ///< a time whose heading has no unit
};

[[nodiscard]] ColumnMeaning columnMeaning(const std::string& heading);

[[nodiscard]] inline bool isSize(ColumnKind m)
{
    return m == ColumnKind::gpus || m == ColumnKind::nodes;
}
[[nodiscard]] inline bool isMeasure(ColumnKind m)
{
    return m >= ColumnKind::tokens && m <= ColumnKind::mfu;
}

} // namespace kneepoint
