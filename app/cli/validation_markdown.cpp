// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/validation_markdown.h"

#include "app/cli/validation_tables.h"
#include "model/catalogue/catalogue.h"
#include "model/constants/left_out_constants.h"
#include "model/uncertainty/team_effect.h"
#include "model/validation/error_figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <map>

namespace kneepoint {

namespace {

/// The figures shown for a series in the tables; skipped rows have a separate table.
bool isShown(const ErrorFigure& figure)
{
    return figure.id != "skipped";
}

std::string cells(const ErrorSummary& e)
{
    std::string text;
    for (const ErrorFigure& figure : errorFigures())
        if (isShown(figure))
            text += fmt::format(" {} |", valueText(figure, e));
    return text;
}

/// The first two lines of a table of errors; `more` are the columns between the name of the rows and their figures.
std::string tableHead(std::string_view of, std::initializer_list<std::string_view> more)
{
    std::string names = fmt::format("| {} |", of), rule = "|---|";
    const auto add = [&](std::string_view name) {
        names += fmt::format(" {} |", name);
        rule += "---|";
    };
    for (const std::string_view name : more)
        add(name);
    for (const ErrorFigure& figure : errorFigures())
        if (isShown(figure))
            add(figure.label);
    return names + "\n" + rule + "\n";
}

std::string heldOut(std::string_view series)
{
    for (const HeldOutErrors& e : heldOutErrors())
        if (e.series == series)
            return fmt::format("{:.1f}", e.mape);
    return {};
}

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

/// The figures that a new cluster may expect: nothing that its source measured has been seen.
std::string blindMarkdown(const ValidationReport& source_out)
{
    std::string page = std::string(blind_words) + tableHead("prediction", {});
    for (const auto* summaries : {&source_out.bases, &source_out.families})
        for (const ErrorSummary& e : *summaries)
            page += fmt::format("| {} |{}\n", e.series, cells(e));
    page += fmt::format("| all runs |{}\n\n", cells(source_out.summary)) + tableHead("series", {});
    const auto add = [&](const ErrorSummary& e) {
        if (e.rows > 0 && !e.series.starts_with("memory") && !e.series.starts_with("collectives"))
            page += fmt::format("| {} |{}\n", e.series, cells(e));
    };
    for (const ErrorSummary& e : source_out.series)
        add(e);
    add(source_out.dense);
    add(source_out.summary);
    return page;
}

std::string seriesMarkdown(const ValidationReport& fitted, const ValidationReport& left_out)
{
    std::string page = std::string(series_words) + tableHead("series", {"fitted MAPE", "held out MAPE"});
    std::map<std::string, double> before;
    for (const ErrorSummary& e : fitted.series)
        before[e.series] = e.mape;
    const auto add = [&](const ErrorSummary& e, double fitted_mape) {
        if (e.rows > 0)
            page += fmt::format("| {} | {:.1f} | {} |{}\n", e.series, fitted_mape, heldOut(e.series), cells(e));
    };
    for (const ErrorSummary& e : left_out.series)
        add(e, before[e.series]);
    add(left_out.dense, fitted.dense.mape);
    add(left_out.summary, fitted.summary.mape);
    add(left_out.memory, fitted.memory.mape);
    return page;
}

std::string skippedMarkdown(const std::vector<SkippedRow>& skipped)
{
    std::map<std::string, int> reasons;
    for (const SkippedRow& row : skipped)
        ++reasons[row.reason];
    std::string page = "\n| rows skipped | reason |\n|---|---|\n";
    for (const auto& [reason, count] : reasons)
        page += fmt::format("| {} | {} |\n", count, reason);
    return page;
}

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

} // namespace

std::string strangerMarkdown(const ValidationReport& source_out, const ValidationReport& source_out_as_typical,
    std::span<const CalibratedRow> after_one_run)
{
    std::string page = std::string(stranger_words) + tableHead("sources", {});
    for (const ErrorSummary& e : {summaryOf("others, tuned", source_out, false),
             summaryOf("teams, tuned", source_out, true), summaryOf("teams, typical", source_out_as_typical, true)})
        page += fmt::format("| {} |{}\n", e.series, cells(e));
    page += std::string(one_run_words) + tableHead("calibrated with", {});
    for (const auto& [with, name] : {std::pair{CalibratedWith::nothing, "nothing"},
             {CalibratedWith::smallest, "the smallest run"}, {CalibratedWith::chosen, "the chosen run"}})
        page += fmt::format("| {} |{}\n", name, cells(calibratedErrors(after_one_run, with).front()));
    return page + '\n';
}

std::string validationMarkdown(const ValidationReport& fitted, const ValidationReport& left_out,
    const ValidationReport& source_out, const std::string& strangers)
{
    return std::string(page_words) + strangers + blindMarkdown(source_out) + seriesMarkdown(fitted, left_out)
        + ranMarkdown(fitted.ran) + skippedMarkdown(fitted.skipped);
}

} // namespace kneepoint
