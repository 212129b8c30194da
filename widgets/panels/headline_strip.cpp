// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/headline_strip.h"

#include "model/analysis/knees.h"
#include "model/results/sentences.h"
#include "model/scenario/scenario.h"
#include "widgets/panels/compared_figures.h"
#include "widgets/panels/elided_line.h"
#include "widgets/panels/figure.h"
#include "widgets/text.h"

#include <QEvent>
#include <QHBoxLayout>

#include <cmath>

namespace kneepoint {
namespace {

constexpr int side_margin = 12;
constexpr int figure_gap = 16;

QString joined(QStringList parts)
{
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

/// The interval of a figure, relative to it.
Spread spreadOf(const Metric& m, const Analysis& a)
{
    const std::optional<Interval> interval = intervalOf(m, a);
    if (!interval)
        return {};
    const PredictionInterval& learned = a.prediction_interval;
    const double value = m.value(a).value_or(0);
    return {changeText(value, interval->high), changeText(value, interval->low),
        HeadlineStrip::tr("90 % interval: %1 to %2. Basis: %5; learned from %3 measured runs, %4.")
            .arg(toQString(valueText(m, interval->low)), toQString(valueText(m, interval->high)))
            .arg(std::lround(learned.rows))
            .arg(toQString(learned.kind), toQString(basisLabel(learned.basis))),
        !learned.outside.empty()};
}

/// "K = 23"; for a knee that is not reached, "none": the caption says up to which K.
QString valueOf(const Metric& m, const Analysis& a)
{
    const std::optional<double> value = m.value(a);
    return value ? toQString(valueText(m, *value)) : HeadlineStrip::tr("none");
}

/// A rate with its unit under it, which names the figure well enough: "58.5 k" over "examples/s".
QList<Figure::Wording> withBriefRate(QList<Figure::Wording> wordings, const Metric& m)
{
    const QString unit = toQString(baseUnit(m.unit));
    auto [value, caption] = wordings.back();
    if (unit.contains(u'/') && value.endsWith(u' ' + unit))
        wordings << Figure::Wording{value.chopped(unit.size() + 1), caption.replace(toQString(m.label), unit)};
    return wordings;
}

} // namespace

HeadlineStrip::HeadlineStrip(QWidget* parent)
    : QFrame(parent)
    , m_places{{"step_s", "", 7}, {"tokens_per_s", "examples_per_s", 5}, {"mfu", "", 4}, {"efficiency", "", 5},
          {"knee", "", 8}, {"training_time_s", "", 5}, {"cost", "", 5}}
    , m_line(new ElidedLine)
{
    setObjectName(QStringLiteral("headline"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(side_margin, 4, side_margin, 6);
    column->setSpacing(2);
    auto* row = new QHBoxLayout;
    row->setSpacing(figure_gap);
    for (Place& place : m_places) {
        place.figure = new Figure(toQString(kneepoint::metric(place.id).label), &place == &m_places.front());
        row->addWidget(place.figure, place.share);
        connect(place.figure, &Figure::clicked, this, [this, &place] {
            if (m_analysis)
                emit figureClicked(toQString(metricOf(place).id));
        });
    }
    column->addLayout(row);

    column->addWidget(m_line);
    setWhatsThis(tr("The main figures. The small range after a number is its 90 % interval: where a measured value "
                    "would be expected."));
    setTheme(m_mode);
}

void HeadlineStrip::setReference(const SharedAnalysis& reference)
{
    m_reference = reference;
    if (m_analysis)
        showFigures();
}

void HeadlineStrip::setPrices(const PriceList& prices)
{
    m_prices = prices;
    if (m_analysis)
        showFigures();
}

const Metric& HeadlineStrip::metricOf(const Place& place) const
{
    const Metric& m = kneepoint::metric(place.id);
    const bool tokens = m_analysis->scenario.workload.sequence_length > 1 && applies(m, m_analysis->scenario);
    return place.otherwise.empty() || tokens ? m : kneepoint::metric(place.otherwise);
}

void HeadlineStrip::showFigure(const Place& place)
{
    const Analysis& a = *m_analysis;
    const Metric& m = metricOf(place);
    const QString mark = toQString(markOf(m, a));
    const Spread spread = spreadOf(m, a);
    const QString label = toQString(m.label);
    const PredictionInterval& learned = a.prediction_interval;
    const QString basis = learned.outside.empty() ? toQString(basisLabel(learned.basis)) : tr("outside the measured");
    const QString rests_on = learned.rows > 0 ? basis : QString();
    QStringList caption{mark.isEmpty() ? label : tr("⚠ %1").arg(label), mark, toQString(m.detail ? m.detail(a) : "")};
    if (!m.value(a) && m.none)
        caption << toQString(m.none(a));
    QStringList brief{caption.front()};
    if (m_reference) {
        const QString change = changeText(m, *m_reference, a);
        caption << change << tr("A %1").arg(valueOf(m, *m_reference));
        brief << change;
    } else if (&place == &m_places.front()) {
        caption << rests_on;
        brief << rests_on;
    }
    if (m.id == "knee" && theKnee(a.curve) && theKnee(a.curve)->cause != Cause::none && !m_reference)
        caption << toQString(causeLabel(theKnee(a.curve)->cause));
    const bool of_price = m.id == "cost";
    const QString value = valueOf(m, a);
    QList<Figure::Wording> wordings;
    if (of_price && !m_reference) {
        const QString price = toQString(priceText(a.scenario.cluster, m_prices));
        caption << price;
        if (mark.isEmpty())
            wordings << Figure::Wording{value, tr("Cost at %1").arg(price)};
    }
    wordings.prepend({value, joined(caption)});
    wordings << Figure::Wording{value, joined(brief)};
    place.figure->setWordings(withBriefRate(wordings, m));
    place.figure->setSpread(spread);
    place.figure->setMarked(!mark.isEmpty());
    place.figure->setWhatsThis(of_price
            ? tr("%1\n\nA GPU-hour at %2.").arg(helpText(m), toQString(comparedPriceText(a.scenario.cluster, m_prices)))
            : helpText(m));
}

void HeadlineStrip::showFigures()
{
    for (const Place& place : m_places)
        showFigure(place);
}

/// Figures are in the order of their weight.
void HeadlineStrip::fitFigures()
{
    int left = contentsRect().width() - 2 * side_margin + figure_gap;
    bool fits = true;
    for (const Place& place : m_places) {
        left -= place.figure->minimumSizeHint().width() + figure_gap;
        fits = fits && (left >= 0 || &place == &m_places.front());
        place.figure->setVisible(fits);
    }
}

QSize HeadlineStrip::minimumSizeHint() const
{
    return {m_places.front().figure->minimumSizeHint().width() + 2 * side_margin, QFrame::minimumSizeHint().height()};
}

bool HeadlineStrip::event(QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest)
        fitFigures();
    return QFrame::event(event);
}

void HeadlineStrip::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    fitFigures();
}

void HeadlineStrip::show(const SharedAnalysis& analysis)
{
    m_analysis = analysis;
    showFigures();

    QStringList sentences;
    for (const std::string& remark : remarks(*analysis))
        sentences << toQString(remark);
    m_warning = sentences.join(u' ');
    setAccessibleName(toQString(headlineSentence(*analysis)));
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
    for (const Place& place : m_places)
        place.figure->setTheme(mode);
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
