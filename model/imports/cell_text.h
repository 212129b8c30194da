// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/imports/table_text.h"

#include <optional>
#include <string>
#include <string_view>

/// Numbers as people write them in cells: "79.2k", "1,25", "352ms", "1m 5s", "2x8xH100", "~45 %".
namespace kneepoint {

/// What the commas and dots of a column are.
enum class Marks {
    plain,         ///< commas group thousands, a dot is the decimal mark
    decimal_comma, ///< a comma is the decimal mark, dots group thousands
    open,          ///< both readings are possible: 1,250 is 1250 or 1.25
};

/// What the numbers of a column show; those of the whole table decide where the column's own do not.
[[nodiscard]] Marks marksOf(const TextTable& table, std::size_t column);

/// A number, what follows it ("k", "ms", "GB"), and what follows that.
struct CellNumber {
    double value = 0;
    std::string unit;
    std::string_view rest;
};
[[nodiscard]] std::optional<CellNumber> cellNumber(std::string_view text, Marks marks);

/// A time in seconds: "0.66s", "352 ms", "1m 5s", "0:01:20"; without a unit, in `otherwise` seconds.
[[nodiscard]] std::optional<double> cellSeconds(std::string_view text, Marks marks, double otherwise);
/// An amount with its magnitude: 79200 of "79.2k", "79.2k tok/s", "0.0792M"; nothing if the unit is another one.
[[nodiscard]] std::optional<double> cellAmount(std::string_view text, Marks marks);
/// The unit of a rate or a time that a cell states itself: "s", "tokens/s"; empty if it states none.
[[nodiscard]] std::string_view cellUnit(std::string_view text);

/// GPUs of "16", "2x8", "2 x 8 x H100", "8xA100".
struct CellGpus {
    double gpus = 0, per_node = 0; ///< 0: not stated
    std::string name;              ///< of the GPU; may be empty
};
[[nodiscard]] std::optional<CellGpus> cellGpus(std::string_view text, Marks marks);

} // namespace kneepoint
