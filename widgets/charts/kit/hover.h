// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>

namespace kneepoint {

/// Where the pointer rests over a chart, and over which of its parts: a row, a bar, or the plotting area as a whole
/// (0).
class Hover {
public:
    /// -1 is a place over no part.
    void moveTo(const QPointF& at, int part)
    {
        m_at = at;
        m_part = part;
    }
    void leave() { m_part = -1; }

    [[nodiscard]] bool isOn() const { return m_part >= 0; }
    /// Of the first `count` parts: the chart may have fewer than when the pointer came.
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
