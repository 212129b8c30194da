// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/validation_tables.h"

#include "app/cli/table.h"
#include "model/constants/calibration.h"
#include "model/validation/claimed_gains.h"
#include "model/validation/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <utility>

namespace kneepoint {
namespace {

constexpr double per_cent = 100;

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

std::string ablationText(std::span<const Ablation> ablations)
{
    constexpr std::size_t most = 3;
    return "MAPE in per cent with one model component removed at a time, without refitting\n\n"
        + tableText(ablationTable(ablations, most));
}

Json ablationJson(std::span<const Ablation> ablations)
{
    Json json = Json::array();
    for (const Ablation& a : ablations)
        json.push_back({{"removed", a.removed}, {"dense", a.dense}, {"summary", a.summary}, {"series", a.series}});
    return json;
}

std::string ranText(std::span<const RanMemory> runs)
{
    return "\nRuns that ran and are predicted not to fit in memory\n\n" + tableText(ranTable(runs));
}

Json ranJson(std::span<const RanMemory> runs)
{
    Json json = Json::object();
    for (const RanSummary& series : summarizeRan(runs))
        for (const auto& [part, outcomes] :
            {std::pair{"all", series.all()}, {"recompute_stated", series.stated}, {"recompute_open", series.open}})
            json[series.series][part] = {{"rows", outcomes.rows}, {"too_large", outcomes.too_large},
                {"unlikely", outcomes.unlikely}, {"too_large_share", outcomes.tooLargeShare()},
                {"unlikely_share", outcomes.unlikelyShare()}};
    return json;
}

Json ranRowJson(const RanMemory& run)
{
    return {{"id", run.id}, {"series", run.series}, {"recompute_stated", run.recompute_stated},
        {"needed_bytes", run.needed}, {"capacity_bytes", run.capacity}, {"fit_chance", run.chance}};
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
    return tableText(table) + "\nErrors of the largest size, in per cent\n\n" + tableText(sizeErrorTable(predictions));
}

Json sizeSeriesJson(std::span<const SizePrediction> predictions)
{
    Json json = {{"predictions", Json::array()}, {"summary", tableJson(sizeErrorTable(predictions))}};
    for (const SizePrediction& p : predictions)
        json["predictions"].push_back({{"series", p.series}, {"id", p.id}, {"from_gpus", number(p.from_gpus)},
            {"to_gpus", number(p.to_gpus)}, {"sizes", p.sizes}, {"measured_s", p.measured_s},
            {"predicted_s", p.predicted_s}, {"low_s", p.low_s}, {"high_s", p.high_s}});
    return json;
}

Json kneesJson(std::span<const MeasuredKnee> knees)
{
    const auto place = [](const std::optional<double>& gpus) { return gpus ? number(*gpus) : Json(); };
    Json rows = Json::array();
    for (const MeasuredKnee& knee : knees)
        rows.push_back({{"series", knee.series}, {"id", knee.id}, {"from_gpus", number(knee.from_gpus)},
            {"to_gpus", number(knee.to_gpus)}, {"measured_gpus", place(knee.measured)},
            {"predicted_gpus", place(knee.predicted)}, {"verdict", verdictId(verdictOn(knee))}});
    Json json = {{"series", std::move(rows)}};
    for (const KneeVerdict verdict : all_knee_verdicts)
        json[std::string(verdictId(verdict))] = countOf(knees, verdict);
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
