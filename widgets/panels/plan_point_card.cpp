// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/plan_point_card.h"

#include "model/results/metric.h"
#include "widgets/charts/kit/words.h"
#include "widgets/charts/plan_chart.h"
#include "widgets/style/style.h"
#include "widgets/text.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace kneepoint {
namespace {

constexpr int gap = 12;

QLabel* makeLabel(FontRole role, bool muted)
{
    auto* label = new QLabel;
    label->setTextFormat(Qt::PlainText);
    label->setFont(roleFont(label->font(), role));
    if (muted)
        label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

} // namespace

PlanPointCard::PlanPointCard(QWidget* parent)
    : QWidget(parent)
    , m_name(makeLabel(FontRole::title, false))
    , m_mark(makeLabel(FontRole::small, true))
    , m_layout(makeLabel(FontRole::base, false))
    , m_open(new QPushButton(tr("Open on the board")))
{
    setAccessibleName(tr("Cluster of the plan"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(gap, gap, gap, gap);
    column->setSpacing(gap / 2);
    m_name->setWordWrap(true);
    m_layout->setWordWrap(true);
    for (QLabel* label : {m_name, m_layout})
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(m_mark);
    column->addWidget(m_name);
    auto* grid = new QGridLayout;
    grid->setVerticalSpacing(2);
    grid->setHorizontalSpacing(gap);
    m_time = addCell(*grid, tr("Time"), 0, 0);
    m_cost = addCell(*grid, tr("Cost"), 0, 1);
    m_mfu = addCell(*grid, tr("MFU"), 1, 0);
    m_power = addCell(*grid, tr("Power"), 1, 1);
    column->addLayout(grid);
    auto* caption = makeLabel(FontRole::small, true);
    caption->setText(tr("Layout"));
    auto* layout = new QVBoxLayout;
    layout->setSpacing(2);
    layout->addWidget(caption);
    layout->addWidget(m_layout);
    column->addLayout(layout);
    column->addStretch(1);
    auto* compare = new QPushButton(tr("Compare with now"));
    m_open->setToolTip(tr("Open this cluster as the scenario; Ctrl+Z undoes it"));
    compare->setToolTip(tr("Pin the current scenario as A and open this cluster beside it"));
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(m_open, 1);
    row->addWidget(compare);
    column->addLayout(row);
    connect(m_open, &QPushButton::clicked, this, &PlanPointCard::openWanted);
    connect(compare, &QPushButton::clicked, this, &PlanPointCard::compareWanted);
}

PlanPointCard::Cell PlanPointCard::addCell(QGridLayout& grid, const QString& caption, int row, int column)
{
    const Cell cell{makeLabel(FontRole::figure, false), makeLabel(FontRole::small, true)};
    auto* name = makeLabel(FontRole::small, true);
    name->setText(caption);
    constexpr int lines = 4; // of a cell: caption, value, note, space
    grid.addWidget(name, lines * row, column);
    grid.addWidget(cell.value, lines * row + 1, column);
    grid.addWidget(cell.note, lines * row + 2, column);
    for (QLabel* label : {cell.value, cell.note})
        label->setMinimumHeight(label->fontMetrics().height());
    constexpr int between = 8;
    grid.setRowMinimumHeight(lines * row + lines - 1, between);
    grid.setColumnStretch(column, 1);
    cell.value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return cell;
}

void PlanPointCard::show(const PlanPoint& point, const PlanLimits& limits, bool recommended)
{
    m_name->setText(PlanChart::hardwareText(point));
    m_mark->setText(recommended  ? tr("Recommended")
            : point.keeps_limits ? tr("Meets the limits")
                                 : tr("Outside the limits"));
    const Scenario& s = point.scenario;
    m_time.value->setText(text(point.run.time_s, Unit::hours));
    const bool limited = limits.deadline_s > 0 || limits.budget > 0;
    m_time.note->setText(limited && point.chance
            ? tr("chance to meet the limits %1").arg(toQString(chanceText(*point.chance)))
            : tr("%1 GPU-hours").arg(text(point.run.gpu_hours, Unit::count)));
    m_cost.value->setText(text(point.run.cost, Unit::dollars));
    m_cost.note->setText(tr("%1 per GPU").arg(text(s.cluster.price_per_gpu_hour, Unit::dollars_per_hour)));
    m_mfu.value->setText(text(kneepoint::metric("mfu").of_step(s, point.step).value_or(0), Unit::ratio));
    m_mfu.note->setText(tr("%1 per step").arg(text(point.step.step_s, Unit::seconds)));
    m_power.value->setText(text(point.power_w, Unit::watts));
    m_power.note->setText(tr("of the GPUs"));
    m_layout->setText(withUnbrokenNumbers(toQString(layoutText(s, point.layout))));
    m_open->setProperty(primary_property, recommended);
    m_open->update();
}

/// Whole, whatever wraps at its width.
QSize PlanPointCard::minimumSizeHint() const
{
    return {QWidget::minimumSizeHint().width(), layout()->heightForWidth(width())};
}

QString PlanPointCard::name() const
{
    return m_name->text();
}

} // namespace kneepoint
