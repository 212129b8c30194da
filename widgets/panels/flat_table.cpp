// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/flat_table.h"

#include "widgets/style/style.h"
#include "widgets/theme/theme.h"

#include <QHeaderView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTableWidget>

#include <algorithm>

namespace kneepoint {
namespace {

class RuledRows : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::paint(painter, option, index);
        painter->setPen(theme(modeOf(option.palette)).grid);
        painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    }
};

} // namespace

void flatten(QTableView& table)
{
    constexpr int row_height = 32;
    constexpr int row_gap = 10;
    table.setProperty(roomy_property, true);
    table.setFrameShape(QFrame::NoFrame);
    table.setShowGrid(false);
    table.setAlternatingRowColors(false);
    table.setWordWrap(false);
    table.setItemDelegate(new RuledRows(&table));
    table.verticalHeader()->hide();
    table.verticalHeader()->setDefaultSectionSize(std::max(row_height, table.fontMetrics().height() + row_gap));
    table.horizontalHeader()->setHighlightSections(false);
}

void alignHeadings(QTableWidget& table)
{
    for (int column = 0; column < table.columnCount(); ++column) {
        QTableWidgetItem* heading = table.horizontalHeaderItem(column);
        const QTableWidgetItem* cell = table.item(0, column);
        const bool right = cell && (cell->textAlignment() & Qt::AlignRight);
        if (heading)
            heading->setTextAlignment(Qt::AlignVCenter | (right ? Qt::AlignRight : Qt::AlignLeft));
    }
}

} // namespace kneepoint
