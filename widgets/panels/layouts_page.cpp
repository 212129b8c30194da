// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/layouts_page.h"

#include "model/search/auto_plan.h"
#include "widgets/box_layouts.h"
#include "widgets/charts/layout_map_chart.h"
#include "widgets/panels/flat_table.h"
#include "widgets/panels/layouts_model.h"
#include "widgets/text.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QProgressBar>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

constexpr std::size_t most_rows = 2000;

/// Accepts the rows that contain every word, in any column.
class WordFilter : public QSortFilterProxyModel {
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;
    void setWords(const QString& words)
    {
        m_words = words.split(u' ', Qt::SkipEmptyParts);
        invalidateFilter();
    }

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override
    {
        QString text;
        for (int column = 0; column < sourceModel()->columnCount(parent); ++column)
            text += sourceModel()->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString()
                + sourceModel()->index(row, column, parent).data().toString() + u' ';
        return containsWords(text, m_words);
    }

private:
    QStringList m_words;
};

/// Layouts of one cell of the map whose steps take as long, such as twice the context parallelism with twice the
/// micro-batch, are of one kind.
bool areOfOneKind(const FoundLayout& a, const FoundLayout& b)
{
    constexpr double as_long = 0.005;
    return a.layout[Dimension::tensor] == b.layout[Dimension::tensor]
        && a.layout[Dimension::pipeline] == b.layout[Dimension::pipeline]
        && std::abs(a.step.step_s - b.step.step_s) < as_long * b.step.step_s;
}

QToolButton* makeToggle(const QString& text, QButtonGroup& group)
{
    auto* button = new QToolButton;
    button->setText(text);
    button->setCheckable(true);
    button->setAutoRaise(true);
    group.addButton(button);
    return button;
}

} // namespace

LayoutsPage::LayoutsPage(QWidget* parent)
    : QWidget(parent)
    , m_views(new QStackedWidget)
    , m_map(new LayoutMapChart)
    , m_table(new QTableView)
    , m_model(new LayoutsModel(this))
    , m_sorted(new WordFilter(this))
    , m_metric(new QComboBox)
    , m_filter(new QLineEdit)
    , m_progress(new QProgressBar)
    , m_agreement(new QLabel)
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setWhatsThis(tr("All layouts of the job on its GPUs that fit in memory. The map shows the best layout for each "
                    "combination of tensor and pipeline parallelism, and the table lists them, one per row. Hover over "
                    "a layout to preview it on all charts, click to apply it, press Ctrl+Z to undo it."));
    makeTable();
    m_views->addWidget(m_map);
    m_views->addWidget(m_table);
    auto* column = columnIn(this);
    column->addWidget(makeBar());
    m_agreement->setWordWrap(true);
    m_agreement->setForegroundRole(QPalette::PlaceholderText);
    constexpr int side = 14; // as the sentence of a chart
    m_agreement->setContentsMargins(side, 0, side, 0);
    column->addWidget(m_agreement);
    column->addWidget(m_views, 1);
    connect(m_map, &LayoutMapChart::layoutHovered, this, &LayoutsPage::hovered);
    connect(m_map, &LayoutMapChart::layoutPicked, this, &LayoutsPage::picked);
}

void LayoutsPage::makeTable()
{
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(LayoutsModel::sort_role);
    m_table->setModel(m_sorted);
    m_table->setAccessibleName(tr("Layouts"));
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(11, Qt::AscendingOrder);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    flatten(*m_table);
    m_table->setTabKeyNavigation(false);
    m_table->setMouseTracking(true);
    m_table->viewport()->installEventFilter(this);
    connect(m_table, &QTableView::entered, this, &LayoutsPage::hoverRow);
    const auto pick = [this](const QModelIndex& at) {
        emit picked(m_model->layout(m_sorted->mapToSource(at).row()).layout);
    };
    connect(m_table, &QTableView::clicked, this, pick);
    connect(m_table, &QTableView::activated, this, pick);
}

