// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/choice_validation.h"
#include "app/cli/table.h"

#include "model/answers/report_json.h"
#include "model/constants/calibration.h"
#include "model/validation/claimed_gains.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

namespace kneepoint {

namespace {

constexpr double hundred = 100;
constexpr std::size_t largest_shown = 10;

Cell percentCell(double share)
{
    return {share, fmt::format("{:.1f} %", hundred * share)};
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
        text += fmt::format("  {:5.1f} %  {}: {}; stated: {}\n", hundred * g.gain(), g.id, g.difference, g.stated);
    return text;
}

Json rowJson(const ClaimedGain& g)
{
    return {{"id", g.id}, {"series", g.series}, {"gpu", g.gpu}, {"stated", g.stated}, {"chosen", g.chosen},
        {"measured_s", g.measured_s}, {"stated_s", g.stated_s}, {"chosen_s", g.chosen_s}, {"gain", g.gain()},
        {"measured_mfu", g.measured_mfu}, {"chosen_mfu", g.chosen_mfu}, {"outrun", g.outrun}, {"cut", g.cut},
        {"allowed", g.allowed}, {"fits", g.fits}};
}

} // namespace

ExitCode writeChoiceValidation(const Measurements& measurements, bool json, bool rows, Streams streams)
{
    const MeasuredRuns runs = questionsOf(measurements, shippedCalibration());
    const std::vector<ClaimedGain> gains = claimedGains(runs.runs, shippedCalibration());
    if (json) {
        Json answer = {{"choices", tableJson(gainTable(gains))}, {"utilization", tableJson(utilizationTable(gains))}};
        for (const ClaimedGain& g : gains)
            if (rows)
                answer["rows"].push_back(rowJson(g));
        streams.out << jsonText(answer);
    } else {
        streams.out << "Throughput that automatic planning claims to gain over the published layout of the same job\n\n"
                    << tableText(gainTable(gains)) << "\n"
                    << tableText(utilizationTable(gains)) << largestText(gains);
    }
    return gains.empty() ? ExitCode::no : ExitCode::done;
}

} // namespace kneepoint
