// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/plan_table.h"

#include "model/results/metric.h"
#include "model/search/auto_plan.h"
#include "widgets/charts/plan_chart.h"
#include "widgets/text.h"

#include <QHeaderView>
#include <QPainter>
#include <QSignalBlocker>

#include <algorithm>
#include <tuple>

namespace kneepoint {
namespace {

constexpr int rows_on_show = 7;
constexpr int plan_columns = 7;
constexpr int chance_column = 3;
const QString before_layout = QStringLiteral("\u2003"); ///< between right-aligned numbers and the layout

/// Whether the GPUs and the network are the same in all rows, which then need not name them.
bool areAlike(const std::vector<PlanPoint>& points)
{
    return std::ranges::all_of(points, [&](const PlanPoint& p) {
        const Cluster &one = p.scenario.cluster, &first = points.front().scenario.cluster;
        return one.gpu == first.gpu && one.interconnect == first.interconnect;
    });
}

QStringList cellsOf(const PlanPoint& p, bool alike)
{
    return {alike ? toQString(p.scenario.cluster.gpus, Unit::none) : PlanChart::hardwareText(p),
        toQString(p.run.time_s, Unit::hours), toQString(p.run.cost, Unit::dollars),
        p.chance ? toQString(chanceText(*p.chance)) : QStringLiteral("–"),
        toQString(metric("mfu").of_step(p.scenario, p.step).value_or(0), Unit::ratio),
        toQString(p.step.step_s, Unit::seconds), before_layout + toQString(layoutText(p.scenario, p.layout))};
}

} // namespace

PlanTable::PlanTable(QWidget* parent)
    : QTableWidget(0, plan_columns, parent)
{
    setAccessibleName(tr("Clusters"));
    setFrameShape(QFrame::NoFrame);
    setHorizontalHeaderLabels(
        {tr("GPUs"), tr("Time"), tr("Cost"), tr("Chance"), tr("MFU"), tr("Step"), before_layout + tr("Layout")});
    horizontalHeaderItem(chance_column)
        ->setToolTip(
            tr("Probability of fitting in memory and of meeting the deadline and the budget with the whole campaign"));
    for (int column = 0; column < plan_columns; ++column)
        horizontalHeaderItem(column)->setTextAlignment(
            Qt::AlignVCenter | (column > 0 && column < plan_columns - 1 ? Qt::AlignRight : Qt::AlignLeft));
    horizontalHeader()->setStretchLastSection(true);
    horizontalHeader()->setHighlightSections(false);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(std::max(28, fontMetrics().height() + 10));
    setShowGrid(false);
    setWordWrap(false);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setTabKeyNavigation(false);
    connect(this, &QTableWidget::currentCellChanged, this, [this](int row, int, int before, int) {
        if (row >= 0 && row != before)
            emit chosen(point(row));
    });
    const auto open = [this](int row) { emit opened(PlanPoint(point(row))); };
    connect(this, &QTableWidget::cellActivated, this, open);
}

void PlanTable::show(const PlanAnswer& answer, const PlanLimits& limits)
{
    setColumnHidden(chance_column, limits.deadline_s <= 0 && limits.budget <= 0);
    m_points = answer.pareto;
    const auto add = [this](const PlanPoint& p) {
        if (std::ranges::find(m_points, p.edit, &PlanPoint::edit) == m_points.end())
            m_points.push_back(p);
    };
    for (const PlanCandidate& candidate : answer.candidates)
        if (candidate.point)
            add(*candidate.point);
    if (answer.recommended)
        add(*answer.recommended);
    std::ranges::stable_sort(m_points, {}, [&answer](const PlanPoint& p) {
        const bool recommended = answer.recommended && answer.recommended->edit == p.edit;
        return std::tuple(!recommended, !meetsLimits(p), p.run.cost);
    });
    const QSignalBlocker quiet(this);
    setRowCount(static_cast<int>(m_points.size()));
    const bool alike = areAlike(m_points);
    const QBrush muted = palette().brush(QPalette::PlaceholderText);
    for (int row = 0; row < rowCount(); ++row) {
        const QStringList cells = cellsOf(point(row), alike);
        for (int column = 0; column < plan_columns; ++column) {
            auto* item = new QTableWidgetItem(cells[column]);
            item->setTextAlignment(Qt::Alignment(horizontalHeaderItem(column)->textAlignment()));
            if (!meetsLimits(point(row)))
                item->setForeground(muted);
            item->setToolTip(plainToolTip(meetsLimits(point(row)) ? cells[column] : tr("Outside the limits")));
            setItem(row, column, item);
        }
    }
    for (int column = 0; column + 1 < plan_columns; ++column) {
        resizeColumnToContents(column);
        setColumnWidth(column, columnWidth(column) + 24);
    }
    setCurrentCell(-1, -1);
    updateGeometry();
}

void PlanTable::choose(const PlanPoint& wanted)
{
    const auto at = std::ranges::find(m_points, wanted.edit, &PlanPoint::edit);
    if (at != m_points.end())
        setCurrentCell(static_cast<int>(at - m_points.begin()), 0);
}

void PlanTable::setNotice(const QString& sentence)
{
    m_notice = sentence;
    setAccessibleDescription(sentence);
    viewport()->update();
}

void PlanTable::paintEvent(QPaintEvent* event)
{
    QTableWidget::paintEvent(event);
    if (rowCount() > 0)
        return;
    QPainter painter(viewport());
    painter.setPen(palette().color(QPalette::PlaceholderText));
    constexpr int side = 16;
    painter.drawText(viewport()->rect().adjusted(side, 0, -side, 0), Qt::AlignCenter | Qt::TextWordWrap, m_notice);
}

QSize PlanTable::sizeHint() const
{
    const int rows = std::min(rowCount(), rows_on_show);
    return {400, horizontalHeader()->sizeHint().height() + rows * verticalHeader()->defaultSectionSize() + 4};
}

} // namespace kneepoint
