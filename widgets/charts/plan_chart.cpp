// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/plan_chart.h"

#include "model/catalogue/hardware_text.h"
#include "model/scenario/scenario.h"
#include "model/search/auto_plan.h"
#include "widgets/charts/kit/halo.h"
#include "widgets/charts/kit/labels.h"
#include "widgets/charts/kit/marks.h"
#include "widgets/charts/kit/tickers.h"
#include "widgets/text.h"

#include <fmt/format.h>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

constexpr double radius = 5;
constexpr double reach = 9; ///< of the pointer

QString chanceText(const PlanPoint& p)
{
    return p.chance ? toQString(kneepoint::chanceText(*p.chance)) : PlanChart::tr("unknown");
}

} // namespace

PlanChart::PlanChart(QWidget* parent)
    : Chart(tr("Plan"), parent)
    , m_front(plot()->addGraph())
{
    QCustomPlot& p = *plot();
    p.axisRect()->setAutoMargins(QCP::msNone);
    for (QCPAxis* axis : {p.xAxis, p.yAxis})
        axis->setScaleType(QCPAxis::stLogarithmic);
    p.xAxis->setTicker(quantityLogTicker(Unit::hours, p.xAxis));
    p.yAxis->setTicker(quantityLogTicker(Unit::dollars, p.yAxis));
    p.xAxis->setLabel(tr("Time to train"));
    p.yAxis->setLabel(tr("Cost of the run"));
    m_front->setSelectable(QCP::stNone);
    paint("background", [this](QPainter& painter) { // under the grid and the front
        if (!m_answer.pareto.empty())
            drawFeasible(painter);
    });
    paint("main", [this](QPainter& painter) {
        if (m_answer.pareto.empty())
            return;
        drawLimits(painter);
        drawPoints(painter);
    });
    applyStyle();
}

QString PlanChart::hardwareText(const PlanPoint& p)
{
    return toQString(kneepoint::hardwareText(p.scenario));
}

void PlanChart::setAnswer(const PlanAnswer& answer, const PlanLimits& limits)
{
    m_answer = answer;
    m_limits = limits;
    m_notice.clear();
    QVector<double> times, costs;
    for (const PlanPoint& p : m_answer.pareto) {
        times << p.run.time_s;
        costs << p.run.cost;
    }
    m_front->setData(times, costs, true);
    forgetHover();
    resetRanges();
    if (hasAnalysis())
        refresh();
}

void PlanChart::setNotice(const QString& sentence)
{
    if (sentence == m_notice)
        return;
    m_notice = sentence;
    if (hasAnalysis())
        refresh();
}

void PlanChart::present(const Analysis&)
{
    fit();
}

void PlanChart::fit()
{
    for (QCPAxis* axis : {plot()->xAxis, plot()->yAxis})
        axis->setVisible(!m_answer.pareto.empty());
    if (m_answer.pareto.empty())
        return;
    const auto span = [](double limit, auto value_of, const std::vector<PlanPoint>& points) {
        double least = HUGE_VAL, most = 0;
        for (const PlanPoint& p : points) {
            least = std::min(least, value_of(p));
            most = std::max(most, value_of(p));
        }
        if (limit > least / 4 && limit < most * 4) {
            least = std::min(least, limit);
            most = std::max(most, limit);
        }
        return std::pair{least / 1.3, most * 1.3};
    };
    const auto [time_low, time_high] = span(
        m_limits.deadline_s, [](const PlanPoint& p) { return p.run.time_s; }, m_answer.pareto);
    const auto [cost_low, cost_high] = span(
        m_limits.budget, [](const PlanPoint& p) { return p.run.cost; }, m_answer.pareto);
    fitAxis(*plot()->xAxis, time_low, time_high);
    fitAxis(*plot()->yAxis, cost_low, cost_high);
}

