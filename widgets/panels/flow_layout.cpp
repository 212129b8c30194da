// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/flow_layout.h"

#include <QWidget>

#include <algorithm>

namespace kneepoint {

FlowLayout::FlowLayout(int gap, QWidget* parent)
    : QLayout(parent)
{
    setContentsMargins(0, 0, 0, 0);
    setSpacing(gap);
}

FlowLayout::~FlowLayout()
{
    for (QLayoutItem* item : m_items)
        delete item;
}

void FlowLayout::insertWidget(int place, QWidget* widget)
{
    addChildWidget(widget);
    m_items.insert(m_items.begin() + place, new QWidgetItem(widget));
    invalidate();
}

void FlowLayout::addItem(QLayoutItem* item)
{
    m_items.push_back(item);
    invalidate();
}

QLayoutItem* FlowLayout::itemAt(int index) const
{
    return index >= 0 && index < count() ? m_items[static_cast<std::size_t>(index)] : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index)
{
    QLayoutItem* item = itemAt(index);
    if (item)
        m_items.erase(m_items.begin() + index);
    return item;
}

void FlowLayout::setGeometry(const QRect& rect)
{
    QLayout::setGeometry(rect);
    arrange(rect, true);
}

QSize FlowLayout::sizeHint() const
{
    QSize all(0, 0);
    for (const QLayoutItem* item : m_items)
        if (!item->isEmpty())
            all = {all.width() + item->sizeHint().width() + (all.width() > 0 ? spacing() : 0),
                std::max(all.height(), item->sizeHint().height())};
    return all;
}

QSize FlowLayout::minimumSize() const
{
    QSize widest(0, 0);
    for (const QLayoutItem* item : m_items)
        if (!item->isEmpty())
            widest = widest.expandedTo(item->sizeHint());
    return widest;
}

int FlowLayout::arrange(const QRect& rect, bool move) const
{
    int x = rect.x();
    int y = rect.y();
    int line = 0;
    for (QLayoutItem* item : m_items) {
        if (item->isEmpty())
            continue;
        const QSize size = item->sizeHint();
        if (x > rect.x() && x + size.width() > rect.x() + rect.width()) {
            x = rect.x();
            y += line + spacing();
            line = 0;
        }
        if (move)
            item->setGeometry({QPoint(x, y), size.boundedTo({rect.width(), size.height()})});
        x += size.width() + spacing();
        line = std::max(line, size.height());
    }
    return y + line - rect.y();
}

} // namespace kneepoint
