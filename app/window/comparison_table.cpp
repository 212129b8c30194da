// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/comparison_table.h"

#include "model/catalogue/catalogue.h"
#include "widgets/panels/compared_figures.h"
#include "widgets/panels/flat_table.h"
#include "widgets/text.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace kneepoint {
namespace {

struct Column {
    QString title;
    const Analysis* analysis;
};

QTableWidgetItem* makeItem(const QString& text)
{
    auto* item = new QTableWidgetItem(text);
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return item;
}

QString joined(QStringList parts, const QString& separator)
{
    parts.removeAll(QString());
    return parts.join(separator);
}

/// The value with its definition or mark: "K = 23 (efficiency below 80 %)", "2.41 s (does not fit in memory)".
QString figureText(const Metric& m, const Analysis& a)
{
    const QString detail = m.detail ? toQString(m.detail(a)) : QString();
    const QString about = joined({detail, toQString(markOf(m, a))}, QStringLiteral(", "));
    return toQString(valueText(m, a)) + (about.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(about));
}

void addRow(QTableWidget& table, const QString& label)
{
    table.insertRow(table.rowCount());
    table.setVerticalHeaderItem(table.rowCount() - 1, new QTableWidgetItem(label));
}

} // namespace

ComparisonTable::ComparisonTable(Comparison& comparison, QWidget* parent)
    : QDialog(parent)
    , m_comparison(comparison)
    , m_table(new QTableWidget)
{
    setWindowTitle(tr("Compare scenarios"));
    m_table->setAccessibleName(windowTitle());
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    flatten(*m_table);
    m_table->verticalHeader()->show(); // the names of the figures
    m_table->verticalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    QPushButton* remove = buttons->addButton(tr("&Unpin column"), QDialogButtonBox::ActionRole);
    connect(remove, &QPushButton::clicked, this, [this] {
        if (const int column = m_table->currentColumn(); column > 0)
            m_comparison.remove(static_cast<std::size_t>(column - 1));
    });
    connect(buttons->addButton(tr("&Copy table"), QDialogButtonBox::ActionRole), &QPushButton::clicked, this,
        &ComparisonTable::copy);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_table, 1);
    column->addWidget(buttons);
    resizeWithin(*this, {820, 560});
}

void ComparisonTable::show(const QString& title, const Analysis& open)
{
    std::vector<Column> columns{{tr("%1 (open)").arg(title), &open}};
    for (const Pin& pin : m_comparison.pins()) {
        const QString name = toQString(pin.file.title);
        columns.push_back({columns.size() == 1 ? tr("A: %1").arg(name) : name, pin.analysis.get()});
    }
    const Analysis* reference = columns.size() > 1 ? columns[1].analysis : nullptr;

    m_table->setRowCount(0);
    m_table->setColumnCount(static_cast<int>(columns.size()));
    for (int i = 0; i < m_table->columnCount(); ++i)
        m_table->setHorizontalHeaderItem(i, new QTableWidgetItem(columns[static_cast<std::size_t>(i)].title));
    const auto fill = [&](const QString& label, auto&& text) {
        addRow(*m_table, label);
        for (int i = 0; i < m_table->columnCount(); ++i)
            m_table->setItem(
                m_table->rowCount() - 1, i, makeItem(text(*columns[static_cast<std::size_t>(i)].analysis)));
    };
    for (const Metric* m : metricsUpTo(Prominence::summary)) {
        if (std::ranges::none_of(columns, [&](const Column& c) { return applies(*m, c.analysis->scenario); }))
            continue;
        fill(toQString(m->label), [&](const Analysis& a) {
            const QString change = reference && &a != reference ? comparedWith(*m, *reference, a).text : QString();
            return joined({figureText(*m, a), change}, QStringLiteral("  "));
        });
        const int row = m_table->rowCount() - 1;
        m_table->verticalHeaderItem(row)->setWhatsThis(helpText(*m));
        m_table->verticalHeaderItem(row)->setToolTip(plainToolTip(toQString(m->help)));
    }
    for (const Parameter& p : catalogue()) {
        const auto differs = [&](const Column& c) {
            return p.get(c.analysis->scenario) != p.get(columns.front().analysis->scenario);
        };
        const auto looksAlike = [&](const Column& c) { // rounded
            const double here = p.get(c.analysis->scenario), first = p.get(columns.front().analysis->scenario);
            return here != first && briefText(p, here) == briefText(p, first);
        };
        if (!std::ranges::any_of(columns, differs))
            continue;
        const bool exact = std::ranges::any_of(columns, looksAlike);
        fill(toQString(p.label), [&](const Analysis& a) {
            const double value = p.get(a.scenario);
            return toQString(exact ? valueText(p, value) : briefText(p, value));
        });
    }
    alignHeadings(*m_table);
    if (!isVisible())
        fitColumns();
}

/// Wide enough for all columns, but not wider than the window behind it.
void ComparisonTable::fitColumns()
{
    constexpr int frame = 60; // margins and scroll bar
    const int columns = m_table->verticalHeader()->sizeHint().width() + m_table->horizontalHeader()->length();
    resizeWithin(*this, {std::max(width(), columns + frame), height()});
}

void ComparisonTable::copy()
{
    QString text;
    for (int column = 0; column < m_table->columnCount(); ++column)
        text += u'\t' + m_table->horizontalHeaderItem(column)->text();
    for (int row = 0; row < m_table->rowCount(); ++row) {
        text += u'\n' + m_table->verticalHeaderItem(row)->text();
        for (int column = 0; column < m_table->columnCount(); ++column)
            text += u'\t' + m_table->item(row, column)->text();
    }
    QApplication::clipboard()->setText(text);
}

} // namespace kneepoint
