// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

/// How an area is filled, so that it can be distinguished without its color.
namespace kneepoint {

enum class Shade {
    full,
    forward, ///< lighter: a forward pass next to its backward pass
    hidden,  ///< a third of the opacity, with the quantity's hatch: hidden behind compute
};

/// Distinguishes the parts of a step that share a hue.
enum class Mark { plain, rows, columns, dots };

struct Fill {
    Quantity quantity = Quantity::overhead;
    Shade shade = Shade::full;
    Mark mark = Mark::plain;

    friend bool operator==(const Fill&, const Fill&) = default;
};
[[nodiscard]] Fill fillOf(Part part, Shade shade = Shade::full);

/// The background on which hatch and marks are drawn.
[[nodiscard]] QColor groundColor(const Fill& fill, ThemeMode mode);
/// Of the hatch and the marks.
[[nodiscard]] QColor strokeColor(const Fill& fill, ThemeMode mode);
[[nodiscard]] QBrush fillBrush(const Fill& fill, ThemeMode mode);

} // namespace kneepoint
