// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/waterfall_rows.h"

#include "widgets/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <iterator>

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
        WaterfallRow row{loss.bar->id, toQString(loss.bar->label), loss.bar->part, std::nullopt, std::nullopt};
        (loss.pinned ? row.pinned : row.fall) = fall;
        add(rows, row);
    }
    return rows;
}

QString rowName(const char* label)
{
    return QCoreApplication::translate("WaterfallChart", label);
}

/// Folds more losses, the smallest first, until the rows fit.
template <class RowsAbove> Rows fittingRows(std::size_t most, const RowsAbove& rowsAbove)
{
    constexpr double step = 1.2;
    Rows rows = rowsAbove(visible_share);
    for (double share = step * visible_share; rows.size() > most && share < 1; share *= step)
        rows = rowsAbove(share);
    return rows;
}

using Ids = std::vector<std::string_view>;

bool contains(const Ids& ids, std::string_view id)
{
    return std::ranges::find(ids, id) != ids.end();
}

/// Losses of a step, not those of the run, which stay behind the MFU.
Ids lossesAbove(const MfuWaterfall& w, double share)
{
    double lost_s = 0;
    for (const MfuBar& bar : w.bars)
        lost_s += bar.id == "goodput" ? 0 : std::abs(bar.lost_s);
    Ids ids;
    for (const MfuBar& bar : w.bars)
        if (bar.id == "goodput" || std::abs(bar.lost_s) >= share * lost_s)
            ids.push_back(bar.id);
    return ids;
}

/// The losses that are not in `visible` together, after the others.
MfuWaterfall folded(MfuWaterfall w, const Ids& visible)
{
    const auto isSmall = [&](const MfuBar& bar) { return !contains(visible, bar.id); };
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

Rows rowsOf(const MfuWaterfall& w, const Ids& visible)
{
    const auto total = [](std::string_view id, const QString& label, double mfu) {
        return WaterfallRow{id, label, std::nullopt, WaterfallRow::Fall{mfu, 0, 0}, std::nullopt};
    };
    Rows rows{total("peak", rowName(QT_TRANSLATE_NOOP("WaterfallChart", "dense peak")), 1)};
    const QString achieved = rowName(QT_TRANSLATE_NOOP("WaterfallChart", "MFU"));
    bool is_done = false;
    for (const MfuBar& bar : folded(w, visible).bars) {
        if (bar.id == "goodput")
            rows.push_back(total("mfu", achieved, w.achieved));
        is_done |= bar.id == "goodput";
        rows.push_back(
            {bar.id, toQString(bar.label), bar.part, WaterfallRow::Fall{bar.from, bar.to, bar.lost_s}, std::nullopt});
    }
    rows.push_back(is_done
            ? total("effective", rowName(QT_TRANSLATE_NOOP("WaterfallChart", "effective MFU")), w.effective)
            : total("mfu", achieved, w.achieved));
    if (const std::optional<MfuBar>& bar = w.tuning) {
        rows.push_back(
            {bar->id, toQString(bar->label), bar->part, WaterfallRow::Fall{bar->from, bar->to, bar->lost_s}, {}});
        rows.push_back(total("untuned", rowName(QT_TRANSLATE_NOOP("WaterfallChart", "MFU untuned")), bar->to));
    }
    return rows;
}

} // namespace

std::vector<WaterfallRow> waterfallRows(
    const MfuWaterfall& shown, const std::optional<MfuWaterfall>& pinned, std::size_t most)
{
    return fittingRows(most, [&](double share) {
        Ids visible = lossesAbove(shown, share);
        if (!pinned)
            return rowsOf(shown, visible);
        std::ranges::copy(lossesAbove(*pinned, share), std::back_inserter(visible));
        Rows rows = rowsOf(shown, visible);
        for (const WaterfallRow& of_pinned : rowsOf(*pinned, visible))
            if (const auto twin = std::ranges::find(rows, of_pinned.id, &WaterfallRow::id); twin != rows.end())
                twin->pinned = of_pinned.fall;
        return rows;
    });
}

std::vector<WaterfallRow> waterfallRows(
    const Waterfall& shown, const std::optional<Waterfall>& pinned, std::size_t most)
{
    const auto total = [&](double Waterfall::*speedup, std::string_view id, const char* label) {
        WaterfallRow row{id, QCoreApplication::translate("WaterfallChart", label), std::nullopt,
            WaterfallRow::Fall{shown.*speedup, 0, 0}, std::nullopt};
        if (pinned)
            row.pinned = WaterfallRow::Fall{(*pinned).*speedup, 0, 0};
        return row;
    };
    return fittingRows(most, [&](double share) {
        const Ids small = smallLosses(shown, pinned, share);
        const auto folded = pinned ? std::optional(foldedTogether(*pinned, small)) : std::nullopt;
        Rows rows = lossRows(foldedTogether(shown, small), folded);
        rows.insert(rows.begin(), total(&Waterfall::ideal, "ideal", QT_TRANSLATE_NOOP("WaterfallChart", "ideal")));
        rows.push_back(total(&Waterfall::predicted, "predicted", QT_TRANSLATE_NOOP("WaterfallChart", "predicted")));
        return rows;
    });
}

} // namespace kneepoint
