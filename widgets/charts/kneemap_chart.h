// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/exploration/kneemap.h"
#include "model/exploration/reach_target.h"
#include "model/scenario/scenario.h"
#include "widgets/charts/kit/chart.h"
#include "widgets/worker.h"

#include <QImage>
#include <QLineF>

namespace kneepoint {

/// A target, and how it is named beside its line: "≥ 1000 GPUs".
struct MapTarget {
    ReachTarget target;
    QString name;
};

/// A figure over any two parameters, as a heat map with a mark for the current scenario. Drawn coarsely at once and
/// refined between events, only while it is visible. A better map of the same question, computed elsewhere, can be set.
class KneeMapChart : public Chart {
    Q_OBJECT

public:
    explicit KneeMapChart(QWidget* parent = nullptr);

    /// Two different numeric parameters.
    void setParameters(const Parameter& x, const Parameter& y);
    void setMetric(const Metric& metric);
    [[nodiscard]] const Parameter& xParameter() const { return *m_x; }
    [[nodiscard]] const Parameter& yParameter() const { return *m_y; }
    [[nodiscard]] const Metric& measured() const { return *m_metric; }
    /// The map to be computed, without values; nothing while the chart is not visible.
    [[nodiscard]] const std::optional<KneeMap>& question() const { return m_question; }
    /// The map with the best layout of each cell, as far as it has been computed.
    void setBest(const KneeMap& map);
    [[nodiscard]] bool showsBest() const { return m_best; }
    /// The drawn map; nothing before the first one.
    [[nodiscard]] const std::optional<KneeMap>& drawn() const { return m_drawn; }
    /// A line around the cells that reach the target, if the map shows its figure; nothing: no line.
    void setTarget(const std::optional<MapTarget>& target);
    /// Pieces of that line, in the plot's pixels; empty without one.
    [[nodiscard]] std::vector<QLineF> targetLine() const;
    /// Computes all cells at once, for a picture.
    void finish();
    [[nodiscard]] bool isRefining() const { return m_work.isBusy(); }
    /// Middle of a cell, in the plot's pixels.
    [[nodiscard]] QPointF cellPosition(int column, int row) const;
    [[nodiscard]] QStringList readout() const override;

signals:
    /// question() has changed.
    void asked();
    /// The user clicked on the map to move the scenario there.
    void picked(const Parameter* x, double x_value, const Parameter* y, double y_value);

protected:
    void present(const Analysis& analysis) override;
    [[nodiscard]] std::string describe(const Analysis& analysis) const override;
    [[nodiscard]] CsvTable data(const Analysis& of) const override;
    void restyle() override;
    void hideEvent(QHideEvent* event) override;
    [[nodiscard]] Hit hitAt(const QPointF& at) override;
    void extendMenu(QMenu& menu) override;

private:
    static constexpr double key_width = 14;
    struct Cell {
        int column = 0;
        int row = 0;
    };
    /// "K = 23", "412 ms", "no knee".
    [[nodiscard]] std::string valueWords(double value) const;
    void setUpAxis(QCPAxis& axis, const Parameter& parameter);
    void refine(KneeMap map);
    void takePicture();
    void takeMap(const KneeMap& map);
    /// Position of the current scenario, clamped to the map.
    [[nodiscard]] QPointF presentPlace() const;
    [[nodiscard]] std::optional<Cell> cellAt(const QPointF& at) const;
    [[nodiscard]] double shareOf(double value) const;
    void drawMap(QPainter& painter) const;
    void drawKey(QPainter& painter) const;
    void drawHere(QPainter& painter) const;
    void drawTarget(QPainter& painter) const;
    [[nodiscard]] bool showsTarget() const;
    [[nodiscard]] std::vector<double> targetShares() const;
    void addParameters(QMenu& menu, bool for_x);

    const Parameter* m_x;
    const Parameter* m_y;
    const Metric* m_metric = &kneepoint::metric("knee");
    std::optional<Scenario> m_asked; ///< the scenario of the map, with its two parameters at their first values
    std::optional<KneeMap> m_question;
    std::optional<KneeMap> m_drawn;
    bool m_best = false; ///< drawn with the best layouts
    std::optional<MapTarget> m_target;
    double m_least = 0;
    double m_most = 0;
    QImage m_picture;
    Background<KneeMap> m_work;
};

} // namespace kneepoint
