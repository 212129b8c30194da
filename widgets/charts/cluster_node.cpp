// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/cluster_node.h"

#include "widgets/text.h"
#include "widgets/theme/fitting.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <vector>

namespace kneepoint {
namespace {

constexpr int most_gpus = 8;   ///< drawn
constexpr int most_across = 4; ///< of a slice
constexpr int most_down = 3;
constexpr int most_layers = 2;
constexpr double thickest_bar = 8;

using Row = std::vector<QRectF>;

/// A row of this many parts of the rectangle, with gaps between them.
Row inRow(const QRectF& rect, int count)
{
    constexpr double room = 0.15;
    Row parts;
    const double slot = rect.width() / count;
    for (int i = 0; i < count; ++i)
        parts.emplace_back(rect.left() + (i + room / 2) * slot, rect.top(), (1 - room) * slot, rect.height());
    return parts;
}

/// The name of a part where it has room for it.
void drawName(QPainter& painter, const ClusterInk& ink, const QRectF& box, const QString& name, const QColor& color)
{
    const QFontMetricsF metrics(ink.font);
    painter.setPen(color);
    if (metrics.horizontalAdvance(name) < box.width() - 4 && metrics.height() <= box.height())
        painter.drawText(box, Qt::AlignCenter, name);
}

void drawGpu(QPainter& painter, const ClusterInk& ink, const QRectF& gpu)
{
    const Theme& colors = theme(ink.mode);
    painter.setPen(QPen(colors.text, 1));
    painter.setBrush(quantityColor(Quantity::compute, ink.mode));
    painter.drawRect(gpu);
    drawName(painter, ink, gpu, translated("GPU"), colors.panel);
}

/// Each with its way to a NIC; where the node has links between them, on a bar at `link_y`.
void drawGpus(QPainter& painter, const ClusterInk& ink, const Row& gpus, const Row& nics, double link_y)
{
    const bool linked = ink.picture.link(LinkLevel::node);
    for (std::size_t i = 0; i < gpus.size(); ++i) {
        const QRectF& gpu = gpus[i];
        const QRectF& nic = nics[i * nics.size() / gpus.size()];
        painter.setPen(QPen(theme(ink.mode).muted, 1));
        painter.drawLine(QPointF(gpu.center().x(), gpu.top()), QPointF(nic.center().x(), nic.bottom()));
        if (linked) {
            painter.setPen(ink.linkPen(LinkLevel::node, gpu.width() / 2));
            painter.drawLine(QPointF(gpu.center().x(), gpu.bottom()), QPointF(gpu.center().x(), link_y));
        }
        drawGpu(painter, ink, gpu);
    }
    if (!linked)
        return;
    painter.setPen(ink.linkPen(LinkLevel::node, thickest_bar));
    painter.drawLine(QPointF(gpus.front().center().x(), link_y), QPointF(gpus.back().center().x(), link_y));
}

/// Each with its link to the leaf, where there is one.
void drawNics(QPainter& painter, const ClusterInk& ink, const Row& nics, const QRectF& node, const QRectF& leaf)
{
    const Theme& colors = theme(ink.mode);
    for (const QRectF& nic : nics) {
        if (ink.picture.link(LinkLevel::leaf)) {
            constexpr double bundle = 0.6; // of the node's width: the links draw together on their way up
            const double to = node.center().x() + bundle * (nic.center().x() - node.center().x());
            painter.setPen(ink.linkPen(LinkLevel::leaf, bundle * nic.width()));
            painter.drawLine(QPointF(nic.center().x(), nic.top()),
                QPointF(std::clamp(to, leaf.left() + 4, leaf.right() - 4), leaf.bottom()));
        }
        painter.setPen(QPen(colors.text, 1));
        painter.setBrush(colors.grid);
        painter.drawRect(nic);
        drawName(painter, ink, nic, translated("NIC"), colors.text);
    }
}

/// A wraparound link from one end of an axis to the other; `aside` is the offset around the parts between.
void drawAround(QPainter& painter, const QPointF& first, const QPointF& last, const QPointF& out, const QPointF& aside)
{
    const QPointF way[] = {first, first - out, first - out + aside, last + out + aside, last + out, last};
    painter.drawPolyline(way, static_cast<int>(std::size(way)));
}

/// Positions of the GPUs of a slice: the first two axes as a grid, the third one as layers behind each other.
struct Grid {
    int columns, rows, layers;
    double slot, side;
    QPointF first, behind;

