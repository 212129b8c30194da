// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/kneemap_chart.h"

#include "widgets/charts/kit/labels.h"
#include "widgets/charts/kit/tickers.h"
#include "widgets/text.h"

#include <QMenu>
#include <fmt/format.h>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace std::chrono_literals;

namespace kneepoint {
namespace {

constexpr int columns = 48;
constexpr int rows = 32;

} // namespace

KneeMapChart::KneeMapChart(QWidget* parent)
    : Chart(tr("Knee map"), parent)
    , m_x(&parameter("cluster.link_rate"))
    , m_y(&parameter("workload.batch_per_gpu"))
{
    QCustomPlot& p = *plot();
    p.axisRect()->setAutoMargins(QCP::msNone);
    p.setInteractions(QCP::iNone);
    for (QCPAxis* axis : {p.xAxis, p.yAxis})
        axis->grid()->setVisible(false);
    paint("main", [this](QPainter& painter) {
        if (m_picture.isNull())
            return;
        drawMap(painter);
        drawKey(painter);
        drawTarget(painter);
        drawHere(painter);
    });
    setUpAxis(*p.xAxis, *m_x);
    setUpAxis(*p.yAxis, *m_y);
    applyStyle();
}

void KneeMapChart::setUpAxis(QCPAxis& axis, const Parameter& p)
{
    const bool logarithmic = p.isLogarithmic();
    axis.setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    const QCPAxis* along = axis.orientation() == Qt::Horizontal ? &axis : nullptr;
    axis.setTicker(!logarithmic              ? quantityTicker(p.unit, along)
            : p.scale == Scale::power_of_two ? powerOfTwoTicker()
                                             : quantityLogTicker(p.unit, along));
    axis.setLabel(toQString(p.label));
    const int cells = axis.orientation() == Qt::Horizontal ? columns : rows;
    const double half_a_cell = 0.5 / (cells - 1);
    if (logarithmic) {
        const double factor = std::pow(p.range.slider_max / p.range.slider_min, half_a_cell);
        axis.setRange(p.range.slider_min / factor, p.range.slider_max * factor);
    } else {
        const double margin = (p.range.slider_max - p.range.slider_min) * half_a_cell;
        axis.setRange(p.range.slider_min - margin, p.range.slider_max + margin);
    }
}

void KneeMapChart::setParameters(const Parameter& x, const Parameter& y)
{
    m_x = &x;
    m_y = &y;
    setUpAxis(*plot()->xAxis, x);
    setUpAxis(*plot()->yAxis, y);
    m_asked.reset();
    refresh();
}

void KneeMapChart::setMetric(const Metric& metric)
{
    m_metric = &metric;
    m_asked.reset();
    refresh();
}

/// A scenario that differs only in the two knobs has the same map.
void KneeMapChart::present(const Analysis& a)
{
    const Scenario asked =
        applied(a.scenario, {{m_x, m_x->range.slider_min}, {m_y, m_y->range.slider_min}}, a.calibration);
    if (m_asked == asked && m_question)
        return;
    m_asked = asked;
    m_question.emplace(a.scenario, a.calibration, *m_x, *m_y, *m_metric, columns, rows);
    m_best = false;
    refine(*m_question);
    emit this->asked();
}

/// The events of the window come between two slices.
void KneeMapChart::refine(KneeMap map)
{
    m_work.ask(
        [map = std::move(map)](const std::stop_token& stop, const auto&) {
            KneeMap finer = map;
            finer.advanceFor(50ms, stop);
            return finer;
        },
        [this](KneeMap finer) {
            takeMap(finer);
            if (!finer.isDone())
                refine(std::move(finer));
        });
}

void KneeMapChart::finish()
{
    if (!m_question || m_best)
        return;
    m_work.stop();
    KneeMap whole = *m_question;
    whole.advance(columns * rows);
    takeMap(whole);
}

std::string KneeMapChart::describe(const Analysis& a) const
{
    const std::string layouts = m_best ? ", with the best layout at each point"
        : a.scenario.automatic.on      ? ", with the current layout at each point"
                                       : "";
    const std::optional<Cell> cell = m_best ? cellAt(presentPlace()) : std::nullopt;
    const std::string here = cell ? valueWords(m_drawn->value(cell->column, cell->row)) : valueText(*m_metric, a);
    return fmt::format("{} over {} and {}{}: {} here, at {} and {}; a click moves the scenario.",
        nameText(*m_metric, a), m_x->label, m_y->label, layouts, here, formatQuantity(m_x->get(a.scenario), m_x->unit),
        formatQuantity(m_y->get(a.scenario), m_y->unit));
}

std::string KneeMapChart::valueWords(double value) const
{
    return std::isfinite(value) ? valueText(*m_metric, value) : "none";
}

void KneeMapChart::hideEvent(QHideEvent* event)
{
    Chart::hideEvent(event);
    m_work.stop();
    m_asked.reset();
    m_question.reset();
    emit asked();
}

void KneeMapChart::setBest(const KneeMap& map)
{
    m_work.stop();
    const bool first = !m_best;
    m_best = true;
    takeMap(map);
    if (first)
        refresh();
}

void KneeMapChart::takeMap(const KneeMap& map)
{
    m_drawn = map;
    takePicture();
}

double KneeMapChart::shareOf(double value) const
{
    const bool logarithmic = m_least > 0 && m_most > 4 * m_least;
    const auto scaled = [logarithmic](double v) { return logarithmic ? std::log(v) : v; };
    return m_most > m_least ? (scaled(value) - scaled(m_least)) / (scaled(m_most) - scaled(m_least)) : 0.5;
}

void KneeMapChart::takePicture()
{
    m_least = std::numeric_limits<double>::infinity();
    m_most = -m_least;
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
            if (const double value = m_drawn->value(column, row); std::isfinite(value)) {
                m_least = std::min(m_least, value);
                m_most = std::max(m_most, value);
            }
    m_picture = QImage(columns, rows, QImage::Format_RGB32);
    const QColor nowhere = colors().grid;
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) {
            const double value = m_drawn->value(column, row);
            m_picture.setPixelColor(
                column, rows - 1 - row, std::isfinite(value) ? sequentialColor(shareOf(value)) : nowhere);
        }
    replot();
}

