// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/mfu_waterfall.h"
#include "model/analysis/waterfall.h"

#include <QString>

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace kneepoint {

/// A row of the waterfall chart: the ideal and the prediction (bars down to zero), and between them the losses of the
/// scenario and of the pinned ones.
struct WaterfallRow {
    struct Fall {
        double from = 0;
        double to = 0;
        double lost_s = 0;
    };
    std::string_view id; ///< WaterfallBar::id or MfuBar::id; of totals "ideal", "predicted", "peak", "mfu",
                         ///< "effective", "untuned"
    QString label;
    std::optional<Part> part; ///< none for totals
    std::optional<Fall> fall;
    std::optional<Fall> pinned; ///< of A
    /// Of a further option, by its place among them.
    struct Other {
        std::size_t option = 0;
        Fall fall;
    };
    std::vector<Other> others = {};
};

/// Losses too small to be visible in any are merged into the last row, "other", and so are the smallest of the
/// others if there are more than `most` rows. Totals and the largest loss have rows in any case.
[[nodiscard]] std::vector<WaterfallRow> waterfallRows(const Waterfall& shown, const std::optional<Waterfall>& pinned,
    const std::vector<Waterfall>& others, std::size_t most);
/// From the dense peak down to the achieved MFU, and where failures are included on to the effective one; unless the
/// job is tuned, on to what an untuned one reaches.
[[nodiscard]] std::vector<WaterfallRow> waterfallRows(const MfuWaterfall& shown,
    const std::optional<MfuWaterfall>& pinned, const std::vector<MfuWaterfall>& others, std::size_t most);

} // namespace kneepoint
