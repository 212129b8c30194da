// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/cluster_chart.h"

#include "widgets/charts/cluster_node.h"
#include "widgets/charts/kit/labels.h"
#include "widgets/text.h"
#include "widgets/theme/fitting.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

constexpr int most_nodes = 4; ///< drawn
constexpr int most_leaves = 2;
constexpr double least_words = 0.34; ///< of the width
constexpr double most_words = 0.5;
constexpr double gap_width = 24; ///< where boxes are left out
constexpr double narrow = 0.5;   ///< of the step: from here on a link is a bottleneck

/// Which of `count` the `index`th of `drawn` represents: the last one represents the last.
double numberOf(int index, int drawn, double count)
{
    return drawn > 1 && index + 1 == drawn ? count : index + 1;
}

QString leafName(double number)
{
    return ClusterChart::tr("Leaf %1").arg(toQString(number, Unit::none));
}

/// The font, smaller where the words need more room than there is.
QFont fontInside(QFont font, const QRectF& place, int flags, const QString& words)
{
    const double points = font.pointSizeF();
    for (const double scale : {1.0, 0.9, 0.8, 0.7}) {
        font.setPointSizeF(points * scale);
        if (QFontMetricsF(font).boundingRect(place, flags, words).height() <= place.height())
            break;
    }
    return font;
}

} // namespace

ClusterChart::ClusterChart(QWidget* parent)
    : Chart(tr("Cluster"), parent)
{
    QCustomPlot& p = *plot();
    for (QCPAxis* axis : {p.xAxis, p.yAxis}) {
        axis->setVisible(false);
        axis->grid()->setVisible(false);
    }
    p.setInteractions({});
    paint("main", [this](QPainter& painter) { draw(painter); });
    applyStyle();
}

void ClusterChart::present(const Analysis& a)
{
    m_picture = clusterPicture(a);
}

QString ClusterChart::linkText(LinkLevel level) const
{
    const ClusterLink* l = m_picture.link(level);
    if (!l)
        return {};
    const QString name = level == LinkLevel::node
        ? (m_picture.slice.empty() ? tr("Inside the node") : tr("Inside the slice"))
        : level == LinkLevel::leaf ? tr("NIC to leaf")
                                   : tr("Leaf to spine");
    const QString mark = l->utilization >= narrow ? tr("%1: the bottleneck") : tr("%1: the busiest link");
    return tr("%1\n%2 per GPU and step\nat %3: %4, %5 of the step")
        .arg(m_picture.isBottleneck(l) ? mark.arg(name) : name, toQString(l->bytes, Unit::bytes),
            toQString(l->bandwidth_Bps, Unit::bytes_per_second), toQString(l->busy_s, Unit::seconds),
            toQString(l->utilization, Unit::ratio));
}

/// The width of the longest line, within bounds.
double ClusterChart::wordsWidth(double width) const
{
    const QFontMetricsF metrics(fontOf(FontRole::strong));
    double widest = 0;
    for (const ClusterLink& l : m_picture.links)
        for (const QString& line : linkText(l.level).split(u'\n'))
            widest = std::max(widest, metrics.horizontalAdvance(line) + 4);
    return std::clamp(widest, least_words * width, most_words * width);
}

/// Minimum size for readable labels.
double ClusterChart::leastNodeWidth() const
{
    const QFontMetricsF metrics(plot()->font());
    double widest = metrics.horizontalAdvance(leafName(m_picture.leaves));
    for (const QString& words : nodeWords(m_picture, m_picture.nodes))
        widest = std::max(widest, metrics.horizontalAdvance(words));
    return widest + 20;
}

ClusterChart::Boxes ClusterChart::boxes() const
{
    const QRectF all = QRectF(plot()->viewport()).adjusted(16, 8, -16, -8);
    const double line = QFontMetricsF(plot()->font()).height();
    const bool has_leaf = m_picture.link(LinkLevel::leaf);
    const bool has_spine = m_picture.link(LinkLevel::spine);
    constexpr double node_share = 0.5;
    const double lone_node_lines = m_picture.slice.empty() ? 14 : 22;
    const double node_height = has_leaf ? node_share * all.height() : std::min(all.height(), lone_node_lines * line);
    const double slot = has_leaf ? (all.height() - node_height) / (has_spine ? 2 : 1) : 0;
    const double switch_height = std::min(0.45 * slot, 2.2 * line);
    const double node_top = has_leaf ? all.bottom() - node_height : all.center().y() - node_height / 2;

    Boxes found;
    found.right = all.right() - wordsWidth(all.width()) - 12;
    const double room = found.right - all.left() - 2 * gap_width;
    const int most = shown(std::floor(room / leastNodeWidth()), most_nodes);
    const bool shares_leaves = most > 1 && std::min(m_picture.nodes_per_leaf, m_picture.nodes) > 1;
    const int leaves = shown(m_picture.leaves, shares_leaves ? std::min(most / 2, most_leaves) : most);
    const int most_each = most / leaves;
    const double leaf_gap = leaves > 1 && m_picture.leaves > leaves ? gap_width : 0;
    double x = all.left();
    for (int leaf = 0; leaf < leaves; ++leaf) {
        const double number = numberOf(leaf, leaves, m_picture.leaves);
        const double first = (number - 1) * m_picture.nodes_per_leaf;
        const double count = std::min(m_picture.nodes_per_leaf, m_picture.nodes - first);
        const int drawn = shown(count, most_each);
        const double node_gap = count > drawn && drawn > 1 ? gap_width : 0;
        const double width = ((found.right - all.left() - leaf_gap) / leaves - node_gap) / drawn;
        x += leaf + 1 == leaves ? leaf_gap : 0;
        const double left = x;
        for (int node = 0; node < drawn; ++node) {
            const bool last = node > 0 && node + 1 == drawn;
            x += last ? node_gap : 0;
            found.nodes.push_back(
                {QRectF(x + 4, node_top, width - 8, node_height), first + numberOf(node, drawn, count),
                    found.leaves.size(), (last && node_gap > 0) || (node == 0 && leaf_gap > 0 && leaf + 1 == leaves)});
            x += width;
        }
        found.leaves.push_back({QRectF(left + 4, all.top() + (has_spine ? slot : 0), x - left - 8, switch_height),
            number, 0, leaf_gap > 0 && leaf + 1 == leaves});
    }
    found.spine = QRectF(all.left() + 4, all.top(), found.right - all.left() - 8, switch_height);
    return found;
}