QWidget* LayoutsPage::makeBar()
{
    auto* bar = new QWidget;
    auto* row = rowIn(bar);
    constexpr int least_width = 72; // of what can do with less, so that the page fits where a chart does
    auto* group = new QButtonGroup(this);
    auto* map = makeToggle(tr("Map"), *group);
    auto* table = makeToggle(tr("Table"), *group);
    map->setChecked(true);
    connect(table, &QToolButton::toggled, this, [this](bool on) {
        m_views->setCurrentIndex(on ? 1 : 0);
        m_metric->setVisible(!on);
        m_filter->setVisible(on);
    });
    m_metric->setMinimumWidth(least_width);
    m_filter->setMinimumWidth(least_width);
    m_metric->setAccessibleName(tr("Color of the map"));
    for (const Metric& m : metrics())
        if (m.of_step && m.better != Better::neither && m.prominence != Prominence::detail)
            m_metric->addItem(toQString(m.label), toQString(m.id));
    m_metric->setCurrentIndex(std::max(0, m_metric->findData(QStringLiteral("step_s"))));
    connect(m_metric, &QComboBox::currentIndexChanged, this,
        [this] { m_map->setMetric(kneepoint::metric(m_metric->currentData().toString().toStdString())); });
    m_filter->setPlaceholderText(tr("Filter: TP8 ZeRO1 selective"));
    m_filter->setAccessibleName(tr("Filter layouts"));
    m_filter->setClearButtonEnabled(true);
    m_filter->hide();
    connect(m_filter, &QLineEdit::textChanged, this, &LayoutsPage::setFilter);
    m_progress->setRange(0, 100);
    m_progress->setTextVisible(false);
    m_progress->setMaximumWidth(80);
    m_progress->setMaximumHeight(6);
    m_progress->setAccessibleName(tr("Layout search"));
    m_progress->hide();
    auto* copy = new QToolButton;
    copy->setText(tr("Copy as"));
    copy->setPopupMode(QToolButton::InstantPopup);
    copy->setAutoRaise(true);
    copy->setToolTip(tr("Copy the selected layout as flags or settings of a framework"));
    auto* menu = new QMenu(copy);
    for (const Framework& framework : frameworks())
        menu->addAction(toQString(framework.label), this, [this, &framework] { emit flagsWanted(&framework); });
    copy->setMenu(menu);
    auto* save = new QToolButton;
    save->setText(tr("CSV…"));
    save->setAutoRaise(true);
    save->setToolTip(tr("Save the table as CSV"));
    connect(save, &QToolButton::clicked, this, &LayoutsPage::csvWanted);
    for (QWidget* widget : {static_cast<QWidget*>(map), static_cast<QWidget*>(table), static_cast<QWidget*>(m_metric),
             static_cast<QWidget*>(m_filter), static_cast<QWidget*>(m_progress)})
        row->addWidget(widget);
    row->addStretch(1);
    row->addWidget(copy);
    row->addWidget(save);
    return bar;
}

void LayoutsPage::show(const SharedAnalysis& analysis)
{
    m_present = layoutOf(analysis->scenario);
    m_map->show(analysis);
    m_model->setPresent(m_present);
}

void LayoutsPage::setMap(const Analysis& of, LayoutMap map)
{
    std::vector<FoundLayout> rows;
    for (const FoundLayout* found : map.ranked())
        if (rows.size() < most_rows
            && (found->layout == m_present
                || std::ranges::none_of(rows, [&](const FoundLayout& row) { return areOfOneKind(*found, row); })))
            rows.push_back(*found);
    const bool first = m_model->isEmpty();
    m_model->setLayouts(of.scenario, std::move(rows));
    for (int column = 0; column < m_model->columnCount(); ++column)
        m_table->setColumnHidden(column, m_model->isAlike(column));
    if (first)
        m_table->resizeColumnsToContents();
    const FoundLayout* best = map.best();
    m_agreement->setText(best ? toQString(agreementText(of.scenario, best->layout, of.calibration)) : QString());
    m_map->setMap(of.scenario, std::move(map));
    setProgress(1);
}

void LayoutsPage::setProgress(double share)
{
    m_progress->setVisible(share < 1);
    m_progress->setValue(static_cast<int>(100 * share));
}

void LayoutsPage::setFilter(const QString& words)
{
    static_cast<WordFilter*>(m_sorted)->setWords(words);
}

QString LayoutsPage::agreement() const
{
    return m_agreement->text();
}

std::string LayoutsPage::csv() const
{
    return m_model->csv();
}

Layout LayoutsPage::chosen() const
{
    const QModelIndex at = m_table->currentIndex();
    return m_views->currentIndex() == 1 && at.isValid() ? m_model->layout(m_sorted->mapToSource(at).row()).layout
                                                        : m_present;
}

void LayoutsPage::hoverRow(const QModelIndex& at)
{
    emit hovered(m_model->layout(m_sorted->mapToSource(at).row()).layout);
}

void LayoutsPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    emit looked(true);
}

void LayoutsPage::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    emit hovered({});
    emit looked(false);
}

bool LayoutsPage::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Leave)
        emit hovered({});
    return QWidget::eventFilter(watched, event);
}

} // namespace kneepoint