    [[nodiscard]] QRectF at(int column, int row, int layer) const
    {
        const QPointF middle = first + QPointF(column * slot, row * slot) + layer * behind;
        return {middle.x() - side / 2, middle.y() - side / 2, side, side};
    }
};

Grid gridOf(const std::vector<TorusSide>& sides, const QRectF& room)
{
    const auto drawn = [&](std::size_t axis, int most) {
        return axis < sides.size() ? shown(sides[axis].chips, most) : 1;
    };
    Grid g{drawn(0, most_across), drawn(1, most_down), drawn(2, most_layers), 0, 0, {}, {}};
    const double back = 0.5 * (g.layers - 1); // of a slot, what the layers take
    g.slot = std::min(room.width() / (g.columns + back), room.height() / (g.rows + back));
    g.side = (g.layers > 1 ? 0.4 : 0.5) * g.slot;
    g.behind = QPointF(0.48 * g.slot, -0.48 * g.slot);
    g.first =
        room.center() - QPointF((g.columns - 1) * g.slot, (g.rows - 1) * g.slot) / 2 - (g.layers - 1) * g.behind / 2;
    return g;
}

/// The links along one axis of the front, and around it where that is closed.
void drawAxis(
    QPainter& painter, const QPointF& first, const QPointF& last, bool closed, const QPointF& out, const QPointF& aside)
{
    painter.drawLine(first, last);
    if (closed)
        drawAround(painter, first, last, out, aside);
}

void drawGrid(QPainter& painter, const ClusterInk& ink, const QRectF& room)
{
    const std::vector<TorusSide>& sides = ink.picture.slice;
    const Grid g = gridOf(sides, room);
    const auto isClosed = [&](std::size_t axis) { return axis < sides.size() && sides[axis].closed; };
    const auto center = [&](int column, int row, int layer) { return g.at(column, row, layer).center(); };
    const QPen links = ink.linkPen(LinkLevel::node, 0.08 * g.slot);
    const QPointF right(0.34 * g.slot, 0), below(0, 0.34 * g.slot);
    constexpr double apart = 1.2; // the ways around the two axes, where they would cover each other
    painter.setPen(links);
    painter.setBrush(Qt::NoBrush);
    for (int row = 0; row < g.rows; ++row)
        drawAxis(painter, center(0, row, 0), center(g.columns - 1, row, 0), isClosed(0), right, below);
    for (int column = 0; column < g.columns; ++column)
        drawAxis(painter, center(column, 0, 0), center(column, g.rows - 1, 0), isClosed(1), below, apart * right);
    for (int layer = g.layers - 1; layer >= 0; --layer)
        for (int row = 0; row < g.rows; ++row)
            for (int column = 0; column < g.columns; ++column) {
                if (layer == 0) {
                    drawGpu(painter, ink, g.at(column, row, 0));
                    continue;
                }
                painter.setPen(links);
                painter.drawLine(center(column, row, layer), center(column, row, layer - 1));
                painter.setPen(QPen(theme(ink.mode).text, 1));
                painter.setBrush(theme(ink.mode).grid);
                painter.drawRect(g.at(column, row, layer));
            }
}

QString countWords(double count, const char* one, const char* several)
{
    return translated(count > 1 ? several : one).arg(toQString(count, Unit::none));
}

} // namespace

int shown(double count, int most)
{
    return static_cast<int>(std::clamp(count, 1.0, double(most)));
}

QPen ClusterInk::linkPen(LinkLevel level, double thickest) const
{
    const ClusterLink* l = picture.link(level);
    const bool worst = picture.isBottleneck(l);
    constexpr double thinnest = 1.5;
    const double width = std::min(thickest, thinnest + 7 * std::min(1.0, l ? l->utilization : 0));
    const QColor color = worst ? quantityColor(Quantity::data_comm, mode) : theme(mode).muted;
    return {color, width, worst || level == LinkLevel::node ? Qt::SolidLine : Qt::DashLine, Qt::FlatCap};
}

void ClusterInk::drawBox(QPainter& painter, const QRectF& rect, const QString& words) const
{
    constexpr double least_scale = 0.75;
    const Theme& colors = theme(mode);
    painter.setPen(QPen(colors.text, 1.5));
    painter.setBrush(colors.window);
    painter.drawRoundedRect(rect, 4, 4);
    const double room = rect.width() - 4;
    const QFont fitting = fittingFont(font, words, room, least_scale);
    painter.setFont(fitting);
    painter.setPen(colors.text);
    painter.drawText(rect, Qt::AlignCenter, QFontMetricsF(fitting).elidedText(words, Qt::ElideRight, room));
    painter.setFont(font);
}

QStringList nodeWords(const ClusterPicture& p, double number)
{
    const QString gpus = countWords(p.gpus_per_node, "%1 GPU", "%1 GPUs");
    if (!p.slice.empty())
        return {translated("Slice %1").arg(toQString(number, Unit::none)), toQString(sliceLabel(p)), gpus};
    return {translated("Node %1").arg(toQString(number, Unit::none)), gpus,
        countWords(p.nics_per_node, "%1 NIC", "%1 NICs")};
}

void drawNode(QPainter& painter, const ClusterInk& ink, const QRectF& node, double number, const QRectF& leaf)
{
    const ClusterPicture& p = ink.picture;
    ink.drawBox(painter, node, {});
    const QFontMetricsF metrics(ink.font);
    QStringList words = nodeWords(p, number);
    const QString contents = words[1] + QStringLiteral(", ") + words[2];
    if (metrics.horizontalAdvance(contents) < node.width() - 8)
        words = {words[0], contents};
    const double caption = static_cast<double>(words.size()) * metrics.lineSpacing() + 4;

    const QRectF inside = node.adjusted(4, 6, -4, -caption);
    const auto band = [&inside](double from, double share) {
        return QRectF(inside.left(), inside.top() + from * inside.height(), inside.width(), share * inside.height());
    };
    const int gpu_count = shown(p.gpus_per_node, most_gpus);
    const int nic_count = shown(std::round(p.nics_per_node * gpu_count / p.gpus_per_node), gpu_count);
    const bool leaves = p.link(LinkLevel::leaf);
    const Row nics = inRow(band(0, 0.22), nic_count);
    if (p.slice.empty())
        drawGpus(painter, ink, inRow(band(0.42, 0.36), gpu_count), nics, inside.bottom() - 4);
    else
        drawGrid(painter, ink, leaves ? band(0.24, 0.76) : inside);
    if (p.slice.empty() || leaves)
        drawNics(painter, ink, nics, node, leaf);
    painter.setPen(theme(ink.mode).text);
    painter.drawText(
        QRectF(node.left(), node.bottom() - caption, node.width(), caption - 2), Qt::AlignCenter, words.join(u'\n'));
}

} // namespace kneepoint
