// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>

namespace kneepoint {

/// The position of the pointer over a chart, and the part under it: a row, a bar, or the whole plotting area (0).
class Hover {
public:
    /// -1 if the position is over no part.
    void moveTo(const QPointF& at, int part)
    {
        m_at = at;
        m_part = part;
    }
    void leave() { m_part = -1; }

    [[nodiscard]] bool isOn() const { return m_part >= 0; }
    /// The part, if it is among the first `count`: the chart may have fewer than when the pointer entered.
    [[nodiscard]] bool isOn(std::size_t count) const { return isOn() && static_cast<std::size_t>(m_part) < count; }
    [[nodiscard]] int part() const { return m_part; }
    [[nodiscard]] std::size_t index() const { return static_cast<std::size_t>(m_part); }
    /// In the plot's pixels.
    [[nodiscard]] QPointF at() const { return m_at; }

private:
    QPointF m_at;
    int m_part = -1;
};

} // namespace kneepoint
