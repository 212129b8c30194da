// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"
#include "widgets/charts/legend.h"

#include <QSharedPointer>

#include <array>
#include <optional>
#include <vector>

class QCPAxisTickerText;
class QCPBars;

namespace kneepoint {

/// Where the time of a step goes, a bar for each K: what adds to the step above the line, what hides behind compute
/// beneath it.
class BreakdownChart : public Chart {
    Q_OBJECT

public:
    explicit BreakdownChart(QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override { return tr("Step time"); }
    [[nodiscard]] std::string csv() const override;

    /// In seconds bars of strong scaling differ in height by K itself; their shares can be read at every K.
    enum class Measure { seconds, share };
    [[nodiscard]] Measure measure() const;
    /// Nothing: seconds under weak scaling, shares under strong scaling.
    void setMeasure(std::optional<Measure> measure);

    /// Bars of a part, in the measure shown; hidden ones are negative. Keys are indices into Analysis::breakdown.
    [[nodiscard]] const QCPBars* exposedBars(Part part) const;
    [[nodiscard]] const QCPBars* hiddenBars(Part part) const;
    /// Middle of the bar of K, on the base line, in the plot's pixels.
    [[nodiscard]] QPointF barPosition(double workers) const;
    [[nodiscard]] QStringList readout() const;

protected:
    void present(const Analysis& analysis) override;
    [[nodiscard]] std::string describe(const Analysis& analysis) const override;
    void restyle() override;
    void click(const QPointF& at) override;
    void hover(const QPointF& at) override;
    void leave() override;
    void extendMenu(QMenu& menu) override;

private:
    struct PartBars {
        QCPBars* exposed = nullptr;
        QCPBars* hidden = nullptr;
        bool present = false;
        bool shown = true;
    };

    void fillBars(const Analysis& analysis);
    void fit(const Analysis& analysis);
    void updateTicks(const Analysis& analysis);
    void updateLegend();
    [[nodiscard]] QRectF area() const;
    [[nodiscard]] QRectF legendRow() const;
    [[nodiscard]] int barAt(const QPointF& at) const;
    [[nodiscard]] int barNear(double workers) const;
    [[nodiscard]] double exposedShown(const ScalePoint& point) const;
    [[nodiscard]] double hiddenShown(const ScalePoint& point) const;
    [[nodiscard]] double scaleOf(const ScalePoint& point) const;
    [[nodiscard]] QRectF barRect(int bar) const;
    [[nodiscard]] int currentBar() const { return barNear(analysis().step.workers); }
    /// The hatch for pictures in vector formats, which know no textures.
    void drawHiddenAsLines(QPainter& painter) const;
    void drawTotals(QPainter& painter) const;
    void drawBase(QPainter& painter) const;
    void drawCurrent(QPainter& painter) const;
    void drawHover(QPainter& painter) const;

    std::array<PartBars, part_count> m_parts;
    std::vector<Part> m_legend_parts;
    Legend m_legend;
    QSharedPointer<QCPAxisTickerText> m_ticker;
    std::optional<Measure> m_ticked;
    std::optional<Measure> m_measure;
    QPointF m_pointer;
    bool m_inside = false;
};

} // namespace kneepoint
