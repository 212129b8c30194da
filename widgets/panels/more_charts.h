// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/panels/chart_tabs.h"

namespace kneepoint {

/// The charts beside roofline, scaling and breakdown, in the order of their tabs.
[[nodiscard]] std::vector<ChartTabs::Kind> moreCharts();

} // namespace kneepoint
