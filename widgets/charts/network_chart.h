// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/collective_rate.h"
#include "widgets/charts/kit/chart.h"
#include "widgets/charts/kit/curves.h"

#include <QStringList>

#include <utility>
#include <vector>

class QCPGraph;

namespace kneepoint {

/// Bus bandwidth of a collective over its size: the prediction as a line with the errors of published predictions as a
/// band, measured sizes as diamonds, the rate of the links, and the size of a gradient bucket. Of several measured
/// collectives it shows one, which the menu chooses; without measurements the synchronization of gradients.
class NetworkChart : public Chart {
    Q_OBJECT

public:
    explicit NetworkChart(QWidget* parent = nullptr);

    /// The collective shown.
    [[nodiscard]] const CollectiveGroup& group() const { return m_group; }
    /// Shows another measured collective.
    void choose(CollectiveOperation operation);
    /// The measured sizes in sight, in the plot's pixels.
    [[nodiscard]] std::vector<QPointF> measuredMarks() const;
    [[nodiscard]] QStringList readout() const override;

protected:
    void present(const Analysis& analysis) override;
    [[nodiscard]] std::string describe(const Analysis& analysis) const override;
    [[nodiscard]] CsvTable data(const Analysis& of) const override;
    void restyle() override;
    [[nodiscard]] Hit hitAt(const QPointF& at) override;
    void extendMenu(QMenu& menu) override;

private:
    [[nodiscard]] const MeasuredTransfer* shown(const Analysis& of) const;
    [[nodiscard]] std::pair<double, double> sizes(const Analysis& of) const;
    void fill(QCPGraph& graph, const Analysis& of) const;
    void fillBand(const Analysis& of);
    void drawMarks(QPainter& painter) const;
    /// Why there is no curve.
    void drawReason(QPainter& painter) const;

    CollectiveOperation m_choice = CollectiveOperation::all_reduce;
    CollectiveGroup m_group;
    double m_line_Bps = 0;
    double m_bucket_bytes = 0;
    Band m_band;
    QCPGraph* m_pinned;
    QCPGraph* m_ghost;
    QCPGraph* m_predicted;
    QCPGraph* m_measured; ///< nothing is drawn of it; labels keep off its points
};

} // namespace kneepoint
