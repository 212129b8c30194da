// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/plan_point_card.h"

#include "model/results/metric.h"
#include "model/search/auto_plan.h"
#include "model/search/layout_parts.h"
#include "widgets/box_layouts.h"
#include "widgets/charts/plan_chart.h"
#include "widgets/controls/section.h"
#include "widgets/controls/wrapped_label.h"
#include "widgets/panels/flow_layout.h"
#include "widgets/panels/plan_strip.h"
#include "widgets/panels/tall_area.h"
#include "widgets/style/shapes.h"
#include "widgets/style/style.h"
#include "widgets/text.h"
#include "widgets/theme/role_font.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>

#include <utility>

namespace kneepoint {
namespace {

constexpr int gap = 12;

QLabel* makeLabel(FontRole role, bool muted)
{
    auto* label = new QLabel;
    setRoleFont(*label, role);
    if (muted)
        label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

/// "Megatron-LM" of "Megatron-LM flags".
QString programOf(const Framework& framework)
{
    return toQString(framework.label).section(u' ', 0, 0);
}

} // namespace

PlanPointCard::PlanPointCard(QWidget* parent)
    : Card({}, new QWidget, parent)
    , m_name(makeLabel(FontRole::title, false))
    , m_mark(makeLabel(FontRole::small, true))
    , m_advice(new WrappedLabel({}))
    , m_ways(new FlowLayout(between_chips))
    , m_candidates(new WrappedLabel({}))
    , m_campaign(new WrappedLabel({}))
    , m_layout(new FlowLayout(between_chips))
    , m_why_text(new WrappedLabel({}))
    , m_why(new Section(tr("Why not fewer GPUs?"),
          [this](QVBoxLayout& inner) {
              inner.addWidget(m_why_text);
              m_why_text->show();
          }))
    , m_flags(new Section(tr("Copy launch flags"),
          [this](QVBoxLayout& inner) {
              auto* all = new FlowLayout(between_chips);
              for (const Framework& framework : frameworks()) {
                  auto* copy = new QPushButton(toQString(framework.label));
                  copy->setToolTip(plainToolTip(tr("Copy the layout as %1").arg(toQString(framework.label))));
                  connect(copy, &QPushButton::clicked, this, [this, &framework] { emit flagsWanted(&framework); });
                  all->addWidget(copy);
              }
              inner.addLayout(all);
          }))
    , m_open(new QPushButton(tr("Open on the board")))
{
    setAccessibleName(tr("Cluster of the plan"));
    m_why_text->setParent(this); // also before the section is unfolded
    m_why_text->hide();
    m_why_text->setContentsMargins(0, 0, 0, gap / 2);
    m_name->setWordWrap(true);
    m_name->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* figures = new TallArea(makeFigures(), tr("Figures of the recommended cluster"));
    m_buttons = makeButtons();
    m_advice->setAccessibleName(tr("Recommendation"));
    auto* column = columnIn(content(), {gap, gap, gap, gap}, gap / 2);
    column->addWidget(figures, 1);
    column->addWidget(m_buttons);
    clear();
}

QWidget* PlanPointCard::makeFigures()
{
    auto* figures = new QWidget;
    figures->setAutoFillBackground(true);
    figures->setBackgroundRole(QPalette::Base);
    auto* whole = columnIn(figures, {}, gap / 2);
    whole->addWidget(m_mark);
    whole->addWidget(m_name);
    whole->addWidget(m_advice);
    whole->addLayout(m_ways);
    m_figures = new QWidget;
    whole->addWidget(m_figures);
    whole->addStretch(1);
    auto* column = columnIn(m_figures, {}, gap / 2);
    auto* grid = new QGridLayout;
    grid->setVerticalSpacing(2);
    grid->setHorizontalSpacing(gap);
    m_time = addCell(*grid, tr("Time"), 0, 0);
    m_cost = addCell(*grid, tr("Cost"), 0, 1);
    m_mfu = addCell(*grid, tr("MFU"), 1, 0);
    m_power = addCell(*grid, tr("Power"), 1, 1);
    column->addLayout(grid);
    for (WrappedLabel* note : {m_candidates, m_campaign}) {
        note->setForegroundRole(QPalette::PlaceholderText);
        setRoleFont(*note, FontRole::small);
        note->hide();
    }
    column->addWidget(m_campaign);
    auto* caption = makeLabel(FontRole::small, true);
    caption->setText(tr("Layout"));
    column->addWidget(caption);
    column->addLayout(m_layout);
    column->addWidget(m_candidates);
    QStringList programs;
    for (const Framework& framework : frameworks())
        programs << programOf(framework);
    m_flags->setSummary(programs.join(tr(", ")));
    column->addWidget(m_why);
    column->addWidget(m_flags);
    return figures;
}

QWidget* PlanPointCard::makeButtons()
{
    auto* buttons = new QWidget;
    auto* compare = new QPushButton(tr("Compare with now"));
    m_open->setToolTip(tr("Open this cluster as the scenario; Ctrl+Z undoes it"));
    compare->setToolTip(tr("Pin the current scenario as A and open this cluster beside it"));
    auto* row = rowIn(buttons, {}, 8);
    row->addWidget(m_open, 1);
    row->addWidget(compare);
    connect(m_open, &QPushButton::clicked, this, &PlanPointCard::openWanted);
    connect(compare, &QPushButton::clicked, this, &PlanPointCard::compareWanted);
    return buttons;
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
    for (QWidget* part : {static_cast<QWidget*>(m_mark), static_cast<QWidget*>(m_name), m_figures, m_buttons})
        part->show();
    m_name->setText(PlanChart::hardwareText(point));
    m_mark->setText(recommended             ? tr("Recommended")
            : kneepoint::meetsLimits(point) ? tr("Meets the limits")
            : point.keeps_limits            ? tr("Unlikely to meet the limits")
                                            : tr("Outside the limits"));
    const Scenario& s = point.scenario;
    m_time.value->setText(toQString(point.run.time_s, Unit::hours));
    const bool limited = limits.deadline_s > 0 || limits.budget > 0;
    m_time.note->setText(limited
            ? (point.chance ? tr("chance to meet the limits %1").arg(toQString(chanceText(*point.chance)))
                            : tr("chance unknown"))
            : tr("%1 GPU-hours").arg(toQString(point.run.gpu_hours, Unit::count)));
    m_cost.value->setText(toQString(point.run.cost, Unit::dollars));
    m_cost.note->setText(tr("%1 per GPU").arg(toQString(s.cluster.price_per_gpu_hour, Unit::dollars_per_hour)));
    m_mfu.value->setText(toQString(kneepoint::metric("mfu").of_step(s, point.step).value_or(0), Unit::ratio));
    m_mfu.note->setText(tr("%1 per step").arg(toQString(point.step.step_s, Unit::seconds)));
    m_power.value->setText(toQString(point.power_w, Unit::watts));
    m_power.note->setText(tr("of the site"));
    for (PlanChip* chip : std::exchange(m_parts, {}))
        delete chip;
    for (const LayoutPart& part : kneepoint::layoutParts(s, point.layout)) {
        auto* chip = new PlanChip;
        chip->setPart(toQString(part.name), toQString(part.value), false);
        chip->setFocusPolicy(Qt::NoFocus);
        chip->setAttribute(Qt::WA_TransparentForMouseEvents);
        m_layout->addWidget(chip);
        m_parts << chip;
    }
    m_open->setProperty(primary_property, recommended);
    m_open->update();
}

void PlanPointCard::clear()
{
    m_mark->clear();
    m_name->clear();
    for (QWidget* part : {static_cast<QWidget*>(m_mark), static_cast<QWidget*>(m_name), m_figures, m_buttons})
        part->hide();
    setAdvice({}, {});
    setCandidates({});
    setCampaign({});
}

void PlanPointCard::setAdvice(const QString& sentence, const QList<QPushButton*>& buttons)
{
    for (QPushButton* button : std::exchange(m_way_buttons, buttons)) {
        button->hide(); // a line of them is arranged again before they are gone
        button->deleteLater();
    }
    for (QPushButton* button : m_way_buttons)
        m_ways->addWidget(button);
    m_advice->setText(withUnbrokenNumbers(sentence));
    m_advice->setVisible(!sentence.isEmpty());
}

void PlanPointCard::setCandidates(const QString& sentence)
{
    m_candidates->setText(withUnbrokenNumbers(sentence));
    m_candidates->setVisible(!sentence.isEmpty());
}

void PlanPointCard::setCampaign(const QString& sentence)
{
    m_campaign->setText(withUnbrokenNumbers(sentence));
    m_campaign->setVisible(!sentence.isEmpty());
}

QString PlanPointCard::campaign() const
{
    return m_campaign->text();
}

QString PlanPointCard::advice() const
{
    return m_advice->text();
}

void PlanPointCard::setWhy(const WhyNotFewer& why)
{
    m_why->setVisible(!why.sentence.empty());
    m_why->setSummary(toQString(why.brief));
    m_why_text->setText(withUnbrokenNumbers(toQString(why.sentence)));
}

QStringList PlanPointCard::layoutParts() const
{
    QStringList parts;
    for (const PlanChip* chip : m_parts)
        parts << chip->text();
    return parts;
}

QString PlanPointCard::name() const
{
    return m_name->text();
}

} // namespace kneepoint