void KneeMapChart::restyle()
{
    const QFontMetrics metrics(plot()->font());
    const QString widest = QStringLiteral("100 Gbit/s");
    leaveRoom(widest, metrics.height() / 2 + 8, metrics.horizontalAdvance(widest) + static_cast<int>(key_width) + 28);
    if (m_drawn)
        takePicture();
}

QPointF KneeMapChart::cellPosition(int column, int row) const
{
    return {area().left() + area().width() * (column + 0.5) / columns,
        area().bottom() - area().height() * (row + 0.5) / rows};
}

QPointF KneeMapChart::presentPlace() const
{
    const QPointF at(xOf(m_x->get(analysis().scenario)), yOf(m_y->get(analysis().scenario)));
    return {std::clamp(at.x(), area().left(), area().right()), std::clamp(at.y(), area().top(), area().bottom())};
}

std::optional<KneeMapChart::Cell> KneeMapChart::cellAt(const QPointF& at) const
{
    if (!m_drawn || !area().contains(at))
        return std::nullopt;
    const auto index = [](double share, int count) {
        return std::clamp(static_cast<int>(share * count), 0, count - 1);
    };
    return Cell{index((at.x() - area().left()) / area().width(), columns),
        index((area().bottom() - at.y()) / area().height(), rows)};
}

Hit KneeMapChart::hitAt(const QPointF& at)
{
    const auto cell = cellAt(at);
    if (!cell)
        return {};
    return {.part = 0, .cursor = Qt::PointingHandCursor, .click = [this, at = *cell] {
                emit picked(m_x, m_drawn->xValue(at.column), m_y, m_drawn->yValue(at.row));
            }};
}

QStringList KneeMapChart::readout() const
{
    const auto cell = hovered().isOn() ? cellAt(hovered().at()) : std::nullopt;
    if (!cell)
        return {};
    return {tr("%1: %2").arg(toQString(nameText(*m_metric, analysis())),
                toQString(valueWords(m_drawn->value(cell->column, cell->row)))),
        tr("%1 %2").arg(toQString(m_x->label), toQString(m_drawn->xValue(cell->column), m_x->unit)),
        tr("%1 %2").arg(toQString(m_y->label), toQString(m_drawn->yValue(cell->row), m_y->unit))};
}

void KneeMapChart::addParameters(QMenu& menu, bool for_x)
{
    QMenu* choices = menu.addMenu(for_x ? tr("Across") : tr("Upwards"));
    const Parameter* other = for_x ? m_y : m_x;
    for (const Parameter& p : catalogue()) {
        if (!p.isNumber() || &p == other)
            continue;
        addChoice(*choices, toQString(p.label), &p == (for_x ? m_x : m_y),
            [this, &p, for_x] { for_x ? setParameters(p, *m_y) : setParameters(*m_x, p); });
    }
}

void KneeMapChart::extendMenu(QMenu& menu)
{
    addMetrics(menu, *m_metric, [this](const Metric& choice) { setMetric(choice); });
    menu.addSeparator();
    addParameters(menu, true);
    addParameters(menu, false);
    if (isRefining())
        menu.addAction(tr("Stop refining"), this, [this] { m_work.stop(); });
}

CsvTable KneeMapChart::data(const Analysis& of) const
{
    CsvTable table{{std::string(m_x->id), std::string(m_y->id), std::string(m_metric->id)}, 2, {}};
    if (!m_drawn)
        return table;
    std::optional<KneeMap> other;
    if (&of != &analysis()) {
        other.emplace(of.scenario, of.calibration, *m_x, *m_y, *m_metric, columns, rows);
        other->advance(columns * rows);
    }
    const KneeMap& map = other ? *other : *m_drawn;
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
            table.add(m_drawn->xValue(column), m_drawn->yValue(row), map.value(column, row));
    return table;
}

} // namespace kneepoint
