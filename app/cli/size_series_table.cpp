// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/size_series_table.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace kneepoint {
namespace {

constexpr std::string_view words = R"(
## From a measured size to a larger one

Series of the same model, software and GPU at several sizes. The largest is predicted three times: without calibration,
calibrated with the smallest size, and with the smallest two. Constants and intervals have seen nothing measured by the
source. Coverage: fraction inside the 90 % interval; width: median ratio of its upper to its lower end.

| calibrated with | series | MAPE | median | bias | coverage | width |
|---|---|---|---|---|---|---|
)";

constexpr std::array<std::string_view, 5> names{"nothing, series of three or more sizes", "the smallest size of them",
    "the smallest two of them", "nothing, all series", "the smallest size of all"};

} // namespace

std::string sizeSeriesMarkdown(std::span<const SizePrediction> predictions)
{
    std::string page(words);
    const std::vector<SizeErrors> errors = sizeErrors(predictions);
    for (std::size_t i = 0; i < errors.size(); ++i) {
        const SizeErrors& e = errors[i];
        page += fmt::format("| {} | {} | {:.1f} | {:.1f} | {:+.1f} | {:.0f} | {:.2f} |\n", names.at(i), e.series,
            e.mape, e.median, e.bias, e.coverage, e.width);
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
            textCell(fmt::format("{:+.1f}", 100 * (p.predicted_s / p.measured_s - 1))),
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
        json["summary"].push_back({{"calibrated_with", names.at(i)}, {"sizes", errors[i].sizes},
            {"series", errors[i].series}, {"mape", errors[i].mape}, {"median", errors[i].median},
            {"bias", errors[i].bias}, {"coverage", errors[i].coverage}, {"width", errors[i].width}});
    return json;
}

} // namespace kneepoint
