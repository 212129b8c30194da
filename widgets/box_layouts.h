// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHBoxLayout>
#include <QMargins>
#include <QScrollArea>
#include <QVBoxLayout>

namespace kneepoint {

/// A row that fills a widget, in pixels: the margins around it and the space between its items; -1 is the style's.
inline QHBoxLayout* rowIn(QWidget* widget, const QMargins& margins = {}, int spacing = -1)
{
    auto* row = new QHBoxLayout(widget);
    row->setContentsMargins(margins);
    row->setSpacing(spacing);
    return row;
}

/// The same for a column.
inline QVBoxLayout* columnIn(QWidget* widget, const QMargins& margins = {}, int spacing = -1)
{
    auto* column = new QVBoxLayout(widget);
    column->setContentsMargins(margins);
    column->setSpacing(spacing);
    return column;
}

/// A row or column inside another one, at its end.
template <class Inner> Inner* addedTo(QBoxLayout& outer, const QMargins& margins = {}, int spacing = -1)
{
    auto* inner = new Inner;
    inner->setContentsMargins(margins);
    inner->setSpacing(spacing);
    outer.addLayout(inner);
    return inner;
}

/// Without a frame, its widget as wide as itself; sideways it scrolls only where that is asked for.
inline void makeScrolled(QScrollArea& area, Qt::ScrollBarPolicy across = Qt::ScrollBarAlwaysOff)
{
    area.setWidgetResizable(true);
    area.setFrameShape(QFrame::NoFrame);
    area.setHorizontalScrollBarPolicy(across);
}

/// Removes and deletes all items of a layout; a widget that an event may still be on its way to, a little later.
inline void clearLayout(QLayout& layout)
{
    while (QLayoutItem* item = layout.takeAt(0)) {
        if (QWidget* widget = item->widget()) {
            widget->hide();
            widget->deleteLater();
        }
        delete item;
    }
}

} // namespace kneepoint