std::vector<double> ClusterChart::drawnNodes() const
{
    std::vector<double> numbers;
    for (const Box& node : boxes().nodes)
        numbers.push_back(node.number);
    return numbers;
}

void ClusterChart::drawSwitches(QPainter& painter, const ClusterInk& ink, const Boxes& b) const
{
    if (!m_picture.link(LinkLevel::leaf))
        return;
    if (m_picture.link(LinkLevel::spine)) {
        painter.setPen(ink.linkPen(LinkLevel::spine, 9));
        for (const Box& leaf : b.leaves)
            painter.drawLine(
                QPointF(leaf.rect.center().x(), leaf.rect.top()), QPointF(leaf.rect.center().x(), b.spine.bottom()));
        const QString over = m_picture.oversubscription > 1
            ? tr("Spine, %1:1 oversubscribed").arg(toQString(m_picture.oversubscription, Unit::none))
            : tr("Spine");
        ink.drawBox(painter, b.spine, over);
    }
    for (const Box& leaf : b.leaves)
        ink.drawBox(painter, leaf.rect, leafName(leaf.number));
}

void ClusterChart::drawWords(QPainter& painter, const Boxes& b) const
{
    const double bottom = b.nodes.front().rect.bottom();
    const auto write = [&](LinkLevel level, double top, double end) {
        const ClusterLink* l = m_picture.link(level);
        if (!l)
            return;
        const QRectF place(b.right + 12, top, plot()->viewport().width() - b.right - 20, end - top);
        constexpr int flags = Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap;
        const QFont font = roleFont(plot()->font(), m_picture.isBottleneck(l) ? FontRole::strong : FontRole::base);
        painter.setFont(fontInside(font, place, flags, linkText(level)));
        painter.setPen(m_picture.isBottleneck(l) ? quantityTextColor(Quantity::data_comm, themeMode()) : colors().text);
        painter.drawText(place, flags, linkText(level));
    };
    write(LinkLevel::spine, b.spine.top(), b.leafTop());
    write(LinkLevel::leaf, b.leafTop(), b.nodeTop());
    write(LinkLevel::node, b.nodeTop(), bottom);
    painter.setFont(plot()->font());
    painter.setPen(colors().text);
    for (const std::vector<Box>* row : {&b.leaves, &b.nodes})
        for (const Box& box : *row)
            if (box.after_gap && (row == &b.nodes || m_picture.link(LinkLevel::leaf)))
                painter.drawText(
                    QRectF(box.rect.left() - gap_width - 12, box.rect.top(), gap_width + 12, box.rect.height()),
                    Qt::AlignCenter, QStringLiteral("…"));
}

void ClusterChart::draw(QPainter& painter) const
{
    const Boxes all = boxes();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(plot()->font());
    const ClusterInk ink{m_picture, plot()->font(), themeMode()};
    for (const Box& node : all.nodes)
        drawNode(painter, ink, node.rect, node.number, all.leaves[node.leaf].rect);
    drawSwitches(painter, ink, all);
    drawWords(painter, all);
}

Hit ClusterChart::hitAt(const QPointF& at)
{
    const Boxes all = boxes();
    return {.part = at.y() < all.leafTop() ? 2 : at.y() < all.nodeTop() ? 1 : 0};
}

QStringList ClusterChart::readout() const
{
    if (!hovered().isOn())
        return {};
    const auto level = static_cast<LinkLevel>(hovered().part());
    const ClusterLink* l = m_picture.link(level);
    if (!l)
        return {};
    return {toQString(linkLabel(m_picture, level)), tr("%1 per GPU and step").arg(toQString(l->bytes, Unit::bytes)),
        tr("at %1 per GPU: %2")
            .arg(toQString(l->bandwidth_Bps, Unit::bytes_per_second), toQString(l->busy_s, Unit::seconds)),
        tr("%1 of the step").arg(toQString(l->utilization, Unit::ratio))};
}

CsvTable ClusterChart::data(const Analysis& of) const
{
    CsvTable table{{"link", "bytes", "bandwidth_Bps", "busy_s", "utilisation"}, 1, {}};
    for (const ClusterLink& l : clusterPicture(of).links)
        table.add(linkLevelId(l.level), l.bytes, l.bandwidth_Bps, l.busy_s, l.utilization);
    return table;
}

} // namespace kneepoint
