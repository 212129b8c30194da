// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/validation_page.h"

#include "fit/held_out.h"
#include "fit/studies.h"
#include "model/answers/table_text.h"
#include "model/constants/left_out_constants.h"
#include "model/constants/physics.h"
#include "model/uncertainty/team_effect.h"
#include "model/validation/calibrated_runs.h"
#include "model/validation/tables.h"
#include "model/validation/validation.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace kneepoint::fit {
namespace {

constexpr std::string_view page_words = R"(# Validation

Written by `scripts/validation-report`. Errors of the predicted step time in per cent of the measured one. What was
measured, by GPU, software and kind of job: [What was measured](measured.md).

)";

constexpr std::string_view stranger_words = R"(## What a stranger gets

Every run is predicted with constants and intervals that have seen nothing measured by its source. *Teams* are those
whose medians [the cost study](cost-study.md#teams-and-their-clusters) lists; *others* are vendors' recipes, papers about
systems, and a sweep on one node. An interval of a *typical* team holds what a team and its cluster add, learned from
these very teams; a *tuned* one does not. Columns are explained below.

)";

constexpr std::string_view one_run_words = R"(
One run of the job on one's own cluster calibrates the others of the same source and machine. *Smallest*: the one with
the fewest GPUs and operations. *Chosen*: the one that *Suggest runs* takes, often an extreme of a sweep. *Nothing*: the
same runs without it.

)";

constexpr std::string_view blind_words = R"(## Blind: sources never seen

Every run is predicted with constants and intervals that have seen nothing measured by its source. Expect these errors
on a cluster and from a team that are in none of the published runs, but with software that is. Coverage: fraction of the
rows inside their 90 % interval. Width: median ratio of its upper to its lower end. Score: the mean interval score on the
logarithm of time, ln(high/low) plus 20 times the distance of the measurement from the interval (Gneiting and Raftery
2007); lower is better.

)";

constexpr std::string_view series_words = R"(
## By series

*Fitted*: predicted with the shipped constants, which have seen the series. *Held out*: predicted with constants fitted
to half of every series and judged on the other half, three times. All other columns: predicted with constants fitted
without the series, which is what to expect on a new cluster. If no other series runs the same software, the prediction
uses the starting values in `presets/constants/priors.json`. Coverage: fraction of the rows inside their 90 % interval,
with prediction and interval both learned without the series. Each collective curve counts as one row, and is listed again
with its points up to 8 MiB only; it is left out together with everything measured on the same machine and number of
nodes. Series whose names begin with *memory* are about bytes per GPU; they count only in the line *memory*. The interval
of memory is learned from these very errors, so its coverage is not judged here.

![Predicted against measured step time](images/parity.svg)

)";

constexpr std::string_view ran_words = R"(
## Runs that ran

Every published run is also a measurement of memory: it fitted. *Does not fit*: share of the runs that are predicted to
need more memory than their GPU has. *Below {:.0f} %*: share with a lower probability of fitting, as required of a layout
that is likely to fit. If a source does not state what it recomputed, a run fits if it does so with nothing or with the
selective recomputation of its software, but not if it takes full recomputation.

)";

constexpr std::string_view size_words = R"(
## From a measured size to a larger one

Series of the same model, software and GPU at several sizes. The largest is predicted three times: without calibration,
calibrated with the smallest size, and with the smallest two. Constants and intervals have seen nothing measured by the
source. Within 5 %: share of the series. Coverage: fraction inside the 90 % interval; width: median ratio of its upper
to its lower end.

)";

constexpr std::string_view knee_words = "\n### Knees of measured series\n\n";

constexpr std::string_view ablation_words =
    "\n## Ablations\n\nMAPE with one model component removed at a time, using the shipped constants without refitting. "
    "Components that a series does not use leave its error unchanged.\n\n";

/// The page does not align its columns.
std::string markdown(Table table)
{
    for (Column& column : table.columns)
        column.numeric = false;
    return tableMarkdown(table);
}

/// A table of errors whose first columns name its rows.
class ErrorTable {
public:
    explicit ErrorTable(const std::vector<std::string>& names)
    {
        for (const std::string& name : names)
            m_table.columns.push_back({name, name});
        addColumns(m_table, figuresOfRows());
    }
    void add(const std::vector<std::string>& names, const ErrorSummary& errors)
    {
        std::vector<Cell>& row = m_table.rows.emplace_back();
        std::ranges::transform(names, std::back_inserter(row), textCell);
        addCells(row, figuresOfRows(), errors);
    }
    void add(const ErrorSummary& errors) { add({errors.series}, errors); }
    [[nodiscard]] std::string text() const { return markdown(m_table); }

private:
    Table m_table;
};

/// The rows of one kind of source; suspect rows do not count.
ErrorSummary summaryOf(std::string name, const ValidationReport& report, bool teams)
{
    std::vector<RowError> rows;
    for (const RowError& row : report.rows)
        if (row.gate && row.points == 0
            && (std::ranges::find(measuredTeams(), row.series, &MeasuredTeam::name) != measuredTeams().end()) == teams)
            rows.push_back(row);
    return summarize(std::move(name), rows);
}

