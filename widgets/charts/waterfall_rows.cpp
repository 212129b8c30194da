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

bool isLargeIn(const Waterfall& w, std::string_view id)
{
    const std::vector<std::string_view> small = smallLosses(w, visible_share);
    return std::ranges::find(small, id) == small.end()
        && std::ranges::find(w.bars, id, &WaterfallBar::id) != w.bars.end();
}

/// Small where it is, in what is shown and in what is pinned.
std::vector<std::string_view> smallInBoth(const Waterfall& shown, const std::optional<Waterfall>& pinned)
{
    std::vector<std::string_view> small = smallLosses(shown, visible_share);
    if (!pinned)
        return small;
    for (const std::string_view id : smallLosses(*pinned, visible_share))
        if (std::ranges::find(small, id) == small.end())
            small.push_back(id);
    std::erase_if(small, [&](std::string_view id) { return isLargeIn(shown, id) || isLargeIn(*pinned, id); });
    return small;
}

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
    const std::vector<std::string_view> small = smallInBoth(shown, pinned);
    const auto folded = pinned ? std::optional(foldedTogether(*pinned, small)) : std::nullopt;
    Rows rows = lossRows(foldedTogether(shown, small), folded);
    rows.insert(rows.begin(), total(&Waterfall::ideal, "ideal", QT_TRANSLATE_NOOP("WaterfallChart", "ideal")));
    rows.push_back(total(&Waterfall::predicted, "predicted", QT_TRANSLATE_NOOP("WaterfallChart", "predicted")));
    return rows;
}

} // namespace kneepoint
