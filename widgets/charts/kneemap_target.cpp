// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/edit.h"
#include "model/job/placement.h"
#include "widgets/charts/kit/labels.h"
#include "widgets/charts/kneemap_chart.h"

#include <qcustomplot.h>

#include <algorithm>
#include <array>
#include <cmath>

/// The line of a target on the map: marching squares between the middles of the cells (Lorensen and Cline 1987,
/// doi:10.1145/37402.37422, in two dimensions).
namespace kneepoint {
namespace {

constexpr double no_figure = 1e6; ///< how far a cell without a figure is beyond the target: the line keeps away from it

/// Where a side is crossed, 0 … 1; nothing if both ends are on one side.
std::optional<double> crossing(double from, double to)
{
    if ((from >= 0) == (to >= 0))
        return std::nullopt;
    const double share = from / (from - to);
    return std::clamp(share, 0., 1.);
}

} // namespace

void KneeMapChart::setTarget(const std::optional<MapTarget>& target)
{
    m_target = target;
    replot();
}

bool KneeMapChart::showsTarget() const
{
    if (!m_target || !m_drawn || !hasAnalysis())
        return false;
    return m_target->target.kind == ReachTarget::Kind::knee_gpus ? m_metric->id == "knee"
                                                                 : m_target->target.metric == m_metric;
}

/// Of each cell the logarithm of figure over target: from 0 on it is reached. A knee that is counted in GPUs is
/// multiplied by the replica of the cell, which the layout may change.
std::vector<double> KneeMapChart::targetShares() const
{
    const ReachTarget& target = m_target->target;
    const KneeMap& map = *m_drawn;
    const double sign = lowerIsBetter(target) ? -1 : 1;
    std::vector<double> shares;
    for (int row = 0; row < map.rows(); ++row)
        for (int column = 0; column < map.columns(); ++column) {
            double figure = map.value(column, row);
            if (target.kind == ReachTarget::Kind::knee_gpus && std::isfinite(figure))
                figure *= gpusPerReplica(applied(analysis().scenario, map.editTo(column, row), analysis().calibration));
            const double share = figure > 0 ? std::log(figure / target.value) : -no_figure;
            shares.push_back(std::clamp(sign * share, -no_figure, no_figure));
        }
    return shares;
}

std::vector<QLineF> KneeMapChart::targetLine() const
{
    if (!showsTarget())
        return {};
    const std::vector<double> shares = targetShares();
    const int columns = m_drawn->columns();
    const auto share = [&](int column, int row) {
        return shares[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns)
            + static_cast<std::size_t>(column)];
    };
    std::vector<QLineF> line;
    for (int row = 0; row + 1 < m_drawn->rows(); ++row)
        for (int column = 0; column + 1 < columns; ++column) {
            const std::array<std::array<int, 2>, 4> around{
                {{column, row}, {column + 1, row}, {column + 1, row + 1}, {column, row + 1}}};
            std::vector<QPointF> crossed;
            for (std::size_t i = 0; i < around.size(); ++i) {
                const auto [c0, r0] = around[i];
                const auto [c1, r1] = around[(i + 1) % around.size()];
                if (const auto at = crossing(share(c0, r0), share(c1, r1)))
                    crossed.push_back(cellPosition(c0, r0) + *at * (cellPosition(c1, r1) - cellPosition(c0, r0)));
            }
            for (std::size_t i = 0; i + 1 < crossed.size(); i += 2)
                line.emplace_back(crossed[i], crossed[i + 1]);
        }
    return line;
}

void KneeMapChart::drawTarget(QPainter& painter) const
{
    const std::vector<QLineF> line = targetLine();
    if (line.empty())
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    const QList<QLineF> pieces(line.begin(), line.end());
    painter.setPen(QPen(colors().panel, 5, Qt::SolidLine, Qt::RoundCap));
    painter.drawLines(pieces);
    painter.setPen(QPen(colors().text, 2, Qt::SolidLine, Qt::RoundCap));
    painter.drawLines(pieces);
    LabelPlacer placer(area().adjusted(4, 4, -4, -4));
    placer.block(QRectF(presentPlace() - QPointF(9, 9), QSizeF(18, 18)));
    for (const QLineF& piece : line)
        placer.block(QRectF(piece.p1(), piece.p2()).normalized().adjusted(-3, -3, 3, 3));
    drawName(painter, placer, {{m_target->name}, plot()->font(), colors().text}, themeMode(), [&](const QSizeF& size) {
        std::vector<QRectF> places;
        for (const std::size_t at : {line.size() / 2, line.size() / 4, 3 * line.size() / 4, line.size() - 1})
            for (const QPointF& away : {QPointF(10, -size.height() - 6), QPointF(10, 6), QPointF(-size.width() - 10, 6),
                     QPointF(-size.width() - 10, -size.height() - 6)})
                places.emplace_back(line[at].center() + away, size);
        return places;
    });
}

} // namespace kneepoint
