// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/exploration/sensitivity.h"
#include "widgets/charts/kit/legend.h"
#include "widgets/charts/kit/row_chart.h"

#include <array>

namespace kneepoint {

/// The effect of halving and doubling each parameter on a figure, the strongest on top. Parameters at 0 are left out.
class TornadoChart : public RowChart {
    Q_OBJECT

public:
    explicit TornadoChart(QWidget* parent = nullptr);

    /// Step time, scaling efficiency, cost … ; not the knee.
    void setMetric(const Metric& metric);
    [[nodiscard]] const Metric& measured() const { return *m_metric; }
    /// As many parameters as fit.
    [[nodiscard]] const std::vector<Leverage>& knobs() const { return m_sensitivity.knobs; }
    /// The bar of a parameter increased or decreased, in the plot's pixels.
    [[nodiscard]] QRectF barRect(int knob, bool up) const;
    /// Whether bars of increased, or decreased, parameters are drawn; a click on the legend changes it.
    [[nodiscard]] bool isShown(bool up) const;
    [[nodiscard]] QRectF legendRect(bool up) const;
    [[nodiscard]] QStringList readout() const override;

protected:
    void present(const Analysis& analysis) override;
    [[nodiscard]] std::string describe(const Analysis& analysis) const override;
    [[nodiscard]] CsvTable data(const Analysis& of) const override;
    [[nodiscard]] QStringList rowNames() const override;
    void drawRows(QPainter& painter) const override;
    void restyle() override;
    [[nodiscard]] Hit hitAt(const QPointF& at) override;
    void extendMenu(QMenu& menu) override;

private:
    [[nodiscard]] double valueShare() const;
    void drawBars(QPainter& painter, std::size_t row) const;
    void drawValues(QPainter& painter, std::size_t row) const;
    void drawKnobValue(QPainter& painter, const QRectF& bar, bool to_the_right, const QString& words) const;

    const Metric* m_metric = &kneepoint::metric("step_s");
    Sensitivity m_sensitivity;
    std::array<bool, 2> m_shown{true, true}; ///< down, up
    Legend m_legend;
};

} // namespace kneepoint
