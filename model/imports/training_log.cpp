// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/training_log.h"

#include "model/imports/line_reader.h"
#include "model/imports/log_marks.h"
#include "model/imports/log_settings.h"
#include "model/imports/nccl_debug.h"
#include "model/imports/step_log.h"
#include "model/units/text_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace kneepoint {
namespace {

constexpr double outlier = 1.5; // of the median step: a profiler, a checkpoint, an evaluation

/// Steps that are not of the steady state: the first of a run, and those much longer than the median.
std::vector<double> leftOut(const Series& times)
{
    std::vector<double> numbers;
    if (times.size() < 3)
        return numbers;
    const double median = medianOf(times);
    for (const auto& [number, seconds] : times)
        if ((number <= 1 && number == times.begin()->first) || seconds > outlier * median)
            numbers.push_back(number);
    return numbers.size() == times.size() ? std::vector<double>() : numbers;
}

/// The first step of a run too, where only rates are printed: it has the start of the program in it.
void leaveOutFirst(std::vector<double>& left_out, const Series& rates)
{
    if (rates.size() < 2 || rates.begin()->first > 1)
        return;
    const double first = rates.begin()->first;
    if (!std::ranges::binary_search(left_out, first))
        left_out.insert(std::ranges::lower_bound(left_out, first), first);
}

/// "1, 25–27"
std::string rangesOf(const std::vector<double>& numbers)
{
    std::string text;
    constexpr std::size_t most_ranges = 8;
    std::size_t ranges = 0;
    for (std::size_t i = 0; i < numbers.size(); ++ranges) {
        std::size_t end = i;
        while (end + 1 < numbers.size() && numbers[end + 1] == numbers[end] + 1)
            ++end;
        if (ranges == most_ranges)
            return text + " …";
        text += fmt::format("{}{}", text.empty() ? "" : ", ", numbers[i]);
        if (end > i)
            text += fmt::format("–{}", numbers[end]);
        i = end + 1;
    }
    return text;
}

MeasuredCurve curveOf(const Series& times)
{
    MeasuredCurve curve;
    curve.name = "step time";
    curve.y_unit = Unit::seconds;
    curve.place = "step lines";
    constexpr std::size_t most_points = 2000;
    const std::size_t stride = times.size() / most_points + 1;
    std::size_t i = 0;
    for (const auto& [number, seconds] : times)
        if (i++ % stride == 0)
            curve.points.push_back({number, seconds});
    return curve;
}

/// What changed over the run: "step time rose by 8 %", "2 restarts".
std::string changesOverTime(const Series& steady, int restarts)
{
    std::string text;
    constexpr std::size_t least = 20;
    constexpr double notable = 0.05;
    if (steady.size() >= least) {
        const auto quarter = static_cast<std::ptrdiff_t>(steady.size() / 4);
        const double first = medianOf(Series(steady.begin(), std::next(steady.begin(), quarter)));
        const double last = medianOf(Series(std::prev(steady.end(), quarter), steady.end()));
        if (std::abs(last / first - 1) > notable)
            text += fmt::format("; step time {} by {} over the run", last > first ? "rose" : "fell",
                formatQuantity(std::abs(last / first - 1), Unit::ratio));
    }
    if (restarts > 0)
        text += fmt::format("; {} {}", restarts, restarts == 1 ? "restart" : "restarts");
    return text;
}

std::string programText(const StepLog& log, const Evidence& evidence)
{
    std::string text = log.program();
    if (const auto gpus = settingOf(evidence, "cluster.gpus"))
        text += fmt::format(" on {} GPUs", *gpus);
    return text;
}

/// What the log states twice, differently.
void addContradictions(Evidence& evidence, const StepLog& log)
{
    if (const Repeats& again = log.repeats(); again.lines > 0)
        evidence.skipped.push_back({"step lines",
            fmt::format("{} a step with other values ({}); the first is used",
                again.lines == 1 ? "1 line repeats" : fmt::format("{} lines repeat", again.lines), again.example)});
    const std::optional<double> batch = settingOf(evidence, "workload.global_batch");
    if (batch && log.globalBatch() > 0 && *batch != log.globalBatch())
        evidence.skipped.push_back(
            {"step lines", fmt::format("global batch {} differs from {}, which is used", log.globalBatch(), *batch)});
}

/// What the times of a log are times of, where it is not plainly a step.
void addRemarks(Evidence& evidence, const StepLog& log)
{
    if (log.microbatches() > 1) {
        observe(evidence, {"plan.accumulation", log.microbatches(), "step lines"});
        evidence.skipped.push_back({"step lines",
            fmt::format("the log has the time of a micro-batch ({}); a step has {} of them, and the optimizer besides",
                formatQuantity(medianOf(log.stepTimes()) / log.microbatches(), Unit::seconds), log.microbatches())});
    }
    if (log.isAverage())
        evidence.skipped.push_back(
            {"step lines", "the average of the whole run, evaluations, checkpoints and the first steps included"});
    if (!log.updates().empty())
        evidence.skipped.push_back({"step lines",
            fmt::format("a step of reinforcement learning does more than training: its update takes {}",
                formatQuantity(medianOf(log.updates()), Unit::seconds))});
}

Evidence evidenceOf(StepLog& log, const LogSettings& settings)
{
    Evidence evidence;
    settings.addTo(evidence);
    if (std::string growth = log.keepFinalBatch(); !growth.empty())
        evidence.skipped.push_back({"step lines", std::move(growth)});
    addContradictions(evidence, log);
    addRemarks(evidence, log);
    if (log.globalBatch() > 0 && !settingOf(evidence, "workload.global_batch"))
        observe(evidence, {"workload.global_batch", log.globalBatch(), "step lines"});
    const Series times = log.stepTimes();
    std::vector<double> left_out = leftOut(times);
    Series steady = times;
    for (const double number : left_out)
        steady.erase(number);
    evidence.summary = programText(log, evidence);
    if (!steady.empty()) {
        evidence.measurements.push_back(measured("step_s", valuesOf(steady), "step lines"));
        evidence.curves.push_back(curveOf(times));
        const Measurement& step = evidence.measurements.front();
        evidence.summary += fmt::format(": {} per step (median of {}, spread {})",
            formatQuantity(step.value, Unit::seconds), step.samples, formatQuantity(step.spread, Unit::seconds));
    }
    if (!left_out.empty())
        evidence.skipped.push_back({"step lines",
            fmt::format("{} {}: the first, or more than {} times the median (warm-up, profiler, checkpoint)",
                left_out.size() == 1 ? "step" : "steps", rangesOf(left_out), outlier)});
    evidence.summary += changesOverTime(steady, log.restarts());
    leaveOutFirst(left_out, log.rates());
    const double gpus = settingOf(evidence, "cluster.gpus").value_or(0);
    log.addRates(evidence, left_out, gpus);
    return evidence;
}

/// Megatron's "[Rank 1] (after 1 iterations) memory (MB) | … | max reserved: 61480.0", in bytes.
std::optional<double> reservedMemory(std::string_view line)
{
    if (!contains(line, "memory (MB)"))
        return {};
    const auto megabytes = numberAfter(line, "max reserved:");
    constexpr double mebi = 1 << 20; // PyTorch's "MB" of torch.cuda.max_memory_reserved() / 1024²
    return megabytes ? std::optional(*megabytes * mebi) : std::nullopt;
}

/// A run and what the log says of its settings.
struct LoggedRun {
    StepLog steps;
    LogSettings settings;
    std::string place;
};

/// Joins the last run to one before that it repeats: another rank's lines, or those after a restart.
void joinLast(std::vector<LoggedRun>& runs)
{
    LoggedRun& last = runs.back();
    const auto same = std::ranges::find_if(runs, [&](const LoggedRun& run) {
        return &run != &last && !run.settings.contradict(last.settings) && run.steps.isSameRun(last.steps);
    });
    if (same == runs.end())
        return;
    same->settings.fillFrom(std::move(last.settings));
    same->steps.add(std::move(last.steps));
    runs.pop_back();
}

/// Several runs as rows, in place of figures that no run has.
Evidence evidenceOf(std::vector<LoggedRun>& runs)
{
    Evidence all;
    for (LoggedRun& run : runs) {
        Evidence one = evidenceOf(run.steps, run.settings);
        const auto batch = settingOf(one, "workload.global_batch");
        const Measurement* step = measurementOf(one, "step_s");
        all.summary += fmt::format("{}{}{}", all.summary.empty() ? fmt::format("{} runs: ", runs.size()) : "; ",
            step ? formatQuantity(step->value, Unit::seconds) + " per step" : "rates alone",
            batch ? fmt::format(" at a global batch of {}", *batch) : std::string());
        if (const auto gpus = settingOf(one, "cluster.gpus"))
            all.summary += fmt::format(" on {} GPUs", *gpus);
        for (SkippedItem& item : one.skipped)
            all.skipped.push_back({fmt::format("run from {}, {}", run.place, item.place), std::move(item.reason)});
        all.rows.push_back(
            {fmt::format("run from {}", run.place), std::move(one.settings), std::move(one.measurements)});
    }
    all.skipped.push_back({"log", "it has several runs, so no single step time or batch is set"});
    return all;
}

} // namespace

