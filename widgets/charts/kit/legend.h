// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <QRectF>

#include <functional>
#include <vector>

class QPainter;

namespace kneepoint {

/// A row of entries over a plot; a click on one switches its line or part off and on. If there are more than fit into
/// the available rows, those with the least weight share a last entry, "+3 more", which a click unfolds.
class Legend {
public:
    struct Entry {
        QString label;
        QPen line;    ///< a line sample, if its style says so
        QBrush patch; ///< otherwise a patch
        bool on = true;
        double weight = 1;                 ///< importance of the entry
        std::function<void()> toggle = {}; ///< a click on it
    };

    void setEntries(std::vector<Entry> entries) { m_entries = std::move(entries); }
    [[nodiscard]] const std::vector<Entry>& entries() const { return m_entries; }

    /// For a plot of this height.
    void setRoom(double height, const QFont& font);
    /// Number of rows of this width needed by the entries.
    [[nodiscard]] int rows(double width, const QFont& font) const;
    /// Draws the rows, starting with the given one; the others follow below it.
    void draw(QPainter& painter, const QRectF& row, const QFont& font, ThemeMode mode) const;
    /// Whether something at a point of the last drawing can be clicked.
    [[nodiscard]] bool answers(const QPointF& at) const;
    /// Toggles the entry there, or unfolds or folds those that had no room.
    void click(const QPointF& at);
    /// As drawn last; empty for an entry that had no room.
    [[nodiscard]] QRectF rectOf(const QString& label) const;

private:
    struct Placed {
        int entry = -1; ///< -1: the entry "+3 more"
        QRectF rect;
        QString label;
    };
    [[nodiscard]] std::vector<Placed> places(const QRectF& row, const QFont& font) const;
    [[nodiscard]] std::vector<Placed> laid(
        const std::vector<int>& shown, const QString& tail, const QRectF& row, const QFont& font) const;
    [[nodiscard]] const Placed* placedAt(const QPointF& at) const;
    void drawEntry(QPainter& painter, const Placed& placed, const Theme& colors) const;

    std::vector<Entry> m_entries;
    mutable std::vector<Placed> m_places;
    int m_most_rows = 1000;
    bool m_unfolded = false;
};

} // namespace kneepoint
