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

/// What the parts of a cluster's drawing share.
struct ClusterInk {
    const ClusterPicture& picture;
    QFont font;
    ThemeMode mode;

    /// As thick as the link is busy; the busiest in the color of communication.
    [[nodiscard]] QPen linkPen(LinkLevel level, double thickest) const;
    void drawBox(QPainter& painter, const QRectF& rect, const QString& words) const;
};

/// How many of `count` parts are drawn: at least one.
[[nodiscard]] int shown(double count, int most);

/// What stands under a node, or a slice of a torus: which it is, and what it holds.
[[nodiscard]] QStringList nodeWords(const ClusterPicture& picture, double number);

/// A node with its GPUs, the link between them, and its NICs with their links to the leaf. A slice of a torus has its
/// GPUs in a grid, joined to their neighbors, and those at the ends of a closed axis to each other.
void drawNode(QPainter& painter, const ClusterInk& ink, const QRectF& node, double number, const QRectF& leaf);

} // namespace kneepoint