std::string PlanChart::describe(const Analysis&) const
{
    if (!m_notice.isEmpty())
        return m_notice.toStdString();
    if (m_answer.recommended) {
        const PlanPoint& p = *m_answer.recommended;
        return fmt::format("Recommended, {}: {}; {} and {}. A click opens a point.", m_answer.reason,
            hardwareText(p).toStdString(), formatQuantity(p.run.time_s, Unit::hours),
            formatQuantity(p.run.cost, Unit::dollars));
    }
    return m_answer.reason.empty()
        ? "Which cluster for this job? Fill in your limits, add GPUs and networks to choose from, and press Plan."
        : "Not feasible: " + m_answer.reason + ".";
}

void PlanChart::restyle()
{
    m_front->setPen(QPen(colors().muted, 1.6));
    m_front->setLineStyle(QCPGraph::lsStepLeft);
    leaveRoom(QStringLiteral("$100 M"), QFontMetrics(plot()->font()).height() + 4, 16);
}

QPointF PlanChart::positionOf(const PlanPoint& p) const
{
    return {xOf(p.run.time_s), yOf(p.run.cost)};
}

QPointF PlanChart::pointPosition(std::size_t point) const
{
    return positionOf(m_answer.pareto[point]);
}

int PlanChart::pointAt(const QPointF& at) const
{
    int nearest = -1;
    double least = reach;
    for (std::size_t i = 0; i < m_answer.pareto.size(); ++i)
        if (const double far = QLineF(at, pointPosition(i)).length(); far < least) {
            least = far;
            nearest = static_cast<int>(i);
        }
    return nearest;
}

/// Where a point meets deadline and budget.
void PlanChart::drawFeasible(QPainter& painter) const
{
    if (m_limits.deadline_s <= 0 && m_limits.budget <= 0)
        return;
    QRectF feasible = area();
    if (m_limits.deadline_s > 0)
        feasible.setRight(std::clamp(xOf(m_limits.deadline_s), feasible.left(), feasible.right()));
    if (m_limits.budget > 0)
        feasible.setTop(std::clamp(yOf(m_limits.budget), feasible.top(), feasible.bottom()));
    const QFont font = fontOf(FontRole::small);
    const QString words = tr("meets the limits");
    painter.fillRect(feasible, regionTint(Quantity::compute, themeMode()));
    if (const QSizeF size = textSize(font, words);
        size.width() + 16 < feasible.width() && size.height() < feasible.height()) {
        painter.setFont(font);
        drawHaloed(painter,
            QRectF(feasible.left() + 8, feasible.bottom() - size.height() - 6, size.width(), size.height()),
            Qt::AlignLeft, words, quantityTextColor(Quantity::compute, themeMode()), themeMode());
    }
}

void PlanChart::drawLimits(QPainter& painter) const
{
    const double line = lineHeight(plot()->font());
    painter.setFont(plot()->font());
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(colors().accent, 1.4));
    if (const double x = m_limits.deadline_s > 0 ? xOf(m_limits.deadline_s) : 0;
        x > area().left() && x < area().right()) {
        drawUpright(painter, x);
        painter.drawText(QRectF(x - 100, area().top() - line - 2, 200, line), Qt::AlignCenter,
            tr("%1 deadline").arg(toQString(m_limits.deadline_s, Unit::hours)));
    }
    if (const double y = m_limits.budget > 0 ? yOf(m_limits.budget) : 0; y > area().top() && y < area().bottom()) {
        drawLevel(painter, y);
        painter.drawText(QRectF(area().right() - 120, y - line - 2, 116, line), Qt::AlignRight,
            tr("%1 budget").arg(toQString(m_limits.budget, Unit::dollars)));
    }
}

