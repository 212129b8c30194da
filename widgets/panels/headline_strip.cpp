// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/headline_strip.h"

#include "model/explore/sentences.h"
#include "model/scenario/units.h"
#include "widgets/panels/elided_line.h"
#include "widgets/panels/figure.h"
#include "widgets/text.h"

#include <QHBoxLayout>

namespace kneepoint {
namespace {

QString quantity(double value, Unit unit)
{
    return toQString(formatQuantity(value, unit));
}

/// The knee that the curve is remembered by: γ = 1 first, then the tolerance, then the bend.
const Knee* mainKnee(const Knees& knees)
{
    for (const auto* knee : {&knees.gamma, &knees.tolerance, &knees.curvature})
        if (*knee)
            return &**knee;
    return nullptr;
}

} // namespace

HeadlineStrip::HeadlineStrip(QWidget* parent)
    : QFrame(parent)
    , m_line(new ElidedLine)
{
    setObjectName(QStringLiteral("headline"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 4, 12, 6);
    column->setSpacing(2);
    auto* row = new QHBoxLayout;
    row->setSpacing(16);
    m_step = addFigure(*row, tr("step time"), 5, true);
    m_throughput = addFigure(*row, tr("throughput"), 5);
    m_mfu = addFigure(*row, tr("MFU"), 3);
    m_efficiency = addFigure(*row, tr("efficiency"), 5);
    m_knee = addFigure(*row, tr("knee"), 8);
    m_time = addFigure(*row, tr("to train"), 4);
    m_cost = addFigure(*row, tr("cost of the run"), 4);
    column->addLayout(row);

    column->addWidget(m_line);
    setTheme(m_mode);
}

Figure* HeadlineStrip::addFigure(QHBoxLayout& row, const QString& caption, int share, bool strong)
{
    auto* figure = new Figure(caption, strong);
    row.addWidget(figure, share);
    return figure;
}

void HeadlineStrip::show(const Analysis& a)
{
    const double k = a.step.workers;
    m_step->setValue(quantity(a.step.step_s, Unit::seconds));
    const bool tokens = a.scenario.workload.kind == ModelKind::transformer && a.scenario.workload.sequence_length > 1;
    m_throughput->setValue(tokens ? quantity(a.headline.tokens_per_s, Unit::tokens_per_second)
                                  : quantity(a.headline.examples_per_s, Unit::examples_per_second));
    m_mfu->setValue(quantity(a.headline.mfu, Unit::ratio));
    m_efficiency->setValue(quantity(a.headline.efficiency, Unit::ratio));
    m_efficiency->setCaption(tr("efficiency at K = %1").arg(quantity(k, Unit::none)));
    if (const Knee* knee = mainKnee(a.curve.knees)) {
        m_knee->setValue(tr("K = %1").arg(quantity(knee->workers, Unit::none)));
        m_knee->setCaption(
            knee->cause == Cause::none ? tr("knee") : tr("knee: %1").arg(toQString(causeLabel(knee->cause))));
    } else {
        m_knee->setValue(tr("none"));
        m_knee->setCaption(tr("knee up to K = %1").arg(quantity(a.curve.max_workers, Unit::none)));
    }
    m_time->setValue(quantity(a.training.time_s, Unit::hours));
    m_cost->setValue(quantity(a.training.cost, Unit::dollars));

    QStringList sentences;
    for (const std::string& remark : remarks(a))
        sentences << toQString(remark);
    m_warning = sentences.join(u' ');
    setAccessibleName(toQString(headlineSentence(a)));
    setAccessibleDescription(m_warning);
    showLine();
}

void HeadlineStrip::setNote(const QString& title, const QString& about)
{
    m_note = about.isEmpty() ? title : title + QStringLiteral(" · ") + about;
    showLine();
}

void HeadlineStrip::setTheme(ThemeMode mode)
{
    m_mode = mode;
    showLine();
}

void HeadlineStrip::showLine()
{
    const bool warns = !m_warning.isEmpty();
    const QString text = warns ? QStringLiteral("⚠ ") + m_warning : m_note;
    const QColor color = warns ? theme(m_mode).warning : theme(m_mode).muted;
    m_line->setText(text);
    QPalette colors = m_line->palette();
    if (colors.color(QPalette::WindowText) != color) {
        colors.setColor(QPalette::WindowText, color);
        m_line->setPalette(colors);
    }
}

} // namespace kneepoint