/// Sources never seen, the measured teams apart from the others and also with the interval of a typical team; and what
/// one run brings.
std::string strangers(const ValidationReport& source_out, const ValidationReport& source_out_as_typical,
    std::span<const CalibratedRow> after_one_run)
{
    ErrorTable sources({"sources"}), calibrated({"calibrated with"});
    sources.add(summaryOf("others, tuned", source_out, false));
    sources.add(summaryOf("teams, tuned", source_out, true));
    sources.add(summaryOf("teams, typical", source_out_as_typical, true));
    for (const auto& [with, name] : {std::pair{CalibratedWith::nothing, "nothing"},
             {CalibratedWith::smallest, "the smallest run"}, {CalibratedWith::chosen, "the chosen run"}})
        calibrated.add({name}, calibratedErrors(after_one_run, with).front());
    return std::string(stranger_words) + sources.text() + std::string(one_run_words) + calibrated.text() + '\n';
}

/// What to expect of a new cluster: nothing that its source measured has been seen.
std::string blind(const ValidationReport& source_out)
{
    ErrorTable predictions({"prediction"}), series({"series"});
    for (const auto* summaries : {&source_out.bases, &source_out.families})
        for (const ErrorSummary& e : *summaries)
            predictions.add(e);
    predictions.add({"all runs"}, source_out.summary);
    const auto add = [&series](const ErrorSummary& e) {
        if (e.rows > 0 && !e.series.starts_with("memory") && !e.series.starts_with("collectives"))
            series.add(e);
    };
    std::ranges::for_each(source_out.series, add);
    add(source_out.dense);
    add(source_out.summary);
    return std::string(blind_words) + predictions.text() + '\n' + series.text();
}

std::string eachSeries(
    const ValidationReport& fitted, const ValidationReport& left_out, std::span<const HeldOutErrors> held_out)
{
    std::map<std::string, double> before;
    for (const ErrorSummary& e : fitted.series)
        before[e.series] = e.mape;
    ErrorTable table({"series", "fitted MAPE", "held out MAPE"});
    const auto add = [&](const ErrorSummary& e, double fitted_mape) {
        if (e.rows == 0)
            return;
        const auto held = std::ranges::find(held_out, e.series, &HeldOutErrors::series);
        table.add({e.series, fmt::format("{:.1f}", fitted_mape),
                      held == held_out.end() ? "" : fmt::format("{:.1f}", held->mape)},
            e);
    };
    for (const ErrorSummary& e : left_out.series)
        add(e, before[e.series]);
    add(left_out.dense, fitted.dense.mape);
    add(left_out.summary, fitted.summary.mape);
    add(left_out.memory, fitted.memory.mape);
    return std::string(series_words) + table.text();
}

std::string skippedRows(const std::vector<SkippedRow>& skipped)
{
    std::map<std::string, int> reasons;
    for (const SkippedRow& row : skipped)
        ++reasons[row.reason];
    Table table{{{"rows", "rows skipped"}, {"reason", "reason"}}, {}};
    for (const auto& [reason, count] : reasons)
        table.rows.push_back({textCell(fmt::format("{}", count)), textCell(reason)});
    return '\n' + markdown(std::move(table));
}

} // namespace

Result<std::string> validationPage(const Measurements& measurements, const Calibration& calibration)
{
    constexpr std::size_t most_losses = 4;
    constexpr double per_cent = 100;
    if (const Result<void> loaded = loadLeftOutConstants(); !loaded)
        return tl::unexpected(loaded.error());
    const Result<std::vector<HeldOutErrors>> held_out = shippedHeldOut();
    if (!held_out)
        return tl::unexpected(held_out.error());
    const auto report = [&](LeaveOut leave_out, TeamSetting setting = TeamSetting::tuned) {
        return validate(measurements, {.leave_out = leave_out, .setting = setting}, calibration);
    };
    const ValidationReport fitted = report(LeaveOut::nothing), source_out = report(LeaveOut::source);
    const std::vector<MeasuredRun> runs = questionsOf(measurements, calibration).runs;
    const std::vector<MeasuredKnee> knees = measuredKnees(runs, calibration);
    return std::string(page_words)
        + strangers(source_out, report(LeaveOut::source, TeamSetting::typical),
            predictCalibrated(runs, 1, TeamSetting::tuned, calibration))
        + blind(source_out) + eachSeries(fitted, report(LeaveOut::series), *held_out)
        + fmt::format(ran_words, per_cent * likely_fit_chance) + tableMarkdown(ranTable(fitted.ran))
        + skippedRows(fitted.skipped) + std::string(size_words)
        + markdown(sizeErrorTable(predictLargestSizes(runs, calibration))) + std::string(knee_words) + kneesText(knees)
        + std::string(ablation_words) + markdown(ablationTable(ablate(measurements, calibration), most_losses));
}

} // namespace kneepoint::fit
