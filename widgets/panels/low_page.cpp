// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/low_page.h"

#include <QEvent>
#include <QLayout>

#include <algorithm>

namespace kneepoint {

LowPage::LowPage(QWidget* page, QWidget* parent)
    : QScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWidget(page);
}

void LowPage::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    fit();
}

bool LowPage::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == widget() && event->type() == QEvent::LayoutRequest)
        fit();
    return QScrollArea::eventFilter(watched, event);
}

void LowPage::fit()
{
    if (!widget())
        return;
    const QSize room = maximumViewportSize();
    const int least = widget()->layout()->totalMinimumHeightForWidth(room.width());
    setVerticalScrollBarPolicy(least > room.height() ? Qt::ScrollBarAlwaysOn : Qt::ScrollBarAlwaysOff);
    widget()->resize(viewport()->width(), std::max(room.height(), least));
}

} // namespace kneepoint
