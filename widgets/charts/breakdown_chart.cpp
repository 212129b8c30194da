// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/breakdown_chart.h"

#include "model/results/derivation.h"
#include "model/scenario/scenario.h"
#include "widgets/charts/curve_sample.h"
#include "widgets/charts/kit/labels.h"
#include "widgets/charts/kit/marks.h"
#include "widgets/charts/kit/tickers.h"
#include "widgets/text.h"
#include "widgets/theme/shaped_words.h"

#include <QMenu>
#include <fmt/format.h>
#include <qcustomplot.h>

#include <algorithm>
#include <span>

namespace kneepoint {
namespace {

constexpr double negligible_share = 1e-4;
constexpr double hatch_weight = 0.05; ///< in the legend, as if it were a part with this share of a step

Part partAt(std::size_t i)
{
    return static_cast<Part>(i);
}

} // namespace

BreakdownChart::BreakdownChart(QWidget* parent)
    : WorkerBarsChart(tr("Step time"), parent)
{
    QCPBars* exposed = nullptr;
    QCPBars* hidden = nullptr;
    for (PartBars& part : m_parts) {
        part.exposed = exposed = addBars(exposed);
        part.hidden = hidden = addBars(hidden);
    }
    applyStyle();
}

BreakdownChart::Measure BreakdownChart::measure() const
{
    const bool strong = analysis().scenario.workload.scaling == Scaling::strong;
    return m_measure.value_or(strong ? Measure::share : Measure::seconds);
}

void BreakdownChart::setMeasure(std::optional<Measure> measure)
{
    m_measure = measure;
    resetZoom();
}

const QCPBars* BreakdownChart::exposedBars(Part part) const
{
    return m_parts[static_cast<std::size_t>(part)].exposed;
}

const QCPBars* BreakdownChart::hiddenBars(Part part) const
{
    return m_parts[static_cast<std::size_t>(part)].hidden;
}

double BreakdownChart::scaleOf(const ScalePoint& point) const
{
    if (measure() == Measure::seconds)
        return 1;
    return point.step.step_s > 0 ? 1 / point.step.step_s : 0;
}

std::vector<WorkerBarsChart::Piece> BreakdownChart::pieces(const ScalePoint& point) const
{
    std::vector<Piece> stack;
    double above = 0;
    double below = 0;
    for (std::size_t i = 0; i < part_count; ++i) {
        if (!m_parts[i].shown)
            continue;
        const double exposed = point.step.parts[i].exposed_s * scaleOf(point);
        const double hidden = point.step.parts[i].hidden_s * scaleOf(point);
        if (exposed > 0)
            stack.push_back({fillOf(partAt(i)), above, above + exposed});
        if (hidden > 0)
            stack.push_back({fillOf(partAt(i), Shade::hidden), below, below - hidden});
        above += exposed;
        below -= hidden;
    }
    return stack;
}

QString BreakdownChart::total(const ScalePoint& point) const
{
    return toQString(point.step.step_s / totalsUnit().first, Unit::none);
}

std::pair<double, QString> BreakdownChart::totalsUnit() const
{
    const double step = analysis().step.step_s;
    if (step >= 1)
        return {1, QStringLiteral("s")};
    return step >= 1e-3 ? std::pair(1e-3, QStringLiteral("ms")) : std::pair(1e-6, QStringLiteral("µs"));
}

void BreakdownChart::present(const Analysis& a)
{
    fillBars(a);
    updateLegend();
    updateValueAxis();
    const double measured = measure() == Measure::seconds ? a.measured.step_s : 0;
    fitBars(a, std::max(measured, hasInterval() ? a.prediction_interval.high_s : 0));
}

bool BreakdownChart::hasInterval() const
{
    return measure() == Measure::seconds && analysis().prediction_interval.rows > 0;
}

QLineF BreakdownChart::intervalLine() const
{
    const QRectF bar = currentRect();
    if (!hasInterval() || bar.isEmpty())
        return {};
    const double x = bar.center().x();
    const PredictionInterval& interval = analysis().prediction_interval;
    return {x, yOf(interval.low_s), x, yOf(interval.high_s)};
}

/// The measured steps as marks; beside the current bar, the measured parts as a narrow stack.
void BreakdownChart::drawMeasured(QPainter& painter) const
{
    const Measured& measured = analysis().measured;
    if (measure() != Measure::seconds)
        return;
    const QRectF bar = currentRect();
    if (!bar.isEmpty() && !measured.parts.empty() && !hasLens()) { // else enlarged
        constexpr double width = 8;
        const double left = bar.right() + 2;
        double from = 0;
        for (const MeasuredPart& part : measured.parts) {
            const double top = yOf(from + part.measured_s);
            const double bottom = yOf(from);
            fillArea(painter, QRectF(left, top, width, bottom - top), fillOf(part.like), themeMode());
            from += part.measured_s;
        }
        painter.setPen(QPen(colors().text, 1.5));
        painter.setBrush(Qt::NoBrush);
        const double top = yOf(from);
        painter.drawRect(QRectF(left, top, width, yOf(0) - top));
    }
    for (const MeasuredSize& size : measured.sizes)
        markMeasured(painter, size.workers, size.step_s);
}

/// Of the interval, dotted outside what was measured; then what does not depend on it.
void BreakdownChart::drawMore(QPainter& painter, LabelPlacer&) const
{
    drawHiddenName(painter);
    if (const std::optional<StepLens> enlarged = lens())
        enlarged->draw(painter, themeMode());
    drawMeasured(painter);
    const QLineF line = intervalLine();
    if (line.isNull())
        return;
    constexpr double cap = 3;
    const bool measured = analysis().prediction_interval.outside.empty();
    const QPen ground(colors().panel, 4);
    const QPen ink(colors().text, 1.5, measured ? Qt::SolidLine : Qt::DotLine);
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const QPen& pen : {ground, ink}) {
        painter.setPen(pen);
        painter.drawLine(line);
        for (const QPointF& end : {line.p1(), line.p2()})
            painter.drawLine(end - QPointF(cap, 0), end + QPointF(cap, 0));
    }
}

