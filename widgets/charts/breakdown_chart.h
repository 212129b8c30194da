// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/results/sentences.h"
#include "widgets/charts/step_lens.h"
#include "widgets/charts/worker_bars.h"

#include <QLineF>

#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace kneepoint {

/// Where the time of a step goes, one bar per K: exposed time above the line, time hidden behind compute below it.
/// Beside them the current bar enlarged, with its largest parts named (StepLens), and those of the pinned options or of
/// a previewed one; where there is no room for that, a legend.
class BreakdownChart : public WorkerBarsChart {
    Q_OBJECT

public:
    explicit BreakdownChart(QWidget* parent = nullptr);

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
    /// The enlarged bars; nothing where there is no room for them.
    [[nodiscard]] std::optional<StepLens> lens() const;

    [[nodiscard]] QStringList variants() const override { return {tr("Share"), tr("Seconds")}; }
    [[nodiscard]] int variant() const override { return measure() == Measure::share ? 0 : 1; }
    void setVariant(int variant) override { setMeasure(variant == 0 ? Measure::share : Measure::seconds); }

protected:
    void present(const Analysis& analysis) override;
    [[nodiscard]] std::string describe(const Analysis& a) const override { return breakdownSentence(a); }
    [[nodiscard]] CsvTable data(const Analysis& of) const override;
    void restyle() override;
    [[nodiscard]] std::vector<Piece> pieces(const ScalePoint& point) const override;
    [[nodiscard]] QString total(const ScalePoint& point) const override;
    [[nodiscard]] QStringList readoutOf(const ScalePoint& point) const override;
    void drawMore(QPainter& painter, LabelPlacer& placer) const override;
    [[nodiscard]] QString explanationAt(double value) const override;
    [[nodiscard]] int rightMargin() const override;
    [[nodiscard]] double topOf(const QRectF& current) const override;
    [[nodiscard]] Hit hitAt(const QPointF& at) override;
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
    void drawMeasured(QPainter& painter) const;
    [[nodiscard]] bool hasInterval() const;
    void updateValueAxis();
    void updateLegend();
    [[nodiscard]] double scaleOf(const ScalePoint& point) const;
    [[nodiscard]] bool hasLens() const;
    /// Seconds, milliseconds or microseconds, whichever suits the current step: of the totals.
    [[nodiscard]] std::pair<double, QString> totalsUnit() const;
    [[nodiscard]] std::optional<double> freeMiddle(double length, double line) const;
    void drawHiddenName(QPainter& painter) const;

    std::array<PartBars, part_count> m_parts;
    std::optional<Measure> m_ticked;
    std::optional<Measure> m_measure;
};

} // namespace kneepoint
