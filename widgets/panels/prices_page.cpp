// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/prices_page.h"

#include "model/units/units.h"
#include "widgets/panels/flat_table.h"
#include "widgets/text.h"

#include <QDate>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace kneepoint {
namespace {

enum Column { name_column, kind_column, value_column, date_column, source_column, column_count };

QTableWidgetItem* makeItem(const QString& text, bool editable)
{
    auto* item = new QTableWidgetItem(text);
    item->setFlags(editable ? item->flags() | Qt::ItemIsEditable : item->flags() & ~Qt::ItemIsEditable);
    return item;
}

/// Dollars with cents, and what is finer.
QString valueText(double value)
{
    constexpr int cents = 2;
    const QString exact = QString::number(value);
    const qsizetype point = exact.indexOf(u'.');
    const bool fine = exact.contains(u'e') || (point >= 0 && exact.size() - point - 1 > cents);
    return fine ? exact : QString::number(value, 'f', cents);
}

QString kindText(const Price& p)
{
    const QString kind = toQString(priceKindLabel(p.kind));
    return p.rent ? QStringLiteral("%1, %2").arg(kind, toQString(rentId(*p.rent))) : kind;
}

} // namespace

PricesPage::PricesPage(PriceList list, QWidget* parent)
    : QWidget(parent)
    , m_list(std::move(list))
    , m_table(new QTableWidget)
{
    setWindowTitle(tr("Prices"));
    m_table->setAccessibleName(tr("Prices"));
    m_table->setColumnCount(column_count);
    m_table->setHorizontalHeaderLabels({tr("What"), tr("Unit"), tr("Price"), tr("Date"), tr("Source")});
    flatten(*m_table);
    m_table->horizontalHeader()->setStretchLastSection(true);
    auto* note = new QLabel(
        tr("A GPU-hour costs GPU × (1 + storage) + board power × price of energy. Rents include power and the network "
           "of the cluster; between several nodes, the network's share is replaced by the price of the network chosen. "
           "Prices are as of their date; enter your own, such as 0.75*0.33. They are saved between sessions."));
    note->setWordWrap(true);
    auto* buttons = new QDialogButtonBox;
    QPushButton* reset = buttons->addButton(tr("As shipped"), QDialogButtonBox::ResetRole);
    QPushButton* use = buttons->addButton(tr("Use for this scenario"), QDialogButtonBox::ActionRole);
    use->setToolTip(tr("Use the list's price of the scenario's GPUs and network; Ctrl+Z undoes it"));
    connect(use, &QPushButton::clicked, this, &PricesPage::wanted);
    connect(reset, &QPushButton::clicked, this, [this] {
        m_list = shippedPrices();
        fill();
        emit changed(m_list);
    });
    connect(m_table, &QTableWidget::cellChanged, this, &PricesPage::take);
    auto* column = new QVBoxLayout(this);
    column->addWidget(note);
    column->addWidget(m_table, 1);
    column->addWidget(buttons);
    fill();
    m_table->resizeColumnsToContents();
    alignHeadings(*m_table);
    setFocusProxy(m_table);
}

void PricesPage::fill()
{
    const QSignalBlocker quiet(m_table);
    m_table->setRowCount(static_cast<int>(m_list.prices.size()));
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const Price& p = m_list.prices[static_cast<std::size_t>(row)];
        m_table->setItem(row, name_column, makeItem(toQString(p.name), false));
        m_table->setItem(row, kind_column, makeItem(kindText(p), false));
        auto* value = makeItem(valueText(p.value), true);
        value->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        m_table->setItem(row, value_column, value);
        m_table->setItem(row, date_column, makeItem(toQString(p.date), true));
        auto* source = makeItem(toQString(p.source), true);
        source->setToolTip(plainToolTip(toQString(p.source))); // which has no room
        m_table->setItem(row, source_column, source);
    }
}

void PricesPage::select(std::string_view id)
{
    const auto found = std::ranges::find(m_list.prices, id, &Price::id);
    if (found == m_list.prices.end())
        return;
    m_table->setCurrentCell(static_cast<int>(found - m_list.prices.begin()), value_column);
    m_table->scrollToItem(m_table->currentItem(), QAbstractItemView::PositionAtCenter);
    m_table->setFocus();
}

void PricesPage::take(int row, int column)
{
    Price& p = m_list.prices[static_cast<std::size_t>(row)];
    const QString text = m_table->item(row, column)->text().trimmed();
    bool is_number = true;
    if (column == value_column) {
        const Result<double> value = parseQuantity(text.toStdString(), Unit::none);
        is_number = value && *value >= 0 && *value <= 1e6;
        if (is_number) {
            p.value = *value;
            p.low = p.high = 0;
            p.assumed = false;
            p.date = QDate::currentDate().toString(QStringLiteral("yyyy-MM")).toStdString();
            p.source = tr("entered by hand").toStdString();
        }
    } else if (column == date_column) {
        p.date = text.toStdString();
    } else {
        p.source = text.toStdString();
    }
    fill();
    if (is_number)
        emit changed(m_list);
}

} // namespace kneepoint