/// The middle of the longest part of the axis below the line that is free of tick labels, if it is long enough.
std::optional<double> BreakdownChart::freeMiddle(double length, double line) const
{
    const QCPAxis* axis = plot()->yAxis;
    const QVector<double> ticks = axis->tickVector();
    const QVector<QString> words = axis->tickVectorLabels();
    std::vector<double> labels;
    for (qsizetype i = 0; i < std::min(ticks.size(), words.size()); ++i)
        if (ticks[i] < 0 && !words[i].isEmpty())
            labels.push_back(axis->coordToPixel(ticks[i]));
    std::ranges::sort(labels);
    labels.push_back(area().bottom() + line / 2);
    double from = axis->coordToPixel(0), best_from = from, best_to = from;
    for (const double label : labels) {
        if (const double to = label - line / 2; to - from > best_to - best_from) {
            best_from = from;
            best_to = to;
        }
        from = label + line / 2;
    }
    if (best_to - best_from < length)
        return std::nullopt;
    return (best_from + best_to) / 2;
}

/// The unit of the totals, above the first tick and beside the first total; and what is below the line.
void BreakdownChart::drawHiddenName(QPainter& painter) const
{
    const QFont font = fontOf(FontRole::small);
    const QColor ink = colors().muted;
    const double line = lineHeight(font);
    painter.setFont(font);
    painter.setPen(ink);
    if (!analysis().breakdown.empty() && measure() == Measure::share)
        drawWords(painter, QRectF(0, area().top() - 1.5 * line - 2, area().left() - 6, line),
            Qt::AlignRight | Qt::AlignVCenter, totalsUnit().second);
    const QString words = tr("hidden");
    const QSizeF size = textSize(font, words);
    constexpr double margin = 8;
    const std::optional<double> middle = freeMiddle(size.width() + margin, line);
    if (!middle)
        return;
    painter.save();
    painter.translate(area().left() - line - margin, *middle + size.width() / 2);
    painter.rotate(-90);
    painter.drawText(QRectF(QPointF(), size), Qt::AlignCenter, words);
    painter.restore();
}

/// Above the interval.
double BreakdownChart::topOf(const QRectF& current) const
{
    const QLineF line = intervalLine();
    return line.isNull() ? current.top() : std::min(current.top(), line.y2());
}

bool BreakdownChart::hasLens() const
{
    return StepLens::hasRoom(plot()->viewport().size(), plot()->font());
}

