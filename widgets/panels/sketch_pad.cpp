// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/sketch_pad.h"

#include "widgets/accessible_controls.h"
#include "widgets/box_layouts.h"
#include "widgets/charts/kit/plot_style.h"
#include "widgets/charts/kit/tickers.h"
#include "widgets/text.h"
#include "widgets/theme/theme.h"

#include <qcustomplot.h>

#include <QKeyEvent>

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

constexpr std::size_t columns = 65;

double valueAt(double share, double from, double to)
{
    return from * std::pow(to / from, share);
}

QString axisLabel(std::string_view label, std::string_view symbol)
{
    const QString words = toQString(label);
    return symbol.empty() ? words : QStringLiteral("%1 %2").arg(words, toQString(symbol));
}

void setAxis(QCPAxis& axis, double from, double to, const QSharedPointer<QCPAxisTicker>& ticker, const QString& label)
{
    axis.setScaleType(QCPAxis::stLogarithmic);
    axis.setTicker(ticker);
    axis.setRange(from, to);
    axis.setLabel(label);
}

} // namespace

SketchPad::SketchPad(QWidget* parent)
    : QWidget(parent)
    , m_plot(new QCustomPlot(this))
    , m_mine(m_plot->addGraph())
    , m_right(m_plot->addGraph())
    , m_pen(m_plot->addGraph())
    , m_straight(m_plot->addGraph())
    , m_straight_label(new QCPItemText(m_plot))
    , m_anchor_label(new QCPItemText(m_plot))
    , m_heights(columns, -1)
{
    setFocusPolicy(Qt::StrongFocus);
    describeControls();
    setProperty(role_property, static_cast<int>(DrawnRole::canvas));
    setAccessibleName(tr("Sketch of the curve"));
    setAccessibleDescription(tr("Draw with the mouse, or move the pen with the arrow keys."));
    auto* column = columnIn(this);
    column->addWidget(m_plot);
    m_plot->setFocusPolicy(Qt::NoFocus);
    m_plot->setInteractions({});
    m_plot->setCursor(Qt::CrossCursor);
    m_plot->installEventFilter(this);
    m_mine->setChannelFillGraph(m_right);
    m_pen->setLineStyle(QCPGraph::lsNone);
    m_mine->setName(tr("predicted"));
    m_right->setName(tr("computed"));
    m_pen->removeFromLegend();
    m_straight->removeFromLegend();
    m_straight_label->setPositionAlignment(Qt::AlignRight | Qt::AlignBottom);
    m_anchor_label->setPositionAlignment(Qt::AlignLeft | Qt::AlignBottom);
    for (QCPItemText* label : {m_straight_label, m_anchor_label}) {
        label->position->setType(QCPItemPosition::ptPlotCoords);
        label->setPadding(QMargins(12, 4, 12, 6));
        label->setVisible(false);
    }
    m_plot->axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignTop | Qt::AlignLeft);
    restyle();
}

void SketchPad::restyle()
{
    const ThemeMode mode = modeOf(palette());
    const Theme& colors = theme(mode);
    m_plot->setFont(font());
    stylePlot(*m_plot, mode);
    m_mine->setPen(QPen(colors.text, 3, Qt::DashLine));
    m_right->setPen(QPen(colors.accent, 4));
    m_plot->legend->setFont(font());
    m_plot->legend->setTextColor(colors.text);
    m_plot->legend->setBrush(colors.panel);
    m_plot->legend->setBorderPen(Qt::NoPen);
    m_straight->setPen(QPen(colors.muted, 1.5, Qt::DotLine));
    for (QCPItemText* label : {m_straight_label, m_anchor_label}) {
        label->setFont(font());
        label->setColor(colors.muted);
    }
    QColor between = colors.accent;
    between.setAlphaF(0.15F);
    m_mine->setBrush(between);
    m_pen->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(colors.accent, 3), Qt::NoBrush, 12));
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void SketchPad::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        restyle();
}

void SketchPad::start(const Axes& axes)
{
    m_axes = axes;
    m_heights.assign(columns, -1);
    m_column = 0;
    m_locked = false;
    m_pressed = false; // a sketch may be locked while the button is held
    m_plot->legend->setVisible(false);
    m_right->data()->clear();
    const bool twos = axes.over && axes.over->scale == Scale::power_of_two;
    setAxis(*m_plot->xAxis, axes.from_x, axes.to_x,
        twos || !axes.over ? powerOfTwoTicker() : quantityLogTicker(axes.over->unit),
        axes.over ? toQString(axes.over->label) : QString());
    setAxis(*m_plot->yAxis, axes.from_y, axes.to_y, quantityLogTicker(axes.metric ? axes.metric->unit : Unit::none),
        axes.metric ? axisLabel(axes.metric->label, axes.metric->symbol) : QString());
    drawGiven();
    redraw();
}

/// What the student is given: where the curve begins, and the straight line from there.
void SketchPad::drawGiven()
{
    const Axes& a = m_axes;
    m_anchor_label->setVisible(a.anchor_y > 0);
    m_straight->setVisible(a.anchor_y > 0 && a.straight_y > 0);
    m_straight_label->setVisible(m_straight->visible());
    if (!(a.anchor_y > 0))
        return;
    m_heights.front() = std::log(a.anchor_y / a.from_y) / std::log(a.to_y / a.from_y);
    const Unit unit = a.metric ? a.metric->unit : Unit::none;
    m_anchor_label->setText(tr("starts here, at %1").arg(toQString(a.anchor_y, unit)));
    m_anchor_label->position->setCoords(a.from_x, a.anchor_y);
    if (!(a.straight_y > 0))
        return;
    m_straight->data()->set(QVector<QCPGraphData>{{a.from_x, a.anchor_y}, {a.to_x, a.straight_y}}, true);
    const bool rises = a.straight_y > a.anchor_y;
    const bool is_speed = a.metric && a.metric->id == "speedup";
    m_straight_label->setText(is_speed ? tr("ideal") : rises ? tr("proportional") : tr("inversely proportional"));
    constexpr double along = 0.8; // of the way, clear of the corner
    m_straight_label->position->setCoords(valueAt(along, a.from_x, a.to_x), valueAt(along, a.anchor_y, a.straight_y));
}

