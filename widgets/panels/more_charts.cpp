// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/more_charts.h"

#include "widgets/charts/kneemap_chart.h"
#include "widgets/charts/memory_chart.h"
#include "widgets/charts/money_chart.h"
#include "widgets/charts/stage_memory_chart.h"
#include "widgets/charts/timeline_chart.h"
#include "widgets/charts/tornado_chart.h"
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
        {translated("Timeline"), [] { return new TimelineChart; }},
        {translated("Memory"), [] { return new MemoryChart; }},
        {translated("Stages"), [] { return new StageMemoryChart; }},
        {translated("Money"), [] { return new MoneyChart; }},
        {translated("Sensitivity"), [] { return new TornadoChart; }},
        {translated("Knee map"), [] { return new KneeMapChart; }},
    };
}

} // namespace kneepoint
