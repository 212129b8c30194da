// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/cluster_picture.h"
#include "widgets/charts/kit/chart.h"

namespace kneepoint {

/// The cluster as a drawing, from the GPUs of a node over NICs and leaf switches to the spine: what each kind of link
/// carries in a step and how busy that keeps it. The busiest is marked.
class ClusterChart : public Chart {
    Q_OBJECT

public:
    explicit ClusterChart(QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override { return tr("Cluster"); }
    [[nodiscard]] const ClusterPicture& drawn() const { return m_picture; }
    /// Words at the link of a level; empty where the cluster has none.
    [[nodiscard]] QString linkText(LinkLevel level) const;
    [[nodiscard]] QStringList readout() const;

protected:
    void present(const Analysis& analysis) override;
    [[nodiscard]] std::string describe(const Analysis& analysis) const override;
    [[nodiscard]] CsvTable data(const Analysis& of) const override;
    void restyle() override;
    void hover(const QPointF& at) override;

private:
    /// Upper edges of the rows of boxes, in the plot's pixels.
    struct Rows {
        double spine = 0, leaf = 0, node = 0;
        double height = 0;
        double left = 0, right = 0;     ///< of the boxes; to the right of it stand the words
        int leaves = 1, nodes_each = 1; ///< drawn; the words say how many there are
        [[nodiscard]] int nodes() const { return leaves * nodes_each; }
    };
    [[nodiscard]] Rows rows() const;
    [[nodiscard]] const ClusterLink* link(LinkLevel level) const;
    void draw(QPainter& painter) const;
    void drawNodes(QPainter& painter, const Rows& rows) const;
    void drawSwitches(QPainter& painter, const Rows& rows) const;
    void drawWords(QPainter& painter, const Rows& rows) const;
    [[nodiscard]] QPen linkPen(LinkLevel level) const;
    void drawBox(QPainter& painter, const QRectF& rect, const QString& words, bool dashed = false) const;

    ClusterPicture m_picture;
};

} // namespace kneepoint
