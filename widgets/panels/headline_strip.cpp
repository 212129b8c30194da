// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/headline_strip.h"

#include "model/analysis/knees.h"
#include "model/calibrate/evidence_worth.h"
#include "model/catalogue/catalogue.h"
#include "model/results/sentences.h"
#include "model/scenario/scenario.h"
#include "model/units/units.h"
#include "widgets/box_layouts.h"
#include "widgets/panels/compared_figures.h"
#include "widgets/panels/figure.h"
#include "widgets/text.h"

#include <QEvent>
#include <QPainter>

#include <cmath>

namespace kneepoint {
namespace {

/// "K = 23"; for a knee that is not reached, "none": the note says up to which K.
QString valueOf(const Metric& m, const Analysis& a)
{
    const std::optional<double> value = m.value(a);
    return value ? toQString(captionedText(m, *value)) : HeadlineStrip::tr("none");
}

/// The interval of a figure.
Spread spreadOf(const Metric& m, const Analysis& a)
{
    const std::optional<Interval> interval = intervalOf(m, a);
    const std::optional<double> value = m.value(a);
    if (!interval || !value)
        return {};
    const QString range = toQString(rangeText(m, *interval, *value));
    if (range.isEmpty())
        return {};
    const PredictionInterval& learned = a.prediction_interval;
    return {QStringLiteral("(%1)").arg(range),
        HeadlineStrip::tr("90 % interval: %1 to %2. Basis: %5; learned from %3 measured runs, %4.")
            .arg(toQString(valueText(m, interval->low, *value)), toQString(valueText(m, interval->high, *value)))
            .arg(std::lround(learned.rows))
            .arg(toQString(learned.kind), toQString(basisText(a))),
        !learned.outside.empty()};
}

/// How far evidence would narrow it, after a blank; empty if that is known already.
QString invitationOf(const Analysis& a)
{
    const std::string text = evidenceInvitation(a.scenario, a.step, a.calibration);
    return text.empty() ? QString()
                        : QStringLiteral(" ") + toQString(text) + HeadlineStrip::tr(" Drop a run to narrow it.");
}

/// What the first figure rests on.
QString basisOf(const Analysis& a)
{
    const PredictionInterval& learned = a.prediction_interval;
    if (learned.rows <= 0)
        return HeadlineStrip::tr("textbook model, no interval");
    if (!learned.outside.empty())
        return HeadlineStrip::tr("outside the measured range");
    return toQString(basisText(a));
}

QString quantity(std::string_view id, const Analysis& a)
{
    const Parameter& p = parameter(id);
    return toQString(valueText(p, p.get(a.scenario)));
}

QString costHelp(const Metric& m, const Cluster& cluster, const PriceList& prices)
{
    const QString price = HeadlineStrip::tr("A GPU-hour at %1.").arg(toQString(comparedPriceText(cluster, prices)));
    return helpText(m) + QStringLiteral("<p>%1</p>").arg(price.toHtmlEscaped());
}

} // namespace

HeadlineStrip::HeadlineStrip(QWidget* parent)
    : QFrame(parent)
{
    setObjectName(QStringLiteral("headline"));
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    auto* row = rowIn(this, {0, 1, 0, 0}, 0);
    constexpr int first_share = 23;
    constexpr int share = 20;
    for (const HeadlineFigure& figure : headline_figures)
        m_places.push_back({figure});
    for (Place& place : m_places) {
        const bool first = &place == &m_places.front();
        place.figure = new Figure(toQString(kneepoint::metric(place.of.id).label), first);
        row->addWidget(place.figure, first ? first_share : share);
        connect(place.figure, &Figure::clicked, this, [this, &place] {
            if (m_analysis)
                emit figureClicked(toQString(metricOf(place).id));
        });
    }
    setWhatsThis(tr("The main figures. The range after a number is its 90 % interval: where a measured value would be "
                    "expected. Click a figure for its formula; right-click to copy it."));
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

void HeadlineStrip::setInteracting(bool interacting)
{
    m_interacting = interacting;
    if (m_analysis && !interacting)
        showFigures();
}

const Metric& HeadlineStrip::metricOf(const Place& place) const
{
    return headlineMetric(place.of, m_analysis->scenario);
}

/// What a figure is about or depends on most, in a few words.
QString HeadlineStrip::noteOf(const Metric& m) const
{
    const Analysis& a = *m_analysis;
    if (!m.value(a) && m.none) {
        const QString none = tr("none "); // it is the value already
        const QString why = toQString(m.none(a));
        return why.startsWith(none) ? why.sliced(none.size()) : why;
    }
    if (m.id == "cost")
        return toQString(priceText(a.scenario.cluster, m_prices));
    if (m.detail)
        return toQString(m.detail(a));
    if (m.id == "step_s")
        return basisOf(a);
    if (m.id == "tokens_per_s" || m.id == "examples_per_s")
        return tr("global batch %1").arg(quantity("workload.global_batch", a));
    if (m.id == "efficiency")
        return tr("at K = %1").arg(toQString(a.step.workers, Unit::none));
    if (m.id == "mfu")
        return tr("of %1").arg(toQString(a.step.roof.peak_flops, Unit::flops_per_second));
    if (m.id == "training_time_s")
        return a.scenario.workload.training_goal == TrainingGoal::steps
            ? counted(a.scenario.workload.training_steps, tr("step"))
            : tr(a.scenario.workload.sequence_length > 1 ? "%1 tokens" : "%1 examples")
                  .arg(quantity("workload.training_tokens", a));
    return {};
}

void HeadlineStrip::showFigure(Place& place)
{
    const Analysis& a = *m_analysis;
    const Metric& m = metricOf(place);
    Figure::Content content{.caption = toQString(m.label), .value = valueOf(m, a)};
    content.spread = spreadOf(m, a);
    const std::string mark = markOf(m, a);
    content.marked = !mark.empty();
    content.note = content.marked ? toQString(mark) : noteOf(m);
    content.repeated =
        content.marked && &place != &m_places.front() && content.note == m_places.front().figure->content().note;
    if (&place == &m_places.front() && !content.spread.range.isEmpty()) {
        content.caption += tr(" · 90 % interval");
        if (!m_interacting)
            content.spread.about += invitationOf(a);
    }
    if (m_reference && !content.marked) {
        const Compared compared = comparedWith(m, *m_reference, a);
        content.difference = {tr("A %1").arg(valueOf(m, *m_reference)), compared.text,
            compared.verdict == Compared::Verdict::better      ? Figure::Difference::Tone::better
                : compared.verdict == Compared::Verdict::worse ? Figure::Difference::Tone::worse
                                                               : Figure::Difference::Tone::same};
        if (&place == &m_places.front())
            content.note.clear();
    }
    place.figure->setContent(content);
    if (m.id == "cost")
        place.figure->setWhatsThis(costHelp(m, a.scenario.cluster, m_prices));
    else if (place.helped != &m)
        place.figure->setWhatsThis(helpText(m));
    place.helped = &m;
}

void HeadlineStrip::showFigures()
{
    for (Place& place : m_places)
        showFigure(place);
}

/// Figures are in the order of their weight.
void HeadlineStrip::fitFigures()
{
    int left = contentsRect().width();
    bool fits = true;
    for (const Place& place : m_places) {
        left -= place.figure->minimumSizeHint().width();
        fits = fits && (left >= 0 || &place == &m_places.front());
        place.figure->setVisible(fits);
    }
}

QSize HeadlineStrip::minimumSizeHint() const
{
    return {m_places.front().figure->minimumSizeHint().width(), QFrame::minimumSizeHint().height()};
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

void HeadlineStrip::paintEvent(QPaintEvent* event)
{
    QFrame::paintEvent(event);
    const Theme& colors = theme(modeOf(palette()));
    QPainter painter(this);
    painter.setPen(colors.line);
    painter.drawLine(0, 0, width(), 0);
    painter.setPen(colors.grid);
    for (const Place& place : m_places)
        if (place.figure->isVisible() && place.figure->x() > 0)
            painter.drawLine(place.figure->x(), 1, place.figure->x(), height());
}

void HeadlineStrip::show(const SharedAnalysis& analysis)
{
    m_analysis = analysis;
    showFigures();

    const auto joined = [](const std::vector<std::string>& said) {
        QStringList sentences;
        for (const std::string& sentence : said)
            sentences << toQString(sentence);
        return sentences.join(u' ');
    };
    m_warning = joined(remarks(*analysis));
    m_note = joined(notes(*analysis));
    setAccessibleName(toQString(headlineSentence(*analysis)));
    setAccessibleDescription(m_warning.isEmpty() ? m_note : m_warning);
}

} // namespace kneepoint
