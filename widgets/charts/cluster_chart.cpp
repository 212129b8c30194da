// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/cluster_chart.h"

#include "widgets/charts/kit/labels.h"
#include "widgets/charts/kit/painting.h"
#include "widgets/charts/kit/words.h"

#include <fmt/format.h>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

constexpr int most_nodes = 4; ///< drawn
constexpr int most_leaves = 2;
constexpr int most_gpus = 8;
constexpr double words_share = 0.34; ///< of the width

int shown(double count, int most)
{
    return static_cast<int>(std::clamp(count, 1.0, double(most)));
}

/// "8 of 72": how many stand for how many.
QString ofMany(const QString& what, double count, int drawn)
{
    return count > drawn ? ClusterChart::tr("%1 (%2 of %3)").arg(what).arg(drawn).arg(text(count, Unit::none)) : what;
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

QString ClusterChart::linkText(LinkLevel level) const
{
    const ClusterLink* l = link(level);
    return l ? tr("%1 per GPU and step, %2 busy").arg(text(l->bytes, Unit::bytes), text(l->utilisation, Unit::ratio))
             : QString();
}

ClusterChart::Rows ClusterChart::rows() const
{
    const QRectF all = QRectF(plot()->viewport()).adjusted(16, 8, -16, -8);
    const double slot = all.height() / 3;
    const double height = std::min(slot * 0.5, 3.0 * QFontMetricsF(plot()->font()).height());
    const int each = shown(m_picture.nodes_per_leaf, most_nodes);
    const int leaves = shown(m_picture.leaves, each > 1 ? most_leaves : most_nodes);
    return {all.top() + 4, all.top() + slot + 4, all.top() + 2 * slot, height, all.left(),
        all.right() - words_share * all.width(), leaves,
        shown(std::min(m_picture.nodes, double(each)), most_nodes / leaves)};
}

/// As thick as it is busy; the busiest in the colour of a warning.
QPen ClusterChart::linkPen(LinkLevel level) const
{
    const ClusterLink* l = link(level);
    const bool worst = l && m_picture.bottleneck && l == &m_picture.links[*m_picture.bottleneck];
    constexpr double thickest = 7;
    const double width = 1.5 + thickest * std::min(1.0, l ? l->utilisation : 0);
    const QColor color = worst ? quantityColor(Quantity::data_comm, themeMode()) : theme(themeMode()).muted;
    return {color, width, worst ? Qt::SolidLine : Qt::DashLine, Qt::FlatCap};
}

void ClusterChart::drawBox(QPainter& painter, const QRectF& rect, const QString& words, bool dashed) const
{
    const Theme& colors = theme(themeMode());
    painter.setPen(QPen(colors.text, 1.5, dashed ? Qt::DashLine : Qt::SolidLine));
    painter.setBrush(colors.window);
    painter.drawRoundedRect(rect, 4, 4);
    const QFontMetricsF metrics(plot()->font());
    painter.setPen(colors.text);
    painter.drawText(rect, Qt::AlignCenter, metrics.elidedText(words, Qt::ElideRight, rect.width() - 4));
}

void ClusterChart::drawNodes(QPainter& painter, const Rows& r) const
{
    const int nodes = r.nodes();
    const int gpus = shown(m_picture.gpus_per_node, most_gpus);
    const double slot = (r.right - r.left) / nodes;
    const double top = r.node;
    const double height = plot()->viewport().height() - 8 - top;
    for (int node = 0; node < nodes; ++node) {
        const QRectF box(r.left + node * slot + 4, top, slot - 8, height);
        drawBox(painter, box, {});
        const double bar_y = box.top() + box.height() * 0.3;
        const double gpu_width = (box.width() - 8) / gpus;
        if (link(LinkLevel::node)) {
            painter.setPen(linkPen(LinkLevel::node));
            painter.drawLine(QPointF(box.left() + 8, bar_y), QPointF(box.right() - 8, bar_y));
        }
        for (int gpu = 0; gpu < gpus; ++gpu) {
            const QRectF chip(box.left() + 4 + gpu * gpu_width + 1, bar_y + 8, gpu_width - 2, box.height() * 0.35);
            if (link(LinkLevel::node)) {
                painter.setPen(linkPen(LinkLevel::node));
                painter.drawLine(QPointF(chip.center().x(), bar_y), QPointF(chip.center().x(), chip.top()));
            }
            painter.setPen(QPen(theme(themeMode()).text, 1));
            painter.setBrush(quantityColor(Quantity::compute, themeMode()));
            painter.drawRect(chip);
        }
        painter.setPen(theme(themeMode()).text);
        painter.drawText(QRectF(box.left(), bar_y + 8 + box.height() * 0.35, box.width(), box.height() * 0.3),
            Qt::AlignCenter, ofMany(tr("GPUs"), m_picture.gpus_per_node, gpus));
        painter.drawText(QRectF(box.left(), box.top(), box.width(), bar_y - box.top()), Qt::AlignCenter,
            ofMany(tr("Node"), m_picture.nodes, nodes));
    }
}

void ClusterChart::drawSwitches(QPainter& painter, const Rows& r) const
{
    const int nodes = r.nodes();
    const int leaves = r.leaves;
    const double slot = (r.right - r.left) / nodes;
    const double leaf_slot = (r.right - r.left) / leaves;
    if (!link(LinkLevel::leaf))
        return;
    for (int node = 0; node < nodes; ++node) {
        const double to = r.left + (node / r.nodes_each + 0.5) * leaf_slot;
        painter.setPen(linkPen(LinkLevel::leaf));
        painter.drawLine(QPointF(r.left + (node + 0.5) * slot, r.node), QPointF(to, r.leaf + r.height));
    }
    if (link(LinkLevel::spine)) {
        for (int leaf = 0; leaf < leaves; ++leaf) {
            painter.setPen(linkPen(LinkLevel::spine));
            painter.drawLine(QPointF(r.left + (leaf + 0.5) * leaf_slot, r.leaf),
                QPointF((r.left + r.right) / 2, r.spine + r.height));
        }
        const QString over = m_picture.oversubscription > 1
            ? tr("Spine, %1:1 oversubscribed").arg(text(m_picture.oversubscription, Unit::none))
            : tr("Spine");
        drawBox(painter, {r.left + leaf_slot / 4, r.spine, r.right - r.left - leaf_slot / 2, r.height}, over);
    }
    for (int leaf = 0; leaf < leaves; ++leaf)
        drawBox(painter, {r.left + leaf * leaf_slot + 12, r.leaf, leaf_slot - 24, r.height},
            ofMany(tr("Leaf"), m_picture.leaves, leaves));
}

void ClusterChart::drawWords(QPainter& painter, const Rows& r) const
{
    const auto write = [&](LinkLevel level, double top, double bottom, const QString& name) {
        const ClusterLink* l = link(level);
        if (!l)
            return;
        const bool worst = m_picture.bottleneck && l == &m_picture.links[*m_picture.bottleneck];
        const QRectF place(r.right + 12, top, plot()->viewport().width() - r.right - 20, bottom - top);
        painter.setFont(worst ? roleFont(plot()->font(), FontRole::strong) : plot()->font());
        painter.setPen(worst ? quantityTextColor(Quantity::data_comm, themeMode()) : theme(themeMode()).text);
        constexpr double narrow = 0.5; // of the step: from here on it is a bottleneck
        const QString mark = l->utilisation >= narrow ? tr("%1: the bottleneck") : tr("%1: the busiest link");
        const QString words = tr("%1\n%2 per GPU and step\nat %3: %4, %5 of the step")
                                  .arg(worst ? mark.arg(name) : name, text(l->bytes, Unit::bytes),
                                      text(l->bandwidth_Bps, Unit::bytes_per_second), text(l->busy_s, Unit::seconds),
                                      text(l->utilisation, Unit::ratio));
        painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap, words);
    };
    write(LinkLevel::spine, r.spine, r.leaf, tr("Leaf to spine"));
    write(LinkLevel::leaf, r.leaf, r.node, tr("NIC to leaf"));
    write(LinkLevel::node, r.node, plot()->viewport().height() - 8, tr("Inside the node"));
    painter.setFont(plot()->font());
}

void ClusterChart::draw(QPainter& painter) const
{
    const Rows r = rows();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(plot()->font());
    drawSwitches(painter, r);
    drawNodes(painter, r);
    drawWords(painter, r);
}

void ClusterChart::hover(const QPointF& at)
{
    const Rows r = rows();
    setHover(at, at.y() < r.leaf ? 2 : at.y() < r.node ? 1 : 0);
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
