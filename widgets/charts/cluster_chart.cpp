// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/cluster_chart.h"

#include "widgets/charts/kit/labels.h"
#include "widgets/charts/kit/painting.h"
#include "widgets/charts/kit/words.h"
#include "widgets/theme/fitting.h"

#include <fmt/format.h>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

constexpr int most_nodes = 4; ///< drawn
constexpr int most_leaves = 2;
constexpr int most_gpus = 8;
constexpr double least_words = 0.34; ///< of the width
constexpr double most_words = 0.5;
constexpr double gap_width = 24; ///< where boxes are left out
constexpr double narrow = 0.5;   ///< of the step: from here on a link is a bottleneck

int shown(double count, int most)
{
    return static_cast<int>(std::clamp(count, 1.0, double(most)));
}

/// Which of `count` the `index`th of `drawn` stands for: the last one for the last.
double numberOf(int index, int drawn, double count)
{
    return drawn > 1 && index + 1 == drawn ? count : index + 1;
}

/// A row of so many parts of the rectangle, with room between them.
std::vector<QRectF> inRow(const QRectF& rect, int count)
{
    constexpr double room = 0.15;
    std::vector<QRectF> parts;
    const double slot = rect.width() / count;
    for (int i = 0; i < count; ++i)
        parts.emplace_back(rect.left() + (i + room / 2) * slot, rect.top(), (1 - room) * slot, rect.height());
    return parts;
}

QString nodeName(double number)
{
    return ClusterChart::tr("Node %1").arg(text(number, Unit::none));
}

QString leafName(double number)
{
    return ClusterChart::tr("Leaf %1").arg(text(number, Unit::none));
}

QString gpuWords(const ClusterPicture& p)
{
    return (p.gpus_per_node > 1 ? ClusterChart::tr("%1 GPUs") : ClusterChart::tr("%1 GPU"))
        .arg(text(p.gpus_per_node, Unit::none));
}

