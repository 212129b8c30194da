// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/cluster_picture.h"
#include "widgets/charts/kit/chart.h"

#include <vector>

namespace kneepoint {

struct ClusterInk;

/// The cluster as a drawing, from the GPUs of a node through their NICs and leaf switches to the spine: the bytes per
/// step on each kind of link and its utilization. The busiest is marked. If there are many nodes, only the first ones
/// and the last are drawn.
class ClusterChart : public Chart {
    Q_OBJECT

public:
    explicit ClusterChart(QWidget* parent = nullptr);

    [[nodiscard]] const ClusterPicture& drawn() const { return m_picture; }
    /// The label of the links of a level; empty if the cluster has none.
    [[nodiscard]] QString linkText(LinkLevel level) const;
    /// Numbers of the drawn nodes: the first ones and the last.
    [[nodiscard]] std::vector<double> drawnNodes() const;
    [[nodiscard]] QStringList readout() const override;

protected:
    void present(const Analysis& analysis) override;
    [[nodiscard]] std::string describe(const Analysis& a) const override { return clusterSentence(clusterPicture(a)); }
    [[nodiscard]] CsvTable data(const Analysis& of) const override;
    [[nodiscard]] Hit hitAt(const QPointF& at) override;

private:
    /// A drawn node or switch and its number.
    struct Box {
        QRectF rect;
        double number = 1;
        std::size_t leaf = 0;   ///< of a node: index of its leaf
        bool after_gap = false; ///< others before it are left out
    };
    /// Boxes of all levels, in the plot's pixels; labels are to the right of them.
    struct Boxes {
        QRectF spine;
        std::vector<Box> leaves, nodes;
        double right = 0;
        [[nodiscard]] double leafTop() const { return leaves.front().rect.top(); }
        [[nodiscard]] double nodeTop() const { return nodes.front().rect.top(); }
    };
    [[nodiscard]] Boxes boxes() const;
    [[nodiscard]] double wordsWidth(double width) const;
    [[nodiscard]] double leastNodeWidth() const;
    void draw(QPainter& painter) const;
    void drawSwitches(QPainter& painter, const ClusterInk& ink, const Boxes& boxes) const;
    void drawWords(QPainter& painter, const Boxes& boxes) const;

    ClusterPicture m_picture;
};

} // namespace kneepoint