void PlanChart::drawPoints(QPainter& painter) const
{
    const QFont font = plot()->font();
    LabelPlacer placer(area());
    for (const PlanPoint& p : m_answer.pareto) {
        const QPointF at = positionOf(p);
        drawDot(painter, at, meetsLimits(p) ? colors().accent : colors().muted, radius, themeMode());
        if (!meetsLimits(p))
            drawDot(painter, at, colors().panel, radius - 2, themeMode());
        placer.block(QRectF(at - QPointF(radius, radius), QSizeF(2 * radius, 2 * radius)));
    }
    const auto label = [&](const PlanPoint& p, const QString& words, bool strong) {
        const QPointF at = positionOf(p);
        drawName(painter, placer, {{words}, strong ? fontOf(FontRole::strong) : font, colors().text, 6}, themeMode(),
            [&](const QSizeF& size) {
                std::vector<double> tops;
                tops.reserve(6);
                for (const double lines : {0.0, 1.0, 2.0})
                    for (const double dy : {-(1 + lines) * size.height() - 6, lines * size.height() + 6})
                        tops.push_back(at.y() + dy);
                return boxes(size, {at.x() + 8, at.x() - size.width() - 8}, tops);
            });
    };
    if (m_answer.recommended) {
        const PlanPoint& p = *m_answer.recommended;
        drawDot(painter, positionOf(p), colors().text, radius + 2, themeMode());
        label(p,
            tr("Recommended: %1 × %2")
                .arg(toQString(p.scenario.cluster.gpus, Unit::none),
                    toQString(valueText(parameter("cluster.gpu"), p.scenario.cluster.gpu))),
            true);
    }
    if (m_answer.knee
        && (!m_answer.recommended || !(m_answer.pareto[*m_answer.knee].edit == m_answer.recommended->edit)))
        label(m_answer.pareto[*m_answer.knee], tr("knee"), false);
    const bool one_gpu = std::ranges::all_of(m_answer.pareto,
        [&](const PlanPoint& p) { return p.scenario.cluster.gpu == m_answer.pareto.front().scenario.cluster.gpu; });
    for (const PlanPoint& p : m_answer.pareto) {
        const QString gpus = toQString(p.scenario.cluster.gpus, Unit::none);
        const QString words = one_gpu
            ? gpus
            : tr("%1 × %2").arg(gpus, toQString(valueText(parameter("cluster.gpu"), p.scenario.cluster.gpu)));
        const QSizeF size = textSize(font, words);
        const QPointF at = positionOf(p);
        const std::vector<QRectF> places{{at + QPointF(6, -size.height() - 4), size}};
        const auto place = placer.place(places);
        if (!place)
            continue;
        painter.setFont(font);
        painter.setPen(colors().muted);
        painter.drawText(*place, Qt::AlignCenter, words);
    }
}

QStringList PlanChart::readout() const
{
    if (!hovered().isOn(m_answer.pareto.size()))
        return {};
    const PlanPoint& p = m_answer.pareto[hovered().index()];
    return {hardwareText(p), toQString(layoutText(p.scenario, p.layout)),
        tr("%1, %2").arg(toQString(p.run.time_s, Unit::hours), toQString(p.run.cost, Unit::dollars)),
        tr("%1 of the GPUs, goodput %2")
            .arg(toQString(p.power_w, Unit::watts), toQString(p.run.goodput.share, Unit::ratio)),
        tr("probability of meeting the limits: %1").arg(chanceText(p))};
}

Hit PlanChart::hitAt(const QPointF& at)
{
    const int point = pointAt(at);
    if (point < 0)
        return {};
    return {.part = point, .cursor = Qt::PointingHandCursor, .click = [this, point] {
                emit pointPicked(m_answer.pareto[static_cast<std::size_t>(point)]);
            }};
}

CsvTable PlanChart::data(const Analysis&) const
{
    CsvTable table{{"gpus", "gpu", "network", "training_time_s", "cost", "power_w", "chance", "layout"}, 3, {}};
    for (const PlanPoint& p : m_answer.pareto)
        table.add(p.scenario.cluster.gpus, valueText(parameter("cluster.gpu"), p.scenario.cluster.gpu),
            valueText(parameter("cluster.interconnect"), p.scenario.cluster.interconnect), p.run.time_s, p.run.cost,
            p.power_w, p.chance ? fmt::to_string(*p.chance) : "", layoutText(p.scenario, p.layout));
    return table;
}

} // namespace kneepoint