int BreakdownChart::rightMargin() const
{
    constexpr double share = 0.41; // of the width, and more for each further option
    constexpr double more = 0.06;
    return hasLens() ? static_cast<int>((share + more * double(options().options.size())) * plot()->viewport().width())
                     : WorkerBarsChart::rightMargin();
}

std::optional<StepLens> BreakdownChart::lens() const
{
    if (!hasAnalysis() || !hasLens() || !(analysis().step.step_s > 0) || analysis().breakdown.empty())
        return std::nullopt;
    const auto titled = [](const StepReport& step, const QString& name) {
        return lensBar(step, name.arg(toQString(step.step_s, Unit::seconds)));
    };
    std::vector<LensBar> bars;
    const auto others = beside();
    for (const Beside& other : std::span(others).first(previewed))
        if (other.analysis)
            bars.push_back(titled(other.analysis->step, other.name + QStringLiteral(" %1")));
    if (!bars.empty())
        bars.push_back(titled(analysis().step, shownLetter() + QStringLiteral(" %1")));
    else if (ghost())
        bars = {titled(analysis().step, tr("now %1")), titled(ghost()->step, ghostName() + QStringLiteral(" %1"))};
    else if (!analysis().measured.parts.empty())
        bars = measuredBars(analysis().measured);
    else
        bars = {titled(analysis().step, tr("K = %1: ").arg(toQString(analysis().step.workers, Unit::none)) + "%1")};
    const double unit = plot()->font().pointSizeF() / baseFontPoints();
    const QRectF place(QPointF(area().right() + 26 * unit, 6 * unit),
        QPointF(plot()->viewport().width() - 6, plot()->viewport().height() - 18 * unit));
    return StepLens(std::move(bars), place, plot()->font());
}

Hit BreakdownChart::hitAt(const QPointF& at)
{
    Hit hit = WorkerBarsChart::hitAt(at);
    const std::optional<StepLens> enlarged = lens();
    if (const auto part = enlarged ? enlarged->partAt(at) : std::nullopt) {
        hit.cursor = Qt::PointingHandCursor;
        hit.click = [this, part = *part] { emit explained(toQString(derivationId(part))); };
    }
    return hit;
}

void BreakdownChart::fillBars(const Analysis& a)
{
    const auto count = static_cast<qsizetype>(a.breakdown.size());
    for (std::size_t i = 0; i < part_count; ++i) {
        PartBars& part = m_parts[i];
        QVector<QCPBarsData> exposed;
        QVector<QCPBarsData> hidden;
        exposed.reserve(count);
        hidden.reserve(count);
        double greatest = 0;
        double greatest_hidden = 0;
        for (qsizetype bar = 0; bar < count; ++bar) {
            const ScalePoint& point = a.breakdown[static_cast<std::size_t>(bar)];
            const PartTime& time = point.step.parts[i];
            exposed.append({double(bar), time.exposed_s * scaleOf(point)});
            hidden.append({double(bar), -time.hidden_s * scaleOf(point)});
            const double step = std::max(point.step.step_s, 1e-300);
            greatest = std::max(greatest, time.total_s() / step);
            greatest_hidden = std::max(greatest_hidden, time.hidden_s / step);
        }
        const bool present = greatest > negligible_share;
        part.present = present;
        part.greatest = greatest;
        part.exposed->data()->set(part.shown && present ? exposed : QVector<QCPBarsData>(), true);
        part.hidden->data()->set(part.shown && present ? hidden : QVector<QCPBarsData>(), true);
        part.exposed->setVisible(part.shown && present);
        part.hidden->setVisible(part.shown && greatest_hidden > negligible_share);
    }
}

void BreakdownChart::updateValueAxis()
{
    if (m_ticked == measure())
        return;
    m_ticked = measure();
    const bool seconds = m_ticked == Measure::seconds;
    plot()->yAxis->setTicker(seconds ? quantityTicker(Unit::seconds) : quarterTicker(*plot()->yAxis));
    plot()->yAxis->setLabel(seconds ? tr("Time per step") : tr("Share of the step"));
}

