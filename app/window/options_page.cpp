// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/options_page.h"

#include "model/catalogue/catalogue.h"
#include "model/catalogue/option_names.h"
#include "widgets/panels/compared_figures.h"
#include "widgets/panels/flat_table.h"
#include "widgets/text.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QPainter>
#include <QPushButton>
#include <QStyledItemDelegate>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace kneepoint {
namespace {

constexpr int row_height = 32;
constexpr int cell_side = 8; ///< as that of the headers

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

/// "B" over "GB300, 256 GPUs".
QString titled(char letter, const QString& name, bool open)
{
    const QString first = open ? OptionsPage::tr("%1 (open)").arg(QLatin1Char(letter)) : QString(QLatin1Char(letter));
    return name.isEmpty() ? first : first + u'\n' + name;
}

/// What tells the open scenario from the pins.
QString openName(const std::vector<Pin>& pins, const Analysis& open)
{
    std::vector<const Scenario*> jobs{&open.scenario};
    for (const Pin& pin : pins)
        jobs.push_back(&pin.file.scenario);
    return toQString(optionNames(jobs).front());
}

/// Lines between rows alone, and the difference from A muted under a figure, green or orange where it is a gain or a
/// loss.
class LinedCells : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        QSize size = QStyledItemDelegate::sizeHint(option, index);
        int width = 0;
        const QStringList lines = index.data().toString().split(u'\n');
        for (const QString& line : lines)
            width = std::max(width, option.fontMetrics.horizontalAdvance(line));
        size.setWidth(width + 2 * cell_side);
        size.setHeight(std::max(row_height, static_cast<int>(lines.size()) * option.fontMetrics.height() + 10));
        return size;
    }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Theme& colors = theme(modeOf(option.palette));
        if (option.state.testFlag(QStyle::State_Selected))
            painter->fillRect(option.rect, colors.tint);
        painter->setPen(colors.grid);
        painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
        const QStringList lines = index.data().toString().split(u'\n');
        const int line = option.fontMetrics.height();
        QRect place = option.rect.adjusted(cell_side, 0, -cell_side, 0);
        place.setTop(place.top() + (place.height() - line * static_cast<int>(lines.size())) / 2);
        place.setHeight(line);
        for (const QString& text : lines) {
            const bool better = text.endsWith(OptionsPage::tr("better"));
            const bool worse = text.endsWith(OptionsPage::tr("worse"));
            painter->setPen(&text == &lines.front() ? colors.text
                    : better                        ? colors.better
                    : worse                         ? colors.worse
                                                    : colors.muted);
            painter->drawText(place, Qt::AlignRight | Qt::AlignVCenter, text);
            place.translate(0, line);
        }
    }
};

void addRow(QTableWidget& table, const QString& label)
{
    table.insertRow(table.rowCount());
    table.setVerticalHeaderItem(table.rowCount() - 1, new QTableWidgetItem(label));
}

} // namespace

OptionsPage::OptionsPage(Comparison& comparison, QWidget* parent)
    : QWidget(parent)
    , m_comparison(comparison)
    , m_table(new QTableWidget)
{
    setWindowTitle(tr("Options"));
    m_table->setAccessibleName(windowTitle());
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    flatten(*m_table);
    m_table->setSelectionBehavior(QAbstractItemView::SelectColumns);
    m_table->setItemDelegate(new LinedCells(m_table));
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_table->verticalHeader()->show(); // the names of the figures
    m_table->verticalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->verticalHeader()->setHighlightSections(false);
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->verticalHeader()->setMinimumSectionSize(row_height);

    auto* buttons = new QDialogButtonBox;
    QPushButton* remove = buttons->addButton(tr("&Unpin column"), QDialogButtonBox::ActionRole);
    connect(remove, &QPushButton::clicked, this, [this] {
        if (const int column = m_table->currentColumn(); column >= 0 && column != m_open_column)
            m_comparison.remove(static_cast<std::size_t>(column));
    });
    connect(buttons->addButton(tr("&Copy table"), QDialogButtonBox::ActionRole), &QPushButton::clicked, this,
        &OptionsPage::copy);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_table, 1);
    column->addWidget(buttons);
    setFocusProxy(m_table);
}

void OptionsPage::show(const QString& title, const Analysis& open)
{
    const std::vector<Pin>& pins = m_comparison.pins();
    const auto is_open = [&](const Pin& pin) { return pin.file.scenario == open.scenario; };
    std::vector<Column> columns;
    for (std::size_t i = 0; i < pins.size(); ++i)
        columns.push_back({titled(optionLetter(i), pins[i].name, is_open(pins[i])), pins[i].analysis.get()});
    m_open_column = -1;
    if (std::ranges::none_of(pins, is_open)) {
        m_open_column = static_cast<int>(columns.size());
        columns.push_back(
            {pins.empty() ? title : titled(optionLetter(pins.size()), openName(pins, open), true), &open});
    }
    const Analysis* reference = columns.size() > 1 ? columns.front().analysis : nullptr;

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
    std::vector<const Metric*> metrics = metricsUpTo(Prominence::summary);
    std::stable_partition(
        metrics.begin(), metrics.end(), [](const Metric* m) { return m->prominence == Prominence::headline; });
    for (const Metric* m : metrics) {
        if (std::ranges::none_of(columns, [&](const Column& c) { return applies(*m, c.analysis->scenario); }))
            continue;
        fill(toQString(m->label), [&](const Analysis& a) {
            const bool compared =
                reference && &a != reference && otherKindOfJob(a.scenario, reference->scenario).empty();
            return joined(
                {figureText(*m, a), compared ? comparedWith(*m, *reference, a).text : QString()}, QStringLiteral("\n"));
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
}

void OptionsPage::copy()
{
    QString text;
    for (int column = 0; column < m_table->columnCount(); ++column)
        text += u'\t' + m_table->horizontalHeaderItem(column)->text().replace(u'\n', u' ');
    for (int row = 0; row < m_table->rowCount(); ++row) {
        text += u'\n' + m_table->verticalHeaderItem(row)->text();
        for (int column = 0; column < m_table->columnCount(); ++column)
            text += u'\t' + m_table->item(row, column)->text().replace(u'\n', u' ');
    }
    QApplication::clipboard()->setText(text);
}

} // namespace kneepoint
