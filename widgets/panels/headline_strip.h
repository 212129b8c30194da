// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/prices.h"
#include "model/results/headline_figures.h"
#include "widgets/shared_analysis.h"
#include "widgets/theme/theme.h"

#include <QFrame>

#include <optional>
#include <string_view>
#include <vector>

namespace kneepoint {

class Figure;

/// The headline figures in columns: step time, throughput, MFU, efficiency, the knee and its definition, days and cost,
/// each with its interval, if any, a note or the comparison with A, and a mark if the job cannot run. If there is no
/// room for all figures, the last ones are left out.
class HeadlineStrip : public QFrame {
    Q_OBJECT
public:
    explicit HeadlineStrip(QWidget* parent = nullptr);

    using QWidget::show;
    void show(const SharedAnalysis& analysis);
    /// The pinned scenario A, with which each figure is compared.
    void setReference(const SharedAnalysis& reference);
    /// What the price of a GPU-hour is compared with.
    void setPrices(const PriceList& prices);
    /// While a slider is dragged, no figure says how far evidence would narrow it: a tool tip that nobody can open.
    void setInteracting(bool interacting);
    /// Warnings about the scenario, one sentence after the other; empty if there are none.
    [[nodiscard]] QString warning() const { return m_warning; }
    /// What is worth knowing, and wrong with nothing.
    [[nodiscard]] QString note() const { return m_note; }
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    /// By the id of its metric.
    void figureClicked(const QString& id);

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    /// The metric shown at a position: the regular one, or its substitute if that does not apply.
    struct Place {
        HeadlineFigure of;
        Figure* figure = nullptr;
        const Metric* helped = nullptr; ///< what the figure's What's This is about
    };
    void showFigures();
    void showFigure(Place& place);
    void fitFigures();
    [[nodiscard]] const Metric& metricOf(const Place& place) const;
    [[nodiscard]] QString noteOf(const Metric& m) const;

    SharedAnalysis m_analysis;
    SharedAnalysis m_reference;
    PriceList m_prices = shippedPrices();
    std::vector<Place> m_places;
    bool m_interacting = false;
    QString m_warning;
    QString m_note;
};

} // namespace kneepoint
