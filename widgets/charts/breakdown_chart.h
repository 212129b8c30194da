// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/worker_bars.h"

#include <QLineF>

#include <array>
#include <optional>
#include <vector>

namespace kneepoint {

/// Where the time of a step goes, one bar per K: exposed time above the line, time hidden behind compute below it.
class BreakdownChart : public WorkerBarsChart {
    Q_OBJECT

public:
    explicit BreakdownChart(QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override { return tr("Step time"); }

    /// In seconds, bars of strong scaling differ in height by a factor of K; fractions can be read at every K.
    enum class Measure { seconds, share };
    [[nodiscard]] Measure measure() const;
    /// Nothing: seconds for weak scaling, fractions for strong scaling.
    void setMeasure(std::optional<Measure> measure);

    /// Bars of a part, in the measure shown; hidden ones are negative. Keys are indices into Analysis::breakdown.
    [[nodiscard]] const QCPBars* exposedBars(Part part) const;
    [[nodiscard]] const QCPBars* hiddenBars(Part part) const;
    /// The 90 % interval of the current step as a line in the plot's pixels; null if there is none, and for fractions.
    [[nodiscard]] QLineF intervalLine() const;

protected:
    void present(const Analysis& analysis) override;
    [[nodiscard]] std::string describe(const Analysis& analysis) const override;
    [[nodiscard]] CsvTable data(const Analysis& of) const override;
    void restyle() override;
    [[nodiscard]] std::vector<Piece> pieces(const ScalePoint& point) const override;
    [[nodiscard]] QString total(const ScalePoint& point) const override;
    [[nodiscard]] QStringList readoutOf(const ScalePoint& point) const override;
    void drawMore(QPainter& painter, LabelPlacer& placer) const override;
    void legendClicked(int entry) override;
    [[nodiscard]] QString explanationAt(double value) const override;
    void extendMenu(QMenu& menu) override;

private:
    struct PartBars {
        QCPBars* exposed = nullptr;
        QCPBars* hidden = nullptr;
        bool present = false;
        bool shown = true;
        double greatest = 0; ///< largest fraction of a step over all bars
    };

    void fillBars(const Analysis& analysis);
    [[nodiscard]] bool hasInterval() const;
    void updateValueAxis();
    void updateLegend();
    [[nodiscard]] double scaleOf(const ScalePoint& point) const;

    std::array<PartBars, part_count> m_parts;
    std::vector<Part> m_legend_parts;
    std::optional<Measure> m_ticked;
    std::optional<Measure> m_measure;
};

} // namespace kneepoint
