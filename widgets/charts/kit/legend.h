// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <QRectF>
#include <vector>

class QPainter;

namespace kneepoint {

/// A row of entries over a plot; a click on one switches its line or part off and on.
class Legend {
public:
    struct Entry {
        QString label;
        QPen line;    ///< a line sample, if its style says so
        QBrush patch; ///< otherwise a patch
        bool on = true;
    };

    void setEntries(std::vector<Entry> entries) { m_entries = std::move(entries); }
    [[nodiscard]] std::vector<Entry>& entries() { return m_entries; }
    [[nodiscard]] const std::vector<Entry>& entries() const { return m_entries; }

    /// How many rows of this width the entries take.
    [[nodiscard]] int rows(double width, const QFont& font) const;
    /// Draws in rows, the first of which is given; the others follow beneath it.
    void draw(QPainter& painter, const QRectF& row, const QFont& font, ThemeMode mode) const;
    /// Index of the entry at a point of the last drawing, or -1.
    [[nodiscard]] int entryAt(const QPointF& at) const;
    [[nodiscard]] QRectF rectOf(int entry) const;

private:
    [[nodiscard]] std::vector<QRectF> places(const QRectF& row, const QFont& font) const;

    std::vector<Entry> m_entries;
    mutable std::vector<QRectF> m_places;
};

} // namespace kneepoint
