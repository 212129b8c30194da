// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"

#include <array>
#include <deque>

class QCPGraph;

namespace kneepoint {

/// The three roofs of a GPU on shared axes: attainable FLOP/s against FLOP per byte, of memory and of network.
class RooflineChart : public Chart {
    Q_OBJECT

public:
    explicit RooflineChart(QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override { return tr("Roofline"); }
    [[nodiscard]] std::string csv() const override;

protected:
    void present(const Analysis& analysis) override;
    [[nodiscard]] std::string describe(const Analysis& analysis) const override;
    void restyle() override;
    void hover(const QPointF& at) override;
    void leave() override;

private:
    /// Where the step stands: the intensity of its limiting roof and what it achieves.
    struct OperatingPoint {
        double intensity = 0;
        double achieved = 0;
        double attainable = 0;
    };
    /// A point on a roof that the step's intensity reaches.
    struct Mark {
        double intensity = 0;
        double ceiling = 0;
        RoofBound roof = RoofBound::compute;
    };

    [[nodiscard]] static OperatingPoint operatingPoint(const Roofline& roofline);
    void fit(const Roofline& roofline);
    void setRoofs(const Roofline& roofline);
    void remember(const OperatingPoint& point);
    [[nodiscard]] QPointF pixel(double intensity, double flops) const;
    [[nodiscard]] QRectF frame() const;
    [[nodiscard]] std::vector<Mark> marks() const;
    void drawRegions(QPainter& painter) const;
    /// Roofs and operating point of another analysis: hollow, under the present one.
    void drawOther(
        QPainter& painter, const Roofline& other, const QString& name, double width, Qt::PenStyle style) const;
    void drawMarks(QPainter& painter) const;
    void drawHover(QPainter& painter) const;

    QCPGraph* m_compute_roof = nullptr;
    QCPGraph* m_peak_roof = nullptr;
    QCPGraph* m_memory_roof = nullptr;
    QCPGraph* m_network_roof = nullptr;
    OperatingPoint m_point;
    std::deque<OperatingPoint> m_trail;
    QPointF m_hover;
    bool m_hovering = false;
};

} // namespace kneepoint
