// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/more_charts.h"

#include "widgets/charts/waterfall_chart.h"

#include <QCoreApplication>

namespace kneepoint {

namespace {

QString translated(const char* text)
{
    return QCoreApplication::translate("MoreCharts", text);
}

} // namespace

std::vector<ChartTabs::Kind> moreCharts()
{
    return {
        {translated("Gap"), [] { return new WaterfallChart; }},
    };
}

} // namespace kneepoint
