// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/training_log.h"

#include "model/imports/line_reader.h"
#include "model/imports/log_settings.h"
#include "model/imports/text_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace kneepoint {
namespace {

constexpr double outlier = 1.5; // of the median step: a profiler, a checkpoint, an evaluation

/// Samples of one figure by step. Interleaved ranks report the same step, and restarts repeat steps; the first counts.
using Series = std::map<double, double>;

/// Lines that report a step again with another value of a figure.
struct Repeats {
    std::size_t lines = 0;
    std::string example; ///< "step 10: 3 s, before 2 s"
};

std::vector<double> valuesOf(const Series& series)
{
    std::vector<double> values;
    for (const auto& [number, value] : series)
        values.push_back(value);
    return values;
}

double medianOf(const Series& series)
{
    return measured("", valuesOf(series), "").value;
}

/// The steps of a log. Steps without a number are numbered in their order.
class StepLog {
public:
    void take(const LoggedStep& step)
    {
        constexpr std::size_t most_steps = 2000000;
        const double number = step.number >= 0 ? step.number : m_next;
        m_next = number + 1;
        if (m_program.empty())
            m_program = step.program;
        if (m_seconds.size() > most_steps || m_memory.size() > most_steps || m_tokens_per_gpu.size() > most_steps)
            return;
        if (number < m_last)
            ++m_restarts;
        m_last = number;
        bool differs = false; // of several figures of a step, the first names it
        const auto add = [&](Series& series, const std::optional<double>& value, Unit unit = Unit::none) {
            if (!value || !std::isfinite(*value) || *value <= 0)
                return;
            const auto [held, added] = series.emplace(number, *value);
            if (added || unit == Unit::none || differs || statesTheSame(held->second, *value))
                return;
            differs = true;
            if (m_repeats.lines++ == 0)
                m_repeats.example = fmt::format(
                    "step {}: {}, before {}", number, formatQuantity(*value, unit), formatQuantity(held->second, unit));
        };
        add(m_seconds, step.seconds, Unit::seconds);
        add(m_tokens, step.tokens_per_s, Unit::tokens_per_second);
        add(m_tokens_per_gpu, step.tokens_per_s_per_gpu, Unit::tokens_per_second);
        add(m_examples, step.examples_per_s, Unit::examples_per_second);
        add(m_mfu, step.mfu);
        add(m_flops, step.flops_per_gpu);
        if (step.memory_bytes && std::isfinite(*step.memory_bytes) && *step.memory_bytes > 0) // of the fullest rank
            m_memory[number] = std::max(m_memory[number], *step.memory_bytes);
        add(m_batch, step.global_batch);
        add(m_clock, step.clock_s);
    }

    void addMemory(double bytes) { m_memory.emplace(static_cast<double>(m_memory.size()), bytes); }

    [[nodiscard]] bool empty() const
    {
        return m_seconds.empty() && m_mfu.empty() && m_flops.empty() && m_tokens_per_gpu.empty() && m_tokens.empty()
            && m_examples.empty();
    }
    [[nodiscard]] const std::string& program() const { return m_program; }
    [[nodiscard]] int restarts() const { return m_restarts; }
    [[nodiscard]] const Repeats& repeats() const { return m_repeats; }
    [[nodiscard]] double globalBatch() const { return m_batch.empty() ? 0 : m_batch.rbegin()->second; }

    /// Step times as printed, or from the clock where every step has a line.
    [[nodiscard]] Series stepTimes() const
    {
        if (!m_seconds.empty())
            return m_seconds;
        Series times;
        constexpr double day = 86400;
        for (auto now = m_clock.begin(); now != m_clock.end(); ++now) {
            if (now == m_clock.begin())
                continue;
            const auto before = std::prev(now);
            const double gap = std::fmod(now->second - before->second + day, day);
            if (gap > 0)
                times[now->first] = gap / (now->first - before->first);
        }
        return times;
    }

    /// The other figures, each with its metric, without the steps in `left_out`. Rates per GPU need the number of GPUs.
    void addRates(Evidence& evidence, const std::vector<double>& left_out, double gpus) const
    {
        const auto add = [&](const char* metric, const Series& series, double factor) {
            std::vector<double> samples;
            for (const auto& [number, value] : series)
                if (!std::ranges::binary_search(left_out, number))
                    samples.push_back(factor * value);
            if (!samples.empty())
                evidence.measurements.push_back(measured(metric, std::move(samples), "step lines"));
        };
        add("tokens_per_s", m_tokens, 1);
        if (!m_tokens.empty() && !m_tokens_per_gpu.empty())
            if (std::string differs = differingRates(medianOf(m_tokens), medianOf(m_tokens_per_gpu), gpus);
                !differs.empty())
                evidence.skipped.push_back({"step lines", std::move(differs)});
        if (m_tokens.empty() && gpus > 0)
            add("tokens_per_s", m_tokens_per_gpu, gpus);
        else if (m_tokens.empty() && !m_tokens_per_gpu.empty())
            evidence.skipped.push_back({"step lines",
                fmt::format(
                    "{:.0f} tokens/s per GPU: the log does not state the number of GPUs", medianOf(m_tokens_per_gpu))});
        add("examples_per_s", m_examples, 1);
        add("mfu", m_mfu, 1);
        add("achieved_flops", m_flops, 1);
        if (!m_memory.empty()) {
            const auto most = std::ranges::max_element(m_memory, {}, [](const auto& p) { return p.second; });
            evidence.measurements.push_back({"memory_bytes", most->second, 0, 1, "memory lines"});
        }
    }

private:
    Series m_seconds, m_mfu, m_flops, m_tokens_per_gpu, m_tokens, m_examples, m_memory, m_batch, m_clock;
    std::string m_program;
    double m_next = 1, m_last = -1;
    int m_restarts = 0;
    Repeats m_repeats;
};

/// Steps that are not of the steady state: the first of a run, and those much longer than the median.
std::vector<double> leftOut(const Series& times)
{
    std::vector<double> numbers;
    if (times.size() < 3)
        return numbers;
    const double median = medianOf(times);
    for (const auto& [number, seconds] : times)
        if (number <= 1 || seconds > outlier * median)
            numbers.push_back(number);
    return numbers.size() == times.size() ? std::vector<double>() : numbers;
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

Evidence evidenceOf(const StepLog& log, const LogSettings& settings)
{
    Evidence evidence;
    settings.addTo(evidence);
    addContradictions(evidence, log);
    if (log.globalBatch() > 0 && !settingOf(evidence, "workload.global_batch"))
        observe(evidence, {"workload.global_batch", log.globalBatch(), "step lines"});
    const Series times = log.stepTimes();
    const std::vector<double> left_out = leftOut(times);
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
            fmt::format("steps {}: the first, or more than {} times the median (warm-up, profiler, checkpoint)",
                rangesOf(left_out), outlier)});
    evidence.summary += changesOverTime(steady, log.restarts());
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

Result<Evidence> readTrainingLog(ByteSource& source)
{
    StepLog log;
    LogSettings settings;
    LineReader lines(source);
    while (const auto line = lines.next()) {
        if (const auto step = loggedStep(*line))
            log.take(*step);
        else if (const auto memory = reservedMemory(*line))
            log.addMemory(*memory);
        else
            settings.take(*line, lines.place());
    }
    if (log.empty())
        return failure("has no line with the time or throughput of a training step");
    return evidenceOf(log, settings);
}

} // namespace kneepoint
