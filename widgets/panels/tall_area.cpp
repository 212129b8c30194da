// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/tall_area.h"

#include <QEvent>
#include <QLayout>

#include <algorithm>

namespace kneepoint {

TallArea::TallArea(QWidget* page, const QString& name)
{
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(name);
    setWidget(page);
}

void TallArea::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    fit();
}

bool TallArea::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == widget() && event->type() == QEvent::LayoutRequest)
        fit();
    return QScrollArea::eventFilter(watched, event);
}

/// The scroll bar takes width, which makes the page higher.
void TallArea::fit()
{
    if (!widget())
        return;
    const QSize room = maximumViewportSize();
    const auto least = [this](int width) { return widget()->layout()->totalMinimumHeightForWidth(width); };
    setVerticalScrollBarPolicy(least(room.width()) > room.height() ? Qt::ScrollBarAlwaysOn : Qt::ScrollBarAlwaysOff);
    const int width = viewport()->width();
    widget()->resize(width, std::max(room.height(), least(width)));
}

} // namespace kneepoint
