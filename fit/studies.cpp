// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/studies.h"

#include "model/answers/table_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>

namespace kneepoint::fit {
namespace {

constexpr double per_cent = 100;
constexpr std::size_t largest_shown = 10;

std::string lossText(const std::vector<SeriesLoss>& losses)
{
    std::string text;
    for (const SeriesLoss& loss : losses)
        text += fmt::format(
            "{}{} {:.1f} → {:.1f}", text.empty() ? "" : ", ", loss.series, loss.mape_before, loss.mape_after);
    return text;
}

std::string placeText(const std::optional<double>& gpus)
{
    return gpus ? fmt::format("{:.3g}", *gpus) : "none";
}

/// By the position of sizeErrors().
constexpr std::array<std::string_view, 5> size_names{"nothing, series of three or more sizes",
    "the smallest size of them", "the smallest two of them", "nothing, all series", "the smallest size of all"};

Cell percentCell(double share)
{
    return {share, fmt::format("{:.1f} %", per_cent * share)};
}

Cell countCell(double count)
{
    return {count, fmt::format("{}", count)};
}

Table gainTable(std::span<const ClaimedGain> gains)
{
    Table table{{{"series", "series", false}, {"rows", "rows"}, {"median", "median gain"}, {"p90", "p90"},
                    {"most", "largest"}, {"outrun", "outrun"}, {"cut", "cut model"}, {"not_fitting", "does not fit"},
                    {"not_allowed", "not in the space"}},
        {}};
    for (const GainSummary& s : summarizeGains(gains))
        table.rows.push_back(
            {textCell(s.series), countCell(s.rows), percentCell(s.median), percentCell(s.p90), percentCell(s.most),
                countCell(s.outrun), countCell(s.cut), countCell(s.not_fitting), countCell(s.not_allowed)});
    return table;
}

Table utilizationTable(std::span<const ClaimedGain> gains)
{
    Table table{{{"gpu", "GPU", false}, {"rows", "rows"}, {"measured", "highest measured MFU"},
                    {"chosen", "highest chosen MFU"}, {"chosen_id", "of the job of", false}},
        {}};
    for (const HighestUtilization& u : highestUtilizations(gains))
        table.rows.push_back({textCell(u.gpu.empty() ? "unknown" : u.gpu), countCell(u.rows), percentCell(u.measured),
            percentCell(u.chosen), textCell(u.chosen_id)});
    return table;
}

/// The largest claims, each with the layouts: where to look for the model's optimism.
std::string largestText(std::vector<ClaimedGain> gains)
{
    std::erase_if(gains, [](const ClaimedGain& g) { return !g.counts(); });
    std::ranges::stable_sort(gains, std::ranges::greater(), &ClaimedGain::gain);
    gains.resize(std::min(gains.size(), largest_shown));
    std::string text = "\nLargest claims\n";
    for (const ClaimedGain& g : gains)
        text += fmt::format("  {:5.1f} %  {}: {}; stated: {}\n", per_cent * g.gain(), g.id, g.difference, g.stated);
    return text;
}

Table kneeTable(std::span<const MeasuredKnee> knees)
{
    Table table{{{"run", "largest run", false}, {"from_gpus", "from GPUs"}, {"to_gpus", "to GPUs"},
                    {"measured", "measured knee"}, {"predicted", "predicted knee"}, {"verdict", "verdict", false}},
        {}};
    for (const MeasuredKnee& knee : knees)
        if (verdictOn(knee) != KneeVerdict::none)
            table.rows.push_back({textCell(knee.series + "/" + knee.id), textCell(fmt::format("{}", knee.from_gpus)),
                textCell(fmt::format("{}", knee.to_gpus)), textCell(placeText(knee.measured)),
                textCell(placeText(knee.predicted)), textCell(verdictId(verdictOn(knee)))});
    return table;
}

Table sizeTable(std::span<const SizePrediction> predictions)
{
    Table table{{{"run", "run predicted", false}, {"from_gpus", "from GPUs"}, {"to_gpus", "to GPUs"},
                    {"sizes", "sizes used"}, {"measured_s", "measured"}, {"predicted_s", "predicted"},
                    {"error", "error, %"}, {"inside", "in interval", false}},
        {}};
    for (const SizePrediction& p : predictions)
        table.rows.push_back({textCell(p.series + "/" + p.id), textCell(fmt::format("{}", p.from_gpus)),
            textCell(fmt::format("{}", p.to_gpus)), textCell(fmt::format("{}", p.sizes)),
            textCell(fmt::format("{:.3g}", p.measured_s)), textCell(fmt::format("{:.3g}", p.predicted_s)),
            textCell(fmt::format("{:+.1f}", per_cent * (p.predicted_s / p.measured_s - 1))),
            textCell(p.low_s <= p.measured_s && p.measured_s <= p.high_s ? "yes" : "no")});
    return table;
}

} // namespace

Table ablationTable(std::span<const Ablation> ablations, std::size_t most)
{
    Table table{{{"removed", "removed", false}, {"dense", "dense"}, {"summary", "all"},
                    {"losses", "most affected series", false}},
        {}};
    for (const Ablation& a : ablations)
        table.rows.push_back({textCell(a.removed.empty() ? "nothing" : a.removed),
            {a.dense, fmt::format("{:.1f}", a.dense)}, {a.summary, fmt::format("{:.1f}", a.summary)},
            textCell(lossText(worstLosses(ablations.front(), a, most)))});
    return table;
}

Table sizeErrorTable(std::span<const SizePrediction> predictions)
{
    Table table{{{"calibrated_with", "calibrated with", false}, {"sizes", ""}, {"series", "series"}, {"mape", "MAPE"},
                    {"median", "median"}, {"bias", "bias"}, {"within_5", "within 5 %"}, {"coverage", "coverage"},
                    {"width", "width"}},
        {}};
    const std::vector<SizeErrors> errors = sizeErrors(predictions);
    for (std::size_t i = 0; i < errors.size(); ++i) {
        const SizeErrors& e = errors[i];
        table.rows.push_back(
            {textCell(size_names.at(i)), {e.sizes, fmt::format("{}", e.sizes)}, {e.series, fmt::format("{}", e.series)},
                {e.mape, fmt::format("{:.1f}", e.mape)}, {e.median, fmt::format("{:.1f}", e.median)},
                {e.bias, fmt::format("{:+.1f}", e.bias)}, {e.near, fmt::format("{:.0f}", e.near)},
                {e.coverage, fmt::format("{:.0f}", e.coverage)}, {e.width, fmt::format("{:.2f}", e.width)}});
    }
    return table;
}

std::string kneesText(std::span<const MeasuredKnee> knees)
{
    const auto right = countOf(knees, KneeVerdict::right), wrong = countOf(knees, KneeVerdict::wrong);
    return fmt::format(
        "Series of three or more sizes: {}. A knee, where throughput per GPU falls below the tolerance relative to the "
        "smallest size, is measured or predicted in {}: {} of {} predicted knees are within a factor of two of the "
        "measured one, and {} series end too early to tell. In the other {} there is neither. Predicted after "
        "calibration with the smallest size.\n",
        knees.size(), knees.size() - static_cast<std::size_t>(countOf(knees, KneeVerdict::none)), right, right + wrong,
        countOf(knees, KneeVerdict::open), countOf(knees, KneeVerdict::none));
}

std::string sizesText(std::span<const MeasuredRun> runs, const Calibration& calibration)
{
    const std::vector<SizePrediction> predictions = predictLargestSizes(runs, calibration);
    const std::vector<MeasuredKnee> knees = measuredKnees(runs, calibration);
    return tableText(sizeTable(predictions)) + "\nErrors of the largest size, in per cent\n\n"
        + tableText(sizeErrorTable(predictions)) + "\n" + tableText(kneeTable(knees)) + "\n" + kneesText(knees);
}

std::string choicesText(std::span<const MeasuredRun> runs, const Calibration& calibration)
{
    const std::vector<ClaimedGain> gains = claimedGains(runs, calibration);
    return "Throughput that automatic planning claims to gain over the published layout of the same job\n\n"
        + tableText(gainTable(gains)) + "\n" + tableText(utilizationTable(gains)) + largestText(gains);
}

} // namespace kneepoint::fit
