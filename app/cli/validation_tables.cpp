// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/validation_tables.h"

#include "app/cli/table.h"
#include "model/constants/calibration.h"
#include "model/constants/physics.h"
#include "model/validation/claimed_gains.h"
#include "model/validation/layout_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ostream>

namespace kneepoint {
namespace {

constexpr double per_cent = 100;

std::string removedName(const Ablation& a)
{
    return a.removed.empty() ? "nothing" : a.removed;
}

std::string lossText(const std::vector<SeriesLoss>& losses)
{
    std::string text;
    for (const SeriesLoss& loss : losses)
        text += fmt::format(
            "{}{} {:.1f} → {:.1f}", text.empty() ? "" : ", ", loss.series, loss.mape_before, loss.mape_after);
    return text;
}

/// The runs of a series in one respect.
struct RanPart {
    std::string key, heading;
    RanOutcomes outcomes;
};

std::array<RanPart, 3> partsOf(const RanSummary& series)
{
    return {{{"all", "runs", series.all()}, {"recompute_stated", "recomputation stated", series.stated},
        {"recompute_open", "not stated", series.open}}};
}

std::string share(const RanOutcomes& outcomes, double value)
{
    return outcomes.rows > 0 ? fmt::format("{:.1f} %", per_cent * value) : "–";
}

Table ranTable(std::span<const RanMemory> runs)
{
    Table table{{{"series", "series", false}}, {}};
    for (const RanPart& part : partsOf({}))
        for (const auto& [key, heading] : {std::pair{"", part.heading}, {"_too_large", std::string("does not fit")},
                 {"_unlikely", fmt::format("below {:.0f} %", per_cent * likely_fit_chance)}})
            table.columns.push_back({part.key + key, heading});
    for (const RanSummary& series : summarizeRan(runs)) {
        auto& row = table.rows.emplace_back(std::vector{textCell(series.series)});
        for (const RanPart& part : partsOf(series)) {
            row.push_back(textCell(fmt::format("{}", part.outcomes.rows)));
            row.push_back(textCell(share(part.outcomes, part.outcomes.tooLargeShare())));
            row.push_back(textCell(share(part.outcomes, part.outcomes.unlikelyShare())));
        }
    }
    return table;
}

constexpr std::string_view size_words = R"(
## From a measured size to a larger one

Series of the same model, software and GPU at several sizes. The largest is predicted three times: without calibration,
calibrated with the smallest size, and with the smallest two. Constants and intervals have seen nothing measured by the
source. Within 5 %: share of the series. Coverage: fraction inside the 90 % interval; width: median ratio of its upper
to its lower end.

| calibrated with | series | MAPE | median | bias | within 5 % | coverage | width |
|---|---|---|---|---|---|---|---|
)";

constexpr std::array<std::string_view, 5> size_names{"nothing, series of three or more sizes",
    "the smallest size of them", "the smallest two of them", "nothing, all series", "the smallest size of all"};

constexpr std::size_t largest_shown = 10;

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

Json claimJson(const ClaimedGain& g)
{
    return {{"id", g.id}, {"series", g.series}, {"gpu", g.gpu}, {"stated", g.stated}, {"chosen", g.chosen},
        {"measured_s", g.measured_s}, {"stated_s", g.stated_s}, {"chosen_s", g.chosen_s}, {"gain", g.gain()},
        {"measured_mfu", g.measured_mfu}, {"chosen_mfu", g.chosen_mfu}, {"outrun", g.outrun}, {"cut", g.cut},
        {"allowed", g.allowed}, {"fits", g.fits}};
}

} // namespace

std::string ablationText(const std::vector<Ablation>& ablations)
{
    constexpr std::size_t most = 3;
    Table table{{{"removed", "removed", false}, {"dense", "dense"}, {"summary", "all"},
                    {"losses", "most affected series", false}},
        {}};
    for (const Ablation& a : ablations)
        table.rows.push_back({textCell(removedName(a)), {a.dense, fmt::format("{:.1f}", a.dense)},
            {a.summary, fmt::format("{:.1f}", a.summary)},
            textCell(lossText(worstLosses(ablations.front(), a, most)))});
    return "MAPE in per cent with one model component removed at a time, without refitting\n\n" + tableText(table);
}

Json ablationJson(const std::vector<Ablation>& ablations)
{
    Json json = Json::array();
    for (const Ablation& a : ablations)
        json.push_back({{"removed", a.removed}, {"dense", a.dense}, {"summary", a.summary}, {"series", a.series}});
    return json;
}