QString nicWords(const ClusterPicture& p)
{
    return (p.nics_per_node > 1 ? ClusterChart::tr("%1 NICs") : ClusterChart::tr("%1 NIC"))
        .arg(text(p.nics_per_node, Unit::none));
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
    : Chart(parent)
{
    QCustomPlot& p = *plot();
    for (QCPAxis* axis : {p.xAxis, p.yAxis}) {
        axis->setVisible(false);
        axis->grid()->setVisible(false);
    }
    p.setInteractions({});
    addPainting(p, "main", [this](QPainter& painter) {
        if (hasAnalysis())
            draw(painter);
    });
    addPainting(p, "overlay", [this](QPainter& painter) {
        if (hasAnalysis())
            drawReadout(painter, plot()->rect(), hovered().at(), readout(), plot()->font(), themeMode());
    });
    setTheme(themeMode());
}

void ClusterChart::present(const Analysis& a)
{
    m_picture = clusterPicture(a);
}

std::string ClusterChart::describe(const Analysis& a) const
{
    return clusterSentence(clusterPicture(a));
}

void ClusterChart::restyle() { }

const ClusterLink* ClusterChart::link(LinkLevel level) const
{
    const auto found = std::ranges::find(m_picture.links, level, &ClusterLink::level);
    return found == m_picture.links.end() ? nullptr : &*found;
}

bool ClusterChart::isBottleneck(const ClusterLink* l) const
{
    return l && m_picture.bottleneck && l == &m_picture.links[*m_picture.bottleneck];
}

QString ClusterChart::linkText(LinkLevel level) const
{
    const ClusterLink* l = link(level);
    if (!l)
        return {};
    const QString name = level == LinkLevel::node ? tr("Inside the node")
        : level == LinkLevel::leaf                ? tr("NIC to leaf")
                                                  : tr("Leaf to spine");
    const QString mark = l->utilisation >= narrow ? tr("%1: the bottleneck") : tr("%1: the busiest link");
    return tr("%1\n%2 per GPU and step\nat %3: %4, %5 of the step")
        .arg(isBottleneck(l) ? mark.arg(name) : name, text(l->bytes, Unit::bytes),
            text(l->bandwidth_Bps, Unit::bytes_per_second), text(l->busy_s, Unit::seconds),
            text(l->utilisation, Unit::ratio));
}

/// As much as the longest line needs, within bounds.
double ClusterChart::wordsWidth(double width) const
{
    const QFontMetricsF metrics(roleFont(plot()->font(), FontRole::strong));
    double widest = 0;
    for (const ClusterLink& l : m_picture.links)
        for (const QString& line : linkText(l.level).split(u'\n'))
            widest = std::max(widest, metrics.horizontalAdvance(line) + 4);
    return std::clamp(widest, least_words * width, most_words * width);
}

/// In which its words can be read.
double ClusterChart::leastNodeWidth() const
{
    const QFontMetricsF metrics(plot()->font());
    double widest = metrics.horizontalAdvance(nodeName(m_picture.nodes));
    for (const QString& words : {leafName(m_picture.leaves), gpuWords(m_picture), nicWords(m_picture)})
        widest = std::max(widest, metrics.horizontalAdvance(words));
    return widest + 20;
}

ClusterChart::Boxes ClusterChart::boxes() const
{
    const QRectF all = QRectF(plot()->viewport()).adjusted(16, 8, -16, -8);
    const double line = QFontMetricsF(plot()->font()).height();
    const bool has_leaf = link(LinkLevel::leaf);
    const bool has_spine = link(LinkLevel::spine);
    constexpr double node_share = 0.5;
    constexpr double lone_node_lines = 14;
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

/// As thick as it is busy; the busiest in the color of communication.
QPen ClusterChart::linkPen(LinkLevel level, double thickest) const
{
    const ClusterLink* l = link(level);
    const bool worst = isBottleneck(l);
    constexpr double thinnest = 1.5;
    const double width = std::min(thickest, thinnest + 7 * std::min(1.0, l ? l->utilisation : 0));
    const QColor color = worst ? quantityColor(Quantity::data_comm, themeMode()) : theme(themeMode()).muted;
    return {color, width, worst || level == LinkLevel::node ? Qt::SolidLine : Qt::DashLine, Qt::FlatCap};
}

void ClusterChart::drawBox(QPainter& painter, const QRectF& rect, const QString& words) const
{
    constexpr double least_scale = 0.75;
    const Theme& colors = theme(themeMode());
    painter.setPen(QPen(colors.text, 1.5));
    painter.setBrush(colors.window);
    painter.drawRoundedRect(rect, 4, 4);
    const double room = rect.width() - 4;
    const QFont fitting = fittingFont(plot()->font(), words, room, least_scale);
    painter.setFont(fitting);
    painter.setPen(colors.text);
    painter.drawText(rect, Qt::AlignCenter, QFontMetricsF(fitting).elidedText(words, Qt::ElideRight, room));
    painter.setFont(plot()->font());
}

/// The name of a part where it has room for it.
void ClusterChart::drawName(QPainter& painter, const QRectF& box, const QString& name, const QColor& ink) const
{
    const QFontMetricsF metrics(plot()->font());
    painter.setPen(ink);
    if (metrics.horizontalAdvance(name) < box.width() - 4 && metrics.height() <= box.height())
        painter.drawText(box, Qt::AlignCenter, name);
}

/// Each with its way to a NIC; where the node has links between them, on a bar at `link_y`.
void ClusterChart::drawGpus(QPainter& painter, const Row& gpus, const Row& nics, double link_y) const
{
    const Theme& colors = theme(themeMode());
    for (std::size_t i = 0; i < gpus.size(); ++i) {
        const QRectF& gpu = gpus[i];
        const QRectF& nic = nics[i * nics.size() / gpus.size()];
        painter.setPen(QPen(colors.muted, 1));
        painter.drawLine(QPointF(gpu.center().x(), gpu.top()), QPointF(nic.center().x(), nic.bottom()));
        if (link(LinkLevel::node)) {
            painter.setPen(linkPen(LinkLevel::node, gpu.width() / 2));
            painter.drawLine(QPointF(gpu.center().x(), gpu.bottom()), QPointF(gpu.center().x(), link_y));
        }
        painter.setPen(QPen(colors.text, 1));
        painter.setBrush(quantityColor(Quantity::compute, themeMode()));
        painter.drawRect(gpu);
        drawName(painter, gpu, tr("GPU"), colors.panel);
    }
    if (!link(LinkLevel::node))
        return;
    painter.setPen(linkPen(LinkLevel::node, 8));
    painter.drawLine(QPointF(gpus.front().center().x(), link_y), QPointF(gpus.back().center().x(), link_y));
}

/// Each with its link to the leaf, where there is one.
void ClusterChart::drawNics(QPainter& painter, const Row& nics, const QRectF& node, const QRectF& leaf) const
{
    const Theme& colors = theme(themeMode());
    for (std::size_t i = 0; i < nics.size(); ++i) {
        const QRectF& nic = nics[i];
        if (link(LinkLevel::leaf)) {
            constexpr double bundle = 0.6; // of the node's width: the links draw together on their way up
            const double to = node.center().x() + bundle * (nic.center().x() - node.center().x());
            painter.setPen(linkPen(LinkLevel::leaf, bundle * nic.width()));
            painter.drawLine(QPointF(nic.center().x(), nic.top()),
                QPointF(std::clamp(to, leaf.left() + 4, leaf.right() - 4), leaf.bottom()));
        }
        painter.setPen(QPen(colors.text, 1));
        painter.setBrush(colors.grid);
        painter.drawRect(nic);
        drawName(painter, nic, tr("NIC"), colors.text);
    }
}

/// From top to bottom: its NICs, its GPUs, the link between them, and what it is.
void ClusterChart::drawNode(QPainter& painter, const Box& node, const QRectF& leaf) const
{
    drawBox(painter, node.rect, {});
    const QFontMetricsF metrics(plot()->font());
    const QString contents = gpuWords(m_picture) + QStringLiteral(", ") + nicWords(m_picture);
    const bool in_one_line = metrics.horizontalAdvance(contents) < node.rect.width() - 8;
    const QString words =
        nodeName(node.number) + u'\n' + (in_one_line ? contents : gpuWords(m_picture) + u'\n' + nicWords(m_picture));
    const double caption = (in_one_line ? 2 : 3) * metrics.lineSpacing() + 4;

    const QRectF inside = node.rect.adjusted(4, 6, -4, -caption);
    const int gpu_count = shown(m_picture.gpus_per_node, most_gpus);
    const int nic_count = shown(std::round(m_picture.nics_per_node * gpu_count / m_picture.gpus_per_node), gpu_count);
    const auto band = [&inside](double from, double share) {
        return QRectF(inside.left(), inside.top() + from * inside.height(), inside.width(), share * inside.height());
    };
    const Row gpus = inRow(band(0.42, 0.36), gpu_count);
    const Row nics = inRow(band(0, 0.22), nic_count);
    drawGpus(painter, gpus, nics, inside.bottom() - 4);
    drawNics(painter, nics, node.rect, leaf);
    painter.setPen(theme(themeMode()).text);
    painter.drawText(
        QRectF(node.rect.left(), node.rect.bottom() - caption, node.rect.width(), caption - 2), Qt::AlignCenter, words);
}

void ClusterChart::drawSwitches(QPainter& painter, const Boxes& b) const
{
    if (!link(LinkLevel::leaf))
        return;
    if (link(LinkLevel::spine)) {
        painter.setPen(linkPen(LinkLevel::spine, 9));
        for (const Box& leaf : b.leaves)
            painter.drawLine(
                QPointF(leaf.rect.center().x(), leaf.rect.top()), QPointF(leaf.rect.center().x(), b.spine.bottom()));
        const QString over = m_picture.oversubscription > 1
            ? tr("Spine, %1:1 oversubscribed").arg(text(m_picture.oversubscription, Unit::none))
            : tr("Spine");
        drawBox(painter, b.spine, over);
    }
    for (const Box& leaf : b.leaves)
        drawBox(painter, leaf.rect, leafName(leaf.number));
}

void ClusterChart::drawWords(QPainter& painter, const Boxes& b) const
{
    const double bottom = b.nodes.front().rect.bottom();
    const auto write = [&](LinkLevel level, double top, double end) {
        const ClusterLink* l = link(level);
        if (!l)
            return;
        const QRectF place(b.right + 12, top, plot()->viewport().width() - b.right - 20, end - top);
        constexpr int flags = Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap;
        const QFont font = roleFont(plot()->font(), isBottleneck(l) ? FontRole::strong : FontRole::base);
        painter.setFont(fontInside(font, place, flags, linkText(level)));
        painter.setPen(isBottleneck(l) ? quantityTextColor(Quantity::data_comm, themeMode()) : theme(themeMode()).text);
        painter.drawText(place, flags, linkText(level));
    };
    write(LinkLevel::spine, b.spine.top(), b.leafTop());
    write(LinkLevel::leaf, b.leafTop(), b.nodeTop());
    write(LinkLevel::node, b.nodeTop(), bottom);
    painter.setFont(plot()->font());
    painter.setPen(theme(themeMode()).text);
    for (const std::vector<Box>* row : {&b.leaves, &b.nodes})
        for (const Box& box : *row)
            if (box.after_gap && (row == &b.nodes || link(LinkLevel::leaf)))
                painter.drawText(
                    QRectF(box.rect.left() - gap_width - 12, box.rect.top(), gap_width + 12, box.rect.height()),
                    Qt::AlignCenter, QStringLiteral("…"));
}

void ClusterChart::draw(QPainter& painter) const
{
    const Boxes all = boxes();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(plot()->font());
    for (const Box& node : all.nodes)
        drawNode(painter, node, all.leaves[node.leaf].rect);
    drawSwitches(painter, all);
    drawWords(painter, all);
}

void ClusterChart::hover(const QPointF& at)
{
    const Boxes all = boxes();
    setHover(at, at.y() < all.leafTop() ? 2 : at.y() < all.nodeTop() ? 1 : 0);
}

QStringList ClusterChart::readout() const
{
    if (!hovered().isOn())
        return {};
    const auto level = static_cast<LinkLevel>(hovered().part());
    const ClusterLink* l = link(level);
    if (!l)
        return {};
    return {utf8(linkLabel(level)), tr("%1 per GPU and step").arg(text(l->bytes, Unit::bytes)),
        tr("at %1 per GPU: %2").arg(text(l->bandwidth_Bps, Unit::bytes_per_second), text(l->busy_s, Unit::seconds)),
        tr("%1 of the step").arg(text(l->utilisation, Unit::ratio))};
}

CsvTable ClusterChart::data(const Analysis& of) const
{
    CsvTable table{{"link", "bytes", "bandwidth_Bps", "busy_s", "utilisation"}, 1, {}};
    for (const ClusterLink& l : clusterPicture(of).links)
        table.rows.push_back({std::string(linkLevelId(l.level)), fmt::to_string(l.bytes),
            fmt::to_string(l.bandwidth_Bps), fmt::to_string(l.busy_s), fmt::to_string(l.utilisation)});
    return table;
}

} // namespace kneepoint
