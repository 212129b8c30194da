// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <QRectF>
#include <vector>

class QPainter;

namespace kneepoint {

/// A row of entries over a plot; a click on one switches its line or part off and on. Where there are more than fit
/// into the rows there is room for, those of least weight share a last entry, "+3 more", that a click unfolds.
class Legend {
public:
    struct Entry {
        QString label;
        QPen line;    ///< a line sample, if its style says so
        QBrush patch; ///< otherwise a patch
        bool on = true;
        double weight = 1; ///< how much would be missed without it
    };

    void setEntries(std::vector<Entry> entries) { m_entries = std::move(entries); }
    [[nodiscard]] std::vector<Entry>& entries() { return m_entries; }
    [[nodiscard]] const std::vector<Entry>& entries() const { return m_entries; }

    /// For a plot of this height.
    void setRoom(double height, const QFont& font);
    /// How many rows of this width the entries take.
    [[nodiscard]] int rows(double width, const QFont& font) const;
    /// Draws in rows, the first of which is given; the others follow beneath it.
    void draw(QPainter& painter, const QRectF& row, const QFont& font, ThemeMode mode) const;
    /// Index of the entry at a point of the last drawing, or -1; also where that entry has gone since.
    [[nodiscard]] int entryAt(const QPointF& at) const;
    /// Empty for one that had no room.
    [[nodiscard]] QRectF rectOf(int entry) const;
    /// Unfolds or folds the entries that had no room; false where the point is not on that entry.
    bool turnAt(const QPointF& at);

private:
    struct Placed {
        int entry = -1; ///< -1: the one for those that had no room
        QRectF rect;
        QString label;
    };
    [[nodiscard]] std::vector<Placed> places(const QRectF& row, const QFont& font) const;
    [[nodiscard]] std::vector<Placed> laid(
        const std::vector<int>& shown, const QString& tail, const QRectF& row, const QFont& font) const;
    void drawEntry(QPainter& painter, const Placed& placed, const Theme& colors) const;

    std::vector<Entry> m_entries;
    mutable std::vector<Placed> m_places;
    int m_most_rows = 1000;
    bool m_unfolded = false;
};

} // namespace kneepoint
