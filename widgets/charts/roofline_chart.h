// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/roofline.h"
#include "model/results/sentences.h"
#include "widgets/charts/kit/chart.h"
#include "widgets/charts/kit/labels.h"

#include <deque>
#include <optional>
#include <vector>

class QCPGraph;

namespace kneepoint {

/// The three roofs of a GPU on shared axes: attainable FLOP/s against FLOP per byte, of memory and of network.
class RooflineChart : public Chart {
    Q_OBJECT

public:
    explicit RooflineChart(QWidget* parent = nullptr);

    /// The operating point, in the plot's pixels; a handle for the batch per GPU.
    [[nodiscard]] QPointF pointHandle() const;
    /// The labels of roofs and points, without overlaps.
    [[nodiscard]] std::vector<Label> labels() const;
    [[nodiscard]] QStringList readout() const override;

protected:
    void present(const Analysis& analysis) override;
    [[nodiscard]] std::string describe(const Analysis& a) const override { return rooflineSentence(a); }
    [[nodiscard]] CsvTable data(const Analysis& of) const override;
    void restyle() override;
    [[nodiscard]] Hit hitAt(const QPointF& at) override;
    void drawHover(QPainter& painter) const override;

private:
    /// The point of a roof at the step's intensity.
    struct Mark {
        double intensity = 0;
        double ceiling = 0;
        RoofBound roof = RoofBound::compute;
    };

    /// A dragged point stays at the intensity at which it was taken, also where another roof comes to limit.
    [[nodiscard]] OperatingPoint pointOf(const Roofline& roofline) const;
    [[nodiscard]] std::optional<QPointF> pixelOf(const OperatingPoint& point) const;
    void fit(const Roofline& roofline);
    void setRoofs(const Roofline& roofline);
    void remember(const OperatingPoint& point);
    [[nodiscard]] static std::vector<Mark> marks(const Roof& roof);
    void drawRegions(QPainter& painter) const;
    void drawDot(QPainter& painter, const Roofline& other) const;
    void drawOther(QPainter& painter, const Roofline& other, QPen pen) const;
    void drawMarks(QPainter& painter) const;
    void drawCeilings(QPainter& painter) const;
    void drawPoint(QPainter& painter) const;
    [[nodiscard]] double shareOfRoof() const;
    void blockPoints(LabelPlacer& placer) const;
    void avoidRoofs(LabelPlacer& placer) const;
    void nameAt(std::vector<Label>& labels, LabelPlacer& placer, const QPointF& at, const Name& name) const;
    /// What the point achieves and how that compares with its roof, in two lines with a leader.
    void nameAchieved(std::vector<Label>& labels, LabelPlacer& placer) const;
    void drawLeaderOfPoint(QPainter& painter, const std::vector<Label>& labels) const;
    void nameShareOfRoof(std::vector<Label>& labels, LabelPlacer& placer) const;
    void nameOthers(std::vector<Label>& labels, LabelPlacer& placer) const;
    void nameRoofs(std::vector<Label>& labels, LabelPlacer& placer) const;
    void nameFlat(std::vector<Label>& labels, LabelPlacer& placer, const QCPGraph& graph, double flops,
        const QString& words) const;
    void nameSlanted(std::vector<Label>& labels, LabelPlacer& placer, const QCPGraph& graph, RoofBound bound,
        const QStringList& wordings) const;
    void nameIntensities(std::vector<Label>& labels, LabelPlacer& placer) const;

    QCPGraph* m_compute_roof = nullptr;
    QCPGraph* m_peak_roof = nullptr;
    QCPGraph* m_memory_roof = nullptr;
    QCPGraph* m_network_roof = nullptr;
    OperatingPoint m_point;
    std::deque<OperatingPoint> m_trail;
    std::optional<RoofBound> m_held; ///< the point is dragged along the intensity of this roof
};

} // namespace kneepoint
