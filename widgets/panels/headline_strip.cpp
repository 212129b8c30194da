// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/headline_strip.h"

#include "model/explore/sentences.h"
#include "model/scenario/units.h"
#include "widgets/panels/compared_figures.h"
#include "widgets/panels/elided_line.h"
#include "widgets/panels/figure.h"
#include "widgets/text.h"

#include <QHBoxLayout>

#include <cmath>

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
    m_step = addFigure(*row, tr("step time"), 7, true);
    m_throughput = addFigure(*row, tr("throughput"), 5);
    m_mfu = addFigure(*row, tr("MFU"), 3);
    m_efficiency = addFigure(*row, tr("efficiency"), 5);
    m_knee = addFigure(*row, tr("knee"), 8);
    m_time = addFigure(*row, tr("to train"), 4);
    m_cost = addFigure(*row, tr("cost of the run"), 4);
    column->addLayout(row);

    column->addWidget(m_line);
    setWhatsThis(tr("The answer in figures. The small figures behind the step time say how far a measured one may lie "
                    "above and below it, nine times out of ten."));
    setTheme(m_mode);
}

Figure* HeadlineStrip::addFigure(QHBoxLayout& row, const QString& caption, int share, bool strong)
{
    auto* figure = new Figure(caption, strong);
    row.addWidget(figure, share);
    return figure;
}

void HeadlineStrip::setReference(const std::optional<Analysis>& reference)
{
    m_reference = reference;
    if (m_analysis)
        showFigures();
}

void HeadlineStrip::showFigure(
    Figure& figure, const QString& caption, const QString& brief, Unit unit, double (*value)(const Analysis&))
{
    const auto joined = [](QStringList parts) {
        parts.removeAll(QString());
        return parts.join(QStringLiteral(" · "));
    };
    const double now = value(*m_analysis);
    figure.setValue(quantity(now, unit));
    if (!m_reference) {
        figure.setCaption(caption, brief);
        return;
    }
    const double then = value(*m_reference);
    const QString change = changeText(then, now);
    figure.setCaption(joined({caption, change, tr("A %1").arg(quantity(then, unit))}), joined({brief, change}));
}

/// With what the step will be nine times out of ten.
void HeadlineStrip::showStep()
{
    const Analysis& a = *m_analysis;
    const PredictionInterval& interval = a.prediction_interval;
    const bool measured = interval.rows > 0;
    const bool outside = measured && !interval.outside.empty();
    const QString name = tr("step time");
    showFigure(*m_step, outside && !m_reference ? tr("step time, outside what was measured") : name,
        outside ? tr("step time, unmeasured") : name, Unit::seconds, [](const Analysis& x) { return x.step.step_s; });
    Spread spread;
    if (measured) {
        spread.above = changeText(a.step.step_s, interval.high_s);
        spread.below = changeText(a.step.step_s, interval.low_s);
        spread.doubtful = outside;
        spread.about = tr("Nine times out of ten between %1 and %2, learned from %3 measured runs, nearest %4.")
                           .arg(quantity(interval.low_s, Unit::seconds), quantity(interval.high_s, Unit::seconds))
                           .arg(std::lround(interval.rows))
                           .arg(toQString(interval.kind));
    }
    m_step->setSpread(spread);
}

void HeadlineStrip::showFigures()
{
    const Analysis& a = *m_analysis;
    showStep();
    if (a.scenario.workload.kind == ModelKind::transformer && a.scenario.workload.sequence_length > 1)
        showFigure(*m_throughput, tr("throughput"), tr("throughput"), Unit::tokens_per_second,
            [](const Analysis& x) { return x.headline.tokens_per_s; });
    else
        showFigure(*m_throughput, tr("throughput"), tr("throughput"), Unit::examples_per_second,
            [](const Analysis& x) { return x.headline.examples_per_s; });
    showFigure(*m_mfu, tr("MFU"), tr("MFU"), Unit::ratio, [](const Analysis& x) { return x.headline.mfu; });
    showFigure(*m_efficiency, tr("efficiency at K = %1").arg(quantity(a.step.workers, Unit::none)), tr("efficiency"),
        Unit::ratio, [](const Analysis& x) { return x.headline.efficiency; });
    showFigure(
        *m_time, tr("to train"), tr("to train"), Unit::hours, [](const Analysis& x) { return x.training.time_s; });
    showFigure(
        *m_cost, tr("cost of the run"), tr("cost"), Unit::dollars, [](const Analysis& x) { return x.training.cost; });
    showKnee();
}

void HeadlineStrip::showKnee()
{
    const auto text = [](const Knee* knee) {
        return knee ? tr("K = %1").arg(quantity(knee->workers, Unit::none)) : tr("none");
    };
    const Knee* knee = mainKnee(m_analysis->curve.knees);
    QString caption = tr("knee");
    if (!knee)
        caption = tr("knee up to K = %1").arg(quantity(m_analysis->curve.max_workers, Unit::none));
    else if (knee->cause != Cause::none)
        caption = tr("knee: %1").arg(toQString(causeLabel(knee->cause)));
    m_knee->setValue(text(knee));
    m_knee->setCaption(m_reference ? tr("%1 · A %2").arg(caption, text(mainKnee(m_reference->curve.knees))) : caption);
}

void HeadlineStrip::show(const Analysis& a)
{
    m_analysis = a;
    showFigures();

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
    m_step->setTheme(mode);
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
