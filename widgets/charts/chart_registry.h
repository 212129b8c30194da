// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace kneepoint {

class Chart;

/// Where the board shows a chart: always, or as one of the tabs.
enum class ChartPlace { board, tab };

/// One kind of chart of a scenario. To add a chart, add a record: tabs, `render --chart`, What's This and chart names
/// are generated from this list.
struct ChartKind {
    std::string_view id; ///< as in `render --chart`; also the object name of the chart
    const char* title;   ///< of its tab, before translation
    ChartPlace place;
    Chart* (*make)();
    const char* help; ///< What's This, before translation
};

/// In the order of the board and its tabs.
[[nodiscard]] std::span<const ChartKind> chartKinds();
[[nodiscard]] const ChartKind* findChartKind(std::string_view id);
[[nodiscard]] std::vector<ChartKind> chartsAt(ChartPlace place);

[[nodiscard]] QString chartTitle(const ChartKind& kind);
/// Creates a chart with its names and help, without a scenario.
[[nodiscard]] std::unique_ptr<Chart> makeChart(const ChartKind& kind);

} // namespace kneepoint
