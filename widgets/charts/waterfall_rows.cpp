// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/waterfall_rows.h"

#include "widgets/charts/kit/words.h"

#include <QCoreApplication>

#include <algorithm>

namespace kneepoint {
namespace {

constexpr double visible_share = 0.01; ///< of the whole loss

using Rows = std::vector<WaterfallRow>;

/// Losses stay in the order of their parts; those of one part in the order in which they come.
void add(Rows& rows, const WaterfallRow& row)
{
    const auto twin = std::ranges::find(rows, row.id, &WaterfallRow::id);
    if (twin == rows.end()) {
        rows.push_back(row);
        return;
    }
    if (row.fall)
        twin->fall = row.fall;
    if (row.pinned)
        twin->pinned = row.pinned;
}

Rows lossRows(const Waterfall& shown, const std::optional<Waterfall>& pinned)
{
    struct Loss {
        const WaterfallBar* bar;
        bool pinned;
    };
    std::vector<Loss> losses;
    for (const WaterfallBar& bar : shown.bars)
        losses.push_back({&bar, false});
    if (pinned)
        for (const WaterfallBar& bar : pinned->bars)
            losses.push_back({&bar, true});
    std::ranges::stable_sort(losses, {}, [](const Loss& loss) { return loss.bar->part; });
    Rows rows;
    for (const Loss& loss : losses) {
        const WaterfallRow::Fall fall{loss.bar->from, loss.bar->to, loss.bar->lost_s};
        WaterfallRow row{loss.bar->id, utf8(loss.bar->label), loss.bar->part, std::nullopt, std::nullopt};
        (loss.pinned ? row.pinned : row.fall) = fall;
        add(rows, row);
    }
    return rows;
}

} // namespace

std::vector<WaterfallRow> waterfallRows(const Waterfall& shown, const std::optional<Waterfall>& pinned)
{
    const auto total = [&](double Waterfall::*speedup, std::string_view id, const char* label) {
        WaterfallRow row{id, QCoreApplication::translate("WaterfallChart", label), std::nullopt,
            WaterfallRow::Fall{shown.*speedup, 0, 0}, std::nullopt};
        if (pinned)
            row.pinned = WaterfallRow::Fall{(*pinned).*speedup, 0, 0};
        return row;
    };
    const std::vector<std::string_view> small = smallLosses(shown, pinned, visible_share);
    const auto folded = pinned ? std::optional(foldedTogether(*pinned, small)) : std::nullopt;
    Rows rows = lossRows(foldedTogether(shown, small), folded);
    rows.insert(rows.begin(), total(&Waterfall::ideal, "ideal", QT_TRANSLATE_NOOP("WaterfallChart", "ideal")));
    rows.push_back(total(&Waterfall::predicted, "predicted", QT_TRANSLATE_NOOP("WaterfallChart", "predicted")));
    return rows;
}

} // namespace kneepoint
