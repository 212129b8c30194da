// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/catalogue.h"

namespace kneepoint {

/// The pair of functions between a parameter's value and the position 0 … steps() of its slider.
/// Both ends are exact; positions between them give values of at most three significant digits, whole numbers for
/// Scale::integer and powers of two for Scale::power_of_two. A wide integer range is spread logarithmically; a
/// logarithmic range that starts at 0 has 0 as its first position, followed by six decades.
class SliderMapping {
public:
    /// Spans what the parameter's slider spans.
    explicit SliderMapping(const Parameter& p);
    /// min < max; for scales with a slider, so neither choice nor flag.
    SliderMapping(Scale scale, double min, double max);

    [[nodiscard]] int steps() const { return m_steps; }
    /// The position with the closest value on the scale; values out of range map to the ends.
    [[nodiscard]] int position(double value) const;
    [[nodiscard]] double value(int position) const;
    /// The value `count` positions up or down from `value`, which need not be at a position; clamped to the ends.
    [[nodiscard]] double stepped(double value, int count) const;
    /// Number of positions moved by a page key.
    static constexpr int page = 10;

private:
    [[nodiscard]] double innerValue(int position) const;
    [[nodiscard]] double innerPosition(double value) const;

    Scale m_scale;
    bool m_whole = false;
    double m_min;
    double m_max;
    double m_low;    ///< the smallest value on the evenly spaced part of the scale
    int m_first = 0; ///< its position
    int m_last = 0;  ///< position of the largest value on the evenly spaced part
    int m_steps = 0;
};

} // namespace kneepoint