void BreakdownChart::updateLegend()
{
    std::vector<Legend::Entry> entries;
    if (hasLens()) {
        legend().setEntries({});
        return;
    }
    for (std::size_t i = 0; i < part_count; ++i)
        if (PartBars& part = m_parts[i]; part.present)
            entries.push_back(
                {toQString(partLabel(partAt(i))), QPen(Qt::NoPen), fillBrush(fillOf(partAt(i)), themeMode()),
                    part.shown, part.greatest, [&part] { part.shown = !part.shown; }});
    const bool any_hidden =
        std::any_of(m_parts.begin(), m_parts.end(), [](const PartBars& part) { return part.hidden->visible(); });
    if (any_hidden)
        entries.push_back({tr("hatched: hidden behind compute"), QPen(Qt::NoPen),
            fillBrush({Quantity::overhead, Shade::hidden}, themeMode()), true, hatch_weight});
    legend().setEntries(std::move(entries));
}

void BreakdownChart::restyle()
{
    updateLegend();
    WorkerBarsChart::restyle();
    for (std::size_t i = 0; i < part_count; ++i) {
        m_parts[i].exposed->setBrush(fillBrush(fillOf(partAt(i)), themeMode()));
        m_parts[i].hidden->setBrush(fillBrush(fillOf(partAt(i), Shade::hidden), themeMode()));
        m_parts[i].hidden->setPen(QPen(quantityColor(quantityOf(partAt(i)), themeMode()), 1));
    }
}

QStringList BreakdownChart::readoutOf(const ScalePoint& point) const
{
    QStringList lines{
        tr("K = %1: step %2").arg(toQString(point.workers, Unit::none), toQString(point.step.step_s, Unit::seconds))};
    const double step = point.step.step_s;
    const PredictionInterval& interval = analysis().prediction_interval;
    if (interval.rows > 0 && point.workers == analysis().step.workers)
        lines << tr("90 % interval %1 … %2")
                     .arg(toQString(formatBeside(interval.low_s, step, Unit::seconds)),
                         toQString(formatBeside(interval.high_s, step, Unit::seconds)));
    for (const MeasuredSize& size : analysis().measured.sizes)
        if (size.workers == point.workers)
            lines << tr("◇ measured %1 (%2)").arg(toQString(size.step_s, Unit::seconds), toQString(size.source));
    for (std::size_t i = 0; i < part_count; ++i) {
        const PartTime& time = point.step.parts[i];
        const QString label = toQString(partLabel(partAt(i)));
        if (step > 0 && time.exposed_s > negligible_share * step)
            lines << tr("%1: %2, %3")
                         .arg(label, toQString(time.exposed_s, Unit::seconds),
                             toQString(time.exposed_s / step, Unit::ratio));
        if (step > 0 && time.hidden_s > negligible_share * step)
            lines << tr("%1, hidden: %2, %3")
                         .arg(label, toQString(time.hidden_s, Unit::seconds),
                             toQString(time.hidden_s / step, Unit::ratio));
    }
    return lines;
}

QString BreakdownChart::explanationAt(double value) const
{
    const StepReport& step = analysis().step;
    const double scale = measure() == Measure::seconds ? 1 : 1 / std::max(step.step_s, 1e-300);
    double above = 0;
    double below = 0;
    for (std::size_t i = 0; i < part_count; ++i) {
        if (!m_parts[i].shown)
            continue;
        above += scale * step.parts[i].exposed_s;
        below -= scale * step.parts[i].hidden_s;
        if (value >= 0 ? value < above : value > below)
            return toQString(derivationId(partAt(i)));
    }
    return {};
}

void BreakdownChart::extendMenu(QMenu& menu)
{
    if (std::ranges::all_of(m_parts, &PartBars::shown))
        return;
    menu.addAction(tr("Show all parts"), this, [this] {
        for (PartBars& part : m_parts)
            part.shown = true;
        refresh();
    });
}

CsvTable BreakdownChart::data(const Analysis& of) const
{
    CsvTable table{{"workers", "step_s"}, 1, {}};
    for (std::size_t i = 0; i < part_count; ++i)
        for (const char* kind : {"exposed", "hidden"})
            table.columns.push_back(fmt::format("{}_{}_s", partId(partAt(i)), kind));
    for (const ScalePoint& shown : analysis().breakdown) {
        const ScalePoint point = &of == &analysis() ? shown : pointAt(of, shown.workers);
        std::vector<std::string> row{fmt::to_string(point.workers), fmt::to_string(point.step.step_s)};
        for (const PartTime& time : point.step.parts) {
            row.push_back(fmt::to_string(time.exposed_s));
            row.push_back(fmt::to_string(time.hidden_s));
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

} // namespace kneepoint