std::vector<CurvePoint> SketchPad::sketch() const
{
    std::vector<CurvePoint> points;
    for (std::size_t i = 0; i < columns; ++i)
        if (m_heights[i] >= 0)
            points.push_back({valueAt(static_cast<double>(i) / (columns - 1), m_axes.from_x, m_axes.to_x),
                valueAt(m_heights[i], m_axes.from_y, m_axes.to_y)});
    return points;
}

void SketchPad::reveal(const std::vector<CurvePoint>& right)
{
    m_locked = true;
    m_anchor_label->setVisible(false);
    m_plot->legend->setVisible(true);
    m_plot->setCursor(Qt::ArrowCursor);
    QVector<QCPGraphData> points;
    for (const CurvePoint& p : right)
        points.append({p.x, p.y});
    m_right->data()->set(points, true);
    redraw();
}

QPointF SketchPad::place(const CurvePoint& p) const
{
    return m_plot->pos() + QPointF(m_plot->xAxis->coordToPixel(p.x), m_plot->yAxis->coordToPixel(p.y));
}

void SketchPad::redraw()
{
    QVector<QCPGraphData> points;
    for (const CurvePoint& p : sketch())
        points.append({p.x, p.y});
    m_mine->data()->set(points, true);
    const double at = valueAt(static_cast<double>(m_column) / (columns - 1), m_axes.from_x, m_axes.to_x);
    const double height = valueAt(std::max(0.0, m_heights[m_column]), m_axes.from_y, m_axes.to_y);
    m_pen->data()->set(m_locked ? QVector<QCPGraphData>() : QVector<QCPGraphData>{{at, height}});
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

/// Columns that the pen has passed over lie on the line between where it was and where it is.
void SketchPad::setHeight(std::size_t column, double share)
{
    const double height = std::clamp(share, 0.0, 1.0);
    const std::size_t from = std::min(column, m_column);
    const std::size_t to = std::max(column, m_column);
    const double before = m_heights[m_column];
    for (std::size_t i = from; i <= to; ++i) {
        const double t = column == m_column ? 1
                                            : (static_cast<double>(i) - static_cast<double>(m_column))
                / (static_cast<double>(column) - static_cast<double>(m_column));
        m_heights[i] = before < 0 ? height : before + t * (height - before);
    }
    m_column = column;
    redraw();
}

void SketchPad::moveTo(const QPointF& position, bool begins)
{
    const QRectF area = m_plot->axisRect()->rect();
    const double along = std::clamp((position.x() - area.left()) / area.width(), 0.0, 1.0);
    const auto column = static_cast<std::size_t>(std::lround(along * (columns - 1)));
    if (begins)
        m_column = column;
    setHeight(column, (area.bottom() - position.y()) / area.height());
}

bool SketchPad::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_plot || m_locked)
        return QWidget::eventFilter(watched, event);
    if (event->type() == QEvent::MouseButtonPress || (event->type() == QEvent::MouseMove && m_pressed)) {
        const auto& mouse = static_cast<QMouseEvent&>(*event);
        const bool begins = event->type() == QEvent::MouseButtonPress;
        if (begins)
            setFocus(Qt::MouseFocusReason);
        m_pressed = true;
        moveTo(mouse.position(), begins);
        return true;
    }
    if (event->type() == QEvent::MouseButtonRelease)
        m_pressed = false;
    return QWidget::eventFilter(watched, event);
}

/// The arrow keys draw, whatever else they do in the window.
bool SketchPad::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && !m_locked) {
        const auto& key = static_cast<QKeyEvent&>(*event);
        if (key.modifiers() == Qt::NoModifier && key.key() >= Qt::Key_Left && key.key() <= Qt::Key_Down) {
            event->accept();
            return true;
        }
    }
    return QWidget::event(event);
}

void SketchPad::keyPressEvent(QKeyEvent* event)
{
    constexpr double step = 0.02;
    if (m_locked || event->modifiers() != Qt::NoModifier)
        return QWidget::keyPressEvent(event);
    const double height = std::max(0.0, m_heights[m_column]);
    switch (event->key()) {
    case Qt::Key_Up:
        return setHeight(m_column, height + step);
    case Qt::Key_Down:
        return setHeight(m_column, height - step);
    case Qt::Key_Right:
        return setHeight(std::min(columns - 1, m_column + 1), height);
    case Qt::Key_Left:
        m_column = m_column > 0 ? m_column - 1 : 0;
        return redraw();
    default:
        QWidget::keyPressEvent(event);
    }
}

SketchPad::Axes sketchAxes(const Parameter* over, const Metric* metric, const std::vector<CurvePoint>& curve)
{
    const CurvePoint& first = curve.front();
    const auto [lowest, highest] = std::ranges::minmax(curve, {}, &CurvePoint::y);
    const double span = curve.back().x / first.x;
    constexpr double clearly = 1.05;
    const bool rises = highest.y > clearly * first.y;
    const double straight = rises ? first.y * span : first.y / span;
    return {.from_x = first.x,
        .to_x = curve.back().x,
        .from_y = std::min({lowest.y, first.y, straight}),
        .to_y = std::max({highest.y, first.y, straight}),
        .over = over,
        .metric = metric,
        .anchor_y = first.y,
        .straight_y = straight};
}

} // namespace kneepoint
