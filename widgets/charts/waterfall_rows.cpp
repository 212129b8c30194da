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
    std::ranges::copy(row.others, std::back_inserter(twin->others));
}

/// The shown waterfall, A's or nothing, and those of further options.
Rows lossRows(const Waterfall& shown, const std::optional<Waterfall>& pinned, const std::vector<Waterfall>& others)
{
    Rows losses;
    const auto addAll = [&](const Waterfall& w, const auto& place) {
        for (const WaterfallBar& bar : w.bars) {
            WaterfallRow row{bar.id, toQString(bar.label), bar.part, std::nullopt, std::nullopt};
            place(row, WaterfallRow::Fall{bar.from, bar.to, bar.lost_s});
            losses.push_back(row);
        }
    };
    addAll(shown, [](WaterfallRow& row, const WaterfallRow::Fall& fall) { row.fall = fall; });
    if (pinned)
        addAll(*pinned, [](WaterfallRow& row, const WaterfallRow::Fall& fall) { row.pinned = fall; });
    for (std::size_t option = 0; option < others.size(); ++option)
        addAll(others[option], [&](WaterfallRow& row, const WaterfallRow::Fall& fall) {
            row.others.push_back({option, fall});
        });
    std::ranges::stable_sort(losses, {}, &WaterfallRow::part);
    Rows rows;
    for (const WaterfallRow& loss : losses)
        add(rows, loss);
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

std::vector<WaterfallRow> waterfallRows(const MfuWaterfall& shown, const std::optional<MfuWaterfall>& pinned,
    const std::vector<MfuWaterfall>& others, std::size_t most)
{
    return fittingRows(most, [&](double share) {
        Ids visible = lossesAbove(shown, share);
        if (pinned)
            std::ranges::copy(lossesAbove(*pinned, share), std::back_inserter(visible));
        for (const MfuWaterfall& other : others)
            std::ranges::copy(lossesAbove(other, share), std::back_inserter(visible));
        Rows rows = rowsOf(shown, visible);
        const auto addBeside = [&](const MfuWaterfall& w, const auto& place) {
            for (const WaterfallRow& beside : rowsOf(w, visible))
                if (const auto twin = std::ranges::find(rows, beside.id, &WaterfallRow::id); twin != rows.end())
                    place(*twin, *beside.fall);
        };
        if (pinned)
            addBeside(*pinned, [](WaterfallRow& row, const WaterfallRow::Fall& fall) { row.pinned = fall; });
        for (std::size_t option = 0; option < others.size(); ++option)
            addBeside(others[option], [&](WaterfallRow& row, const WaterfallRow::Fall& fall) {
                row.others.push_back({option, fall});
            });
        return rows;
    });
}

std::vector<WaterfallRow> waterfallRows(const Waterfall& shown, const std::optional<Waterfall>& pinned,
    const std::vector<Waterfall>& others, std::size_t most)
{
    const auto total = [&](double Waterfall::*speedup, std::string_view id, const char* label) {
        WaterfallRow row{id, QCoreApplication::translate("WaterfallChart", label), std::nullopt,
            WaterfallRow::Fall{shown.*speedup, 0, 0}, std::nullopt};
        if (pinned)
            row.pinned = WaterfallRow::Fall{(*pinned).*speedup, 0, 0};
        for (std::size_t option = 0; option < others.size(); ++option)
            row.others.push_back({option, {others[option].*speedup, 0, 0}});
        return row;
    };
    std::vector<Waterfall> all{shown};
    if (pinned)
        all.push_back(*pinned);
    std::ranges::copy(others, std::back_inserter(all));
    return fittingRows(most, [&](double share) {
        const Ids small = smallLosses(all, share);
        const auto folded = pinned ? std::optional(foldedTogether(*pinned, small)) : std::nullopt;
        std::vector<Waterfall> others_folded = others;
        for (Waterfall& other : others_folded)
            other = foldedTogether(other, small);
        Rows rows = lossRows(foldedTogether(shown, small), folded, others_folded);
        rows.insert(rows.begin(), total(&Waterfall::ideal, "ideal", QT_TRANSLATE_NOOP("WaterfallChart", "ideal")));
        rows.push_back(total(&Waterfall::predicted, "predicted", QT_TRANSLATE_NOOP("WaterfallChart", "predicted")));
        return rows;
    });
}

} // namespace kneepoint
