// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/cluster_picture.h"
#include "widgets/theme/theme.h"

#include <QFont>
#include <QPen>
#include <QStringList>

class QPainter;

namespace kneepoint {

/// Shared by the parts of a cluster drawing.
struct ClusterInk {
    const ClusterPicture& picture;
    QFont font;
    ThemeMode mode;

    /// Width by utilization of the link; the busiest in the color of communication.
    [[nodiscard]] QPen linkPen(LinkLevel level, double thickest) const;
    void drawBox(QPainter& painter, const QRectF& rect, const QString& words) const;
};

/// How many of `count` parts are drawn: at least one.
[[nodiscard]] int shown(double count, int most);

/// The caption of a node, or of a slice of a torus: its number and its contents.
[[nodiscard]] QStringList nodeWords(const ClusterPicture& picture, double number);

/// A node with its GPUs, the link between them, and its NICs with their links to the leaf. A slice of a torus has its
/// GPUs in a grid, connected to their neighbors, and across the ends of axes with wraparound.
void drawNode(QPainter& painter, const ClusterInk& ink, const QRectF& node, double number, const QRectF& leaf);

} // namespace kneepoint
