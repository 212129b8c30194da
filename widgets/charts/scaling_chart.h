// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/plan/envelope.h"
#include "widgets/charts/kit/chart.h"
#include "widgets/charts/kit/curves.h"
#include "widgets/charts/kit/labels.h"

#include <array>
#include <optional>
#include <utility>
#include <vector>

class QCPAxisRect;
class QCPGraph;

namespace kneepoint {

/// Speedup and efficiency over K, with the communication ratio γ in a separate pane below; one flag for the knee, ticks
/// for γ = 1, the greatest curvature and the knees of others, regions by the bound of the step; handles for the
/// tolerance, the γ threshold and the current K. Curves are labeled directly.
class ScalingChart : public Chart {
    Q_OBJECT

public:
    explicit ScalingChart(QWidget* parent = nullptr);

    enum class Curve { ideal, speedup, efficiency, gamma, pinned, ghost, envelope, option };
    [[nodiscard]] bool isShown(Curve curve) const;
    void setShown(Curve curve, bool shown);
    /// Position of the name of a curve, in the plot's pixels; empty if it has none.
    [[nodiscard]] QRectF nameRect(Curve curve) const;

    /// The speedup with the best layout at each number of GPUs; empty removes it.
    void setEnvelope(const Envelope& envelope);
    [[nodiscard]] const Envelope& envelope() const { return m_best; }

    /// The headline's knee: position and text of its flag. Nothing if there is none.
    struct Flag {
        double workers = 0;
        QString knee;       ///< "Knee K = 7.4"
        QString definition; ///< "efficiency below 80 %"
    };
    [[nodiscard]] const std::optional<Flag>& flag() const { return m_flag; }
    /// What else happens to scaling at some K, in the order of K.
    struct Tick {
        enum class On { gamma, speedup, top };
        double workers = 0;
        QString text;
        On on = On::top; ///< on the line of γ, on the curve of speedup, or on the upper edge
    };
    [[nodiscard]] const std::vector<Tick>& ticks() const { return m_ticks; }
    /// Center of a handle in the plot's pixels.
    [[nodiscard]] QPointF toleranceHandle() const { return tolerance().center; }
    [[nodiscard]] QPointF gammaHandle() const { return threshold().center; }
    [[nodiscard]] QPointF workersHandle() const;
    /// Speedup of the pinned scenario and of the previewed remedy; without points if there is none.
    [[nodiscard]] const QCPGraph* pinnedSpeedup() const { return m_beside[pinned].speedup; }
    /// The upper end of the speedup's interval.
    [[nodiscard]] const QCPGraph* highSpeedup() const { return m_speedup_band.high; }
    /// Of a further option; without points if there is none.
    [[nodiscard]] const QCPGraph* optionSpeedup(std::size_t option) const { return m_beside.at(1 + option).speedup; }
    [[nodiscard]] const QCPGraph* ghostSpeedup() const { return m_beside[previewed].speedup; }
    /// Centers of the marks of measured speedups, in the plot's pixels.
    [[nodiscard]] std::vector<QPointF> measuredSpeedups() const;
    /// Lines of the read-out at the pointer; empty if there is none.
    [[nodiscard]] QStringList readout() const override;

protected:
    void present(const Analysis& analysis) override;
    [[nodiscard]] std::string describe(const Analysis& analysis) const override;
    [[nodiscard]] CsvTable data(const Analysis& of) const override;
    void restyle() override;
    [[nodiscard]] Hit hitAt(const QPointF& at) override;
    void drawHover(QPainter& painter) const override;
    void extendMenu(QMenu& menu) override;

private:
    /// Of the font, compared with the window's.
    [[nodiscard]] double scale() const;
    [[nodiscard]] int sideMargin() const;
    void layOutPane();
    /// Of efficiency, and where communication takes as long as compute or the multiple of it that counts.
    [[nodiscard]] LineHandle tolerance() const;
    [[nodiscard]] LineHandle threshold() const;

    void fit(const Analysis& analysis);
    [[nodiscard]] double efficiencyY(double efficiency) const;
    [[nodiscard]] QRectF paneArea() const;
    void collectMarks(const Analysis& analysis);
    [[nodiscard]] bool hidesTick(double workers) const;
    [[nodiscard]] std::optional<Curve> curveNamedAt(const QPointF& at) const;
    [[nodiscard]] std::vector<QCPGraph*> graphsOf(Curve curve) const;
    void drawBands(QPainter& painter) const;
    void drawNames(QPainter& painter) const;
    void blockCurves(LabelPlacer& placer) const;
    void drawBandNames(QPainter& painter, LabelPlacer& placer) const;
    void drawBandName(QPainter& painter, LabelPlacer& placer, Bound bound, const QRectF& band) const;
    void drawFlag(QPainter& painter) const;
    /// `across` is the pane without the line of its threshold.
    void drawTicks(QPainter& painter, LabelPlacer& placer, LabelPlacer& pane, LabelPlacer& across) const;
    void drawTopTick(QPainter& painter, const Tick& tick) const;
    [[nodiscard]] QRectF flagRect() const;
    [[nodiscard]] QRectF noKneeRect() const;
    void drawToleranceName(QPainter& painter, LabelPlacer& placer) const;
    void drawCurrent(QPainter& painter) const;
    void drawCurveNames(QPainter& painter, LabelPlacer& placer) const;
    /// False without room for it.
    bool drawCurveName(
        QPainter& painter, LabelPlacer& placer, Curve curve, const Name& name, const Places& places) const;
    /// Whether there was room for the name of γ, whole or brief.
    bool drawPaneName(QPainter& painter, LabelPlacer& placer) const;
    void drawWorkersNames(QPainter& painter) const;
    void drawDots(QPainter& painter, double workers, double radius) const;
    [[nodiscard]] std::vector<QPointF> measuredMarks(const QCPGraph& graph, double MeasuredSize::*value) const;
    void drawMeasured(QPainter& painter) const;
    [[nodiscard]] QStringList measuredReadout(double workers) const;

    QCPAxisRect* m_pane = nullptr;
    /// The curves of another analysis, on the same axes.
    struct Curves {
        QCPGraph* speedup = nullptr;
        QCPGraph* efficiency = nullptr;
        QCPGraph* gamma = nullptr;
    };
    Curves addCurves();
    void fillBands(const Analysis& analysis);
    void styleBands();
    static void fill(const Curves& curves, const ScalingCurve& curve);

    Band m_speedup_band; ///< of 90 %
    Band m_efficiency_band;
    QCPGraph* m_ideal = nullptr;
    std::array<Curves, 5> m_beside; ///< of options B, C and D only the speedup
    QCPGraph* m_speedup = nullptr;
    QCPGraph* m_efficiency = nullptr;
    QCPGraph* m_gamma = nullptr;
    QCPGraph* m_envelope = nullptr;
    Envelope m_best;
    std::optional<Flag> m_flag;
    std::vector<Tick> m_ticks;
    mutable std::vector<std::pair<QRectF, Curve>> m_names; ///< as drawn last
};

} // namespace kneepoint
