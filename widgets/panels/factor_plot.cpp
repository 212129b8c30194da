// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/factor_plot.h"

#include "widgets/box_layouts.h"
#include "widgets/charts/kit/plot_style.h"
#include "widgets/charts/kit/tickers.h"
#include "widgets/theme/theme.h"

#include <qcustomplot.h>

#include <algorithm>

namespace kneepoint {
namespace {
constexpr double least_reach = 2;  ///< the axis spans at least 1/2 … 2
constexpr double most_reach = 1e3; ///< larger factors are drawn at the edge
} // namespace

FactorPlot::FactorPlot(const std::vector<double>& factors, QWidget* parent)
    : QWidget(parent)
{
    setAccessibleName(tr("Prediction divided by the right answer, oldest first"));
    auto* plot = new QCustomPlot;
    auto* column = columnIn(this);
    column->addWidget(plot);
    const ThemeMode mode = modeOf(palette());
    plot->setFont(font());
    stylePlot(*plot, mode);
    QCPGraph* dots = plot->addGraph();
    double reach = least_reach;
    for (std::size_t i = 0; i < factors.size(); ++i) {
        const double factor = std::clamp(factors[i], 1 / most_reach, most_reach);
        dots->addData(static_cast<double>(i) + 1, factor);
        reach = std::max({reach, factor, 1 / factor});
    }
    dots->setPen(QPen(theme(mode).accent, 2));
    dots->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, 7));
    QCPGraph* right = plot->addGraph();
    right->addData(0, 1);
    right->addData(static_cast<double>(factors.size()) + 1, 1);
    right->setPen(QPen(theme(mode).muted, 2, Qt::DashLine));
    plot->xAxis->setRange(0.5, static_cast<double>(factors.size()) + 0.5);
    plot->xAxis->setTicker(quantityTicker(Unit::none));
    plot->xAxis->setLabel(tr("Predictions, in their order"));
    plot->yAxis->setScaleType(QCPAxis::stLogarithmic);
    plot->yAxis->setTicker(powerOfTwoTicker(QStringLiteral("×")));
    plot->yAxis->setRange(0.9 / reach, 1.1 * reach);
    plot->yAxis->setLabel(tr("Prediction over right"));
}

} // namespace kneepoint