bool isTrainingLog(std::string_view head)
{
    while (!head.empty()) {
        const std::size_t end = head.find_first_of("\r\n");
        const std::string_view line = head.substr(0, end);
        constexpr std::size_t longest_step = 4000;
        if (line.size() < longest_step && loggedStep(line))
            return true;
        head.remove_prefix(end == std::string_view::npos ? head.size() : end + 1);
    }
    return false;
}

namespace {

/// How far a log's throughput is from a batch of sequences a step; nothing if it does not state all of them.
std::optional<double> contradiction(const Evidence& evidence)
{
    const Measurement *rate = measurementOf(evidence, "tokens_per_s"), *step = measurementOf(evidence, "step_s");
    const auto batch = settingOf(evidence, "workload.global_batch"),
               length = settingOf(evidence, "workload.sequence_length");
    if (!rate || !step || !batch || !length || rate->value <= 0 || step->value <= 0)
        return {};
    return std::abs(std::log(rate->value * step->value / (*batch * *length)));
}

Result<Evidence> readLog(ByteSource& source, LogMarks marks)
{
    std::vector<LoggedRun> runs(1);
    runs.front().place = "line 1";
    LogSettings next; // stated since the last step: of its run, or of one that follows
    NcclDebug debug;
    LineReader lines(source);
    constexpr std::size_t most_runs = 100;
    while (const auto next_line = lines.next()) {
        const std::string rewritten = marks == LogMarks::decimal_comma ? withDecimalPoints(*next_line) : std::string();
        const std::string_view line = marks == LogMarks::decimal_comma ? rewritten : *next_line;
        if (const auto step = loggedStep(line)) {
            const LoggedRun& run = runs.back();
            if (!run.steps.empty() && (run.steps.isOfAnotherRun(*step) || next.contradict(run.settings))) {
                joinLast(runs);
                if (runs.size() < most_runs)
                    runs.emplace_back().place = lines.place();
            }
            if (!next.empty())
                runs.back().settings.fillFrom(std::exchange(next, {}));
            runs.back().steps.take(*step);
        } else if (const auto memory = reservedMemory(line)) {
            runs.back().steps.addMemory(*memory);
        } else {
            next.take(line, lines.place());
            debug.take(line, lines.place());
        }
    }
    joinLast(runs);
    runs.back().settings.fillFrom(std::move(next));
    std::erase_if(runs, [](const LoggedRun& run) { return run.steps.empty(); });
    if (runs.empty())
        return failure("has no line with the time or throughput of a training step");
    Evidence evidence = runs.size() == 1 ? evidenceOf(runs.front().steps, runs.front().settings) : evidenceOf(runs);
    debug.addTo(evidence);
    return evidence;
}

/// Which of both readings the head of a log agrees with, where its numbers do not tell: step × throughput is a batch.
LogMarks decided(ByteSource& source)
{
    constexpr double near = 0.1;
    for (const LogMarks marks : {LogMarks::plain, LogMarks::decimal_comma}) {
        ByteSource head = ByteSource::of(source.head(), source.name(), {});
        const Result<Evidence> evidence = readLog(head, marks);
        const auto difference = evidence ? contradiction(*evidence) : std::nullopt;
        if (difference && *difference < near)
            return marks;
    }
    return LogMarks::open;
}

/// A rate that no training has, of a number that may be a thousand times larger, is not used.
void dropOpenRates(Evidence& evidence, const LogNumbers& numbers)
{
    constexpr double least_tokens_per_s = 100;
    const auto dropped = std::erase_if(evidence.measurements,
        [](const Measurement& m) { return m.metric.starts_with("tokens_per_s") && m.value < least_tokens_per_s; });
    if (dropped > 0)
        evidence.skipped.push_back({"step lines",
            fmt::format("{0} tokens/s may be {0} or, if dots group thousands, {1}; the log does not tell, so its "
                        "throughput is not used: write it without groups",
                numbers.example, withDecimalPoints(numbers.example))});
}

} // namespace

Result<Evidence> readTrainingLog(ByteSource& source)
{
    const LogNumbers numbers = numbersOfLog(source.head());
    const LogMarks marks = numbers.marks == LogMarks::open ? decided(source) : numbers.marks;
    Result<Evidence> evidence = readLog(source, marks);
    if (evidence && (marks == LogMarks::open || (marks == LogMarks::mixed && !numbers.example.empty())))
        dropOpenRates(*evidence, numbers);
    return evidence;
}

} // namespace kneepoint