std::string ablationMarkdown(const std::vector<Ablation>& ablations)
{
    constexpr std::size_t most = 4;
    std::string page = "\n## Ablations\n\nMAPE with one model component removed at a time, using the shipped constants "
                       "without refitting. Components that a series does not use leave its error unchanged.\n\n"
                       "| removed | dense | all | most affected series |\n|---|---|---|---|\n";
    for (const Ablation& a : ablations)
        page += fmt::format("| {} | {:.1f} | {:.1f} | {} |\n", removedName(a), a.dense, a.summary,
            lossText(worstLosses(ablations.front(), a, most)));
    return page;
}

std::string ranText(std::span<const RanMemory> runs)
{
    return "\nRuns that ran and are predicted not to fit in memory\n\n" + tableText(ranTable(runs));
}

Json ranJson(std::span<const RanMemory> runs)
{
    Json json = Json::object();
    for (const RanSummary& series : summarizeRan(runs))
        for (const RanPart& part : partsOf(series))
            json[series.series][part.key] = {{"rows", part.outcomes.rows}, {"too_large", part.outcomes.too_large},
                {"unlikely", part.outcomes.unlikely}, {"too_large_share", part.outcomes.tooLargeShare()},
                {"unlikely_share", part.outcomes.unlikelyShare()}};
    return json;
}

Json ranRowJson(const RanMemory& run)
{
    return {{"id", run.id}, {"series", run.series}, {"recompute_stated", run.recompute_stated},
        {"needed_bytes", run.needed}, {"capacity_bytes", run.capacity}, {"fit_chance", run.chance}};
}

std::string ranMarkdown(std::span<const RanMemory> runs)
{
    return fmt::format(R"(
## Runs that ran

Every published run is also a measurement of memory: it fitted. *Does not fit*: share of the runs that are predicted to
need more memory than their GPU has. *Below {:.0f} %*: share with a lower probability of fitting, as required of a layout
that is likely to fit. If a source does not state what it recomputed, a run fits if it does so with nothing or with the
selective recomputation of its software, but not if it takes full recomputation.

)",
               per_cent * likely_fit_chance)
        + tableMarkdown(ranTable(runs));
}

std::string sizeSeriesMarkdown(std::span<const SizePrediction> predictions)
{
    std::string page(size_words);
    const std::vector<SizeErrors> errors = sizeErrors(predictions);
    for (std::size_t i = 0; i < errors.size(); ++i) {
        const SizeErrors& e = errors[i];
        page += fmt::format("| {} | {} | {:.1f} | {:.1f} | {:+.1f} | {:.0f} | {:.0f} | {:.2f} |\n", size_names.at(i),
            e.series, e.mape, e.median, e.bias, e.near, e.coverage, e.width);
    }
    return page;
}

std::string sizeSeriesText(std::span<const SizePrediction> predictions)
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
    return tableText(table) + sizeSeriesMarkdown(predictions);
}

Json sizeSeriesJson(std::span<const SizePrediction> predictions)
{
    Json json = {{"predictions", Json::array()}, {"summary", Json::array()}};
    for (const SizePrediction& p : predictions)
        json["predictions"].push_back({{"series", p.series}, {"id", p.id}, {"from_gpus", number(p.from_gpus)},
            {"to_gpus", number(p.to_gpus)}, {"sizes", p.sizes}, {"measured_s", p.measured_s},
            {"predicted_s", p.predicted_s}, {"low_s", p.low_s}, {"high_s", p.high_s}});
    const std::vector<SizeErrors> errors = sizeErrors(predictions);
    for (std::size_t i = 0; i < errors.size(); ++i)
        json["summary"].push_back(
            {{"calibrated_with", size_names.at(i)}, {"sizes", errors[i].sizes}, {"series", errors[i].series},
                {"mape", errors[i].mape}, {"median", errors[i].median}, {"bias", errors[i].bias},
                {"within_5", errors[i].near}, {"coverage", errors[i].coverage}, {"width", errors[i].width}});
    return json;
}

ExitCode writeChoiceValidation(const Measurements& measurements, bool json, bool rows, Streams streams)
{
    const MeasuredRuns runs = questionsOf(measurements, shippedCalibration());
    const std::vector<ClaimedGain> gains = claimedGains(runs.runs, shippedCalibration());
    if (json) {
        Json answer = {{"choices", tableJson(gainTable(gains))}, {"utilization", tableJson(utilizationTable(gains))}};
        for (const ClaimedGain& g : gains)
            if (rows)
                answer["rows"].push_back(claimJson(g));
        streams.out << jsonText(answer);
    } else {
        streams.out << "Throughput that automatic planning claims to gain over the published layout of the same job\n\n"
                    << tableText(gainTable(gains)) << "\n"
                    << tableText(utilizationTable(gains)) << largestText(gains);
    }
    return gains.empty() ? ExitCode::no : ExitCode::done;
}

} // namespace kneepoint
