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
struct Analysis;

/// Where the board shows a chart: always, as one of the tabs, or behind the last one, "More". A variant is shown by the
/// switch of another chart, and by its own name only in `render --chart`.
enum class ChartPlace { board, tab, more, variant };

/// One kind of chart of a scenario. To add a chart, add a record: tabs, `render --chart`, What's This and chart names
/// are generated from this list.
struct ChartKind {
    std::string_view id; ///< as in `render --chart`; also the object name of the chart
    const char* title;   ///< of its tab, before translation
    ChartPlace place;
    Chart* (*make)();
    const char* help;                           ///< What's This, before translation
    bool (*applies)(const Analysis&) = nullptr; ///< whether a tab has something to show; null: always
    std::string_view view_of = {};              ///< the chart whose tab it shares, with a switch; empty: its own tab
    const char* view = nullptr;                 ///< its name in that switch, before translation; also of that chart
};

/// In the order of the board and its tabs.
[[nodiscard]] std::span<const ChartKind> chartKinds();
[[nodiscard]] const ChartKind* findChartKind(std::string_view id);
[[nodiscard]] std::vector<ChartKind> chartsAt(ChartPlace place);

/// The charts that have a tab or are behind the last one, each followed by those that share its tab.
[[nodiscard]] std::vector<ChartKind> tabbedCharts();

[[nodiscard]] QString chartTitle(const ChartKind& kind);
/// Its name in the switch of the tab that it shares; empty if it shares none.
[[nodiscard]] QString chartView(const ChartKind& kind);
/// Creates a chart with its names and help, without a scenario.
[[nodiscard]] std::unique_ptr<Chart> makeChart(const ChartKind& kind);

} // namespace kneepoint
