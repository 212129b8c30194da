// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/table.h"
#include "app/cli/validation_tables.h"
#include "model/validation/tables.h"

#include <fmt/format.h>

namespace kneepoint {
namespace {

std::string withWords(CalibratedWith with, std::size_t runs)
{
    const std::string count = runs == 1 ? "run" : fmt::format("{} runs", runs);
    switch (with) {
    case CalibratedWith::nothing:
        return "nothing";
    case CalibratedWith::smallest:
        return "smallest " + count;
    case CalibratedWith::chosen:
        return "chosen " + count;
    }
    return {};
}

/// One line for each way of calibrating: all rows, then every series.
Table errorTable(std::span<const CalibratedRow> rows, std::size_t runs)
{
    Table table{{{"series", "series", false}, {"with", "calibrated with", false}}, {}};
    addColumns(table, figuresOfRows());
    std::vector<std::vector<ErrorSummary>> ways;
    ways.reserve(calibrated_withs.size());
    for (const CalibratedWith with : calibrated_withs)
        ways.push_back(calibratedErrors(rows, with));
    for (const ErrorSummary& series : ways.front())
        for (std::size_t way = 0; way < ways.size(); ++way)
            for (const ErrorSummary& e : ways[way]) {
                if (e.series != series.series)
                    continue;
                auto& line = table.rows.emplace_back(
                    std::vector{textCell(e.series), textCell(withWords(calibrated_withs.at(way), runs))});
                addCells(line, figuresOfRows(), e);
            }
    return table;
}

} // namespace

std::string calibratedText(std::span<const CalibratedRow> rows, std::size_t runs)
{
    return "Errors of the predicted time after calibration with runs of the same source and machine, in per cent of "
           "the measured; constants have seen nothing of the source\n\n"
        + tableText(errorTable(rows, runs));
}

std::string calibratedMarkdown(std::span<const CalibratedRow> rows, std::size_t runs)
{
    return fmt::format("\n## After {}\n\nRuns of one source on one machine: {} of them {} the factors, and the others "
                       "are predicted. *Smallest*: in order of GPUs, then of operations in a step. *Chosen*: those "
                       "that *Suggest runs* takes. *Nothing*: the others without a calibration. Constants and "
                       "intervals have seen nothing measured by the source.\n\n",
               runs == 1 ? "one run" : fmt::format("{} runs", runs), runs, runs == 1 ? "calibrates" : "calibrate")
        + tableMarkdown(errorTable(rows, runs));
}

Json calibratedJson(std::span<const CalibratedRow> rows, std::size_t runs, bool each_row)
{
    Json json = {{"runs", runs}};
    for (const CalibratedWith with : calibrated_withs) {
        Json& way = json[calibratedWithId(with)];
        const std::vector<ErrorSummary> errors = calibratedErrors(rows, with);
        way["summary"] = errorsJson(figuresOfRows(), errors.front());
        way["series"] = Json::object();
        for (std::size_t i = 1; i < errors.size(); ++i)
            way["series"][errors[i].series] = errorsJson(figuresOfRows(), errors[i]);
    }
    if (each_row)
        for (const CalibratedRow& row : rows)
            json["rows"].push_back({{"calibrated_with", calibratedWithId(row.with)}, {"id", row.error.id},
                {"series", row.error.series}, {"measured_s", row.error.measured_s},
                {"predicted_s", row.error.predicted_s}, {"low_s", row.error.low_s}, {"high_s", row.error.high_s}});
    return json;
}

} // namespace kneepoint
