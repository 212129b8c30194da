// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/waterfall_rows.h"

#include "widgets/charts/kit/words.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

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

QString rowName(const char* label)
{
    return QCoreApplication::translate("WaterfallChart", label);
}

/// Small losses of a step together, after the others; those of the run stay behind the MFU.
MfuWaterfall folded(MfuWaterfall w)
{
    double lost_s = 0;
    for (const MfuBar& bar : w.bars)
        lost_s += bar.id == "goodput" ? 0 : std::abs(bar.lost_s);
    const auto isSmall = [&](const MfuBar& bar) {
        return bar.id != "goodput" && std::abs(bar.lost_s) < visible_share * lost_s;
    };
    if (std::ranges::count_if(w.bars, isSmall) < 2)
        return w;
    MfuBar other{"other", "other losses", Part::delay, 0, 0, 0};
    for (const MfuBar& bar : w.bars)
        other.lost_s += isSmall(bar) ? bar.lost_s : 0;
    std::erase_if(w.bars, isSmall);
    w.bars.insert(std::ranges::find(w.bars, "goodput", &MfuBar::id), other);
    double elapsed_s = w.peak_s;
    double mfu = 1;
    for (MfuBar& bar : w.bars) {
        if (bar.id == "goodput")
            break;
        elapsed_s += bar.lost_s;
        bar.from = mfu;
        bar.to = mfu = w.peak_s / elapsed_s;
    }
    return w;
}

Rows rowsOf(const MfuWaterfall& w)
{
    const auto total = [](std::string_view id, const QString& label, double mfu) {
        return WaterfallRow{id, label, std::nullopt, WaterfallRow::Fall{mfu, 0, 0}, std::nullopt};
    };
    Rows rows{total("peak", rowName(QT_TRANSLATE_NOOP("WaterfallChart", "dense peak")), 1)};
    const QString achieved = rowName(QT_TRANSLATE_NOOP("WaterfallChart", "MFU"));
    bool is_done = false;
    for (const MfuBar& bar : folded(w).bars) {
        if (bar.id == "goodput")
            rows.push_back(total("mfu", achieved, w.achieved));
        is_done |= bar.id == "goodput";
        rows.push_back(
            {bar.id, utf8(bar.label), bar.part, WaterfallRow::Fall{bar.from, bar.to, bar.lost_s}, std::nullopt});
    }
    rows.push_back(is_done
            ? total("effective", rowName(QT_TRANSLATE_NOOP("WaterfallChart", "effective MFU")), w.effective)
            : total("mfu", achieved, w.achieved));
    return rows;
}

} // namespace

std::vector<WaterfallRow> waterfallRows(const MfuWaterfall& shown, const std::optional<MfuWaterfall>& pinned)
{
    Rows rows = rowsOf(shown);
    if (!pinned)
        return rows;
    for (const WaterfallRow& of_pinned : rowsOf(*pinned))
        if (const auto twin = std::ranges::find(rows, of_pinned.id, &WaterfallRow::id); twin != rows.end())
            twin->pinned = of_pinned.fall;
    return rows;
}

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
