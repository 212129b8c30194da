// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/parity_picture.h"

#include "app/cli/offscreen_application.h"
#include "model/validation/parity.h"
#include "widgets/charts/kit/chart_export.h"
#include "widgets/charts/parity_chart.h"
#include "widgets/style/style.h"

#include <vector>

namespace kneepoint {

Result<QByteArray> parityPicture(const ValidationReport& report)
{
    constexpr QSize size(720, 720);
    const OffscreenApplication application;
    applyTheme(*qApp, ThemeMode::light);
    std::vector<ParityPoint> points;
    for (const RowError& row : report.rows)
        if (!row.series.starts_with("collectives")) // those are not steps
            points.emplace_back().row = row;
    std::vector<const ParityPoint*> shown;
    shown.reserve(points.size());
    for (const ParityPoint& point : points)
        shown.push_back(&point);
    ParityChart chart;
    chart.setTheme(ThemeMode::light);
    chart.setPoints(shown);
    chart.show(share({}));
    return chartBytes(chart, QStringLiteral("chart.svg"), size);
}

} // namespace kneepoint
