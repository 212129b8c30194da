// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/step_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace kneepoint {

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

void StepLog::take(const LoggedStep& step)
{
    constexpr std::size_t most_steps = 2000000;
    if (step.total > 0) { // of several bars, that of training runs longest; an evaluation may have more batches
        if (step.number <= 0 || (step.total != m_total && step.elapsed_s < m_elapsed))
            return;
        if (step.total != m_total) {
            for (Series* series : all())
                series->clear();
            m_first = m_last = -1;
        }
        m_total = step.total;
        m_elapsed = step.elapsed_s;
    }
    m_microbatches = std::max(m_microbatches, step.microbatches);
    if (step.is_average) {
        if (!empty() && !m_is_average) // its steps are there
            return;
        for (Series* series : all()) // the last is of the most steps
            series->clear();
        m_is_average = true;
    }
    const double number = step.number >= 0 ? step.number : m_next;
    m_next = number + 1;
    if (m_program.empty())
        m_program = step.program;
    if (m_seconds.size() > most_steps || m_memory.size() > most_steps || m_tokens_per_gpu.size() > most_steps)
        return;
    if (number < m_last)
        ++m_restarts;
    if (m_first < 0)
        m_first = number;
    m_last = number;
    bool differs = false; // of several figures of a step, the first names it
    const auto add = [&](Series& series, const std::optional<double>& value, Unit unit = Unit::none) {
        if (!value || !std::isfinite(*value) || *value <= 0)
            return;
        const auto [held, added] = series.emplace(number, *value);
        if (added || unit == Unit::none || differs || statesTheSame(held->second, *value))
            return;
        differs = true;
        noteRepeat(number, *value, held->second, unit);
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
    if (step.clock_s) // 0 at midnight
        m_clock.emplace(number, *step.clock_s);
    add(m_updates, step.update_s);
}

std::vector<Series*> StepLog::all()
{
    return {&m_seconds, &m_mfu, &m_flops, &m_tokens_per_gpu, &m_tokens, &m_examples, &m_memory, &m_batch, &m_clock,
        &m_updates};
}

void StepLog::noteRepeat(double number, double value, double held, Unit unit)
{
    if (m_repeats.lines++ == 0)
        m_repeats.example =
            fmt::format("step {}: {}, before {}", number, formatQuantity(value, unit), formatQuantity(held, unit));
}

const Series& StepLog::pace() const
{
    if (!m_seconds.empty())
        return m_seconds;
    return !rates().empty() ? rates() : !m_flops.empty() ? m_flops : m_mfu;
}

bool StepLog::isSameRun(const StepLog& other) const
{
    std::vector<double> ratios;
    for (const auto& [number, value] : pace())
        if (const auto found = other.pace().find(number); found != other.pace().end())
            ratios.push_back(value / found->second);
    for (const auto& [number, batch] : m_batch)
        if (const auto found = other.m_batch.find(number); found != other.m_batch.end() && found->second != batch)
            return false;
    if (m_program != other.m_program || pace().empty() || other.pace().empty())
        return false;
    return statesTheSame(
        ratios.empty() ? medianOf(pace()) / medianOf(other.pace()) : measured("", std::move(ratios), "").value, 1);
}

void StepLog::add(StepLog other)
{
    const Unit unit = !m_seconds.empty() ? Unit::seconds
        : m_examples.empty()             ? Unit::tokens_per_second
                                         : Unit::examples_per_second;
    for (const auto& [number, value] : other.pace())
        if (const auto held = pace().find(number); held != pace().end() && !statesTheSame(held->second, value))
            noteRepeat(number, value, held->second, unit);
    for (const auto& [number, bytes] : other.m_memory)
        m_memory[number] = std::max(m_memory[number], bytes);
    const std::vector<Series*> others = other.all();
    const std::vector<Series*> own = all();
    for (std::size_t i = 0; i < own.size(); ++i)
        own[i]->merge(*others[i]);
    m_restarts += other.m_restarts + 1;
    m_last = std::max(m_last, other.m_last);
    m_microbatches = std::max(m_microbatches, other.m_microbatches);
}

/// The steps after the first of a log come again from the first on. Bars of Lightning do so in every epoch.
bool StepLog::beginsAgain(const LoggedStep& step) const
{
    if (step.number < 0)
        return step.is_average && m_is_average;
    if (step.total > 0 && (step.program == "Lightning" || step.total != m_total || step.elapsed_s >= m_elapsed))
        return false;
    return m_last > m_first && step.number <= m_first;
}

bool StepLog::isOfAnotherRun(const LoggedStep& step) const
{
    if (beginsAgain(step))
        return true;
    if (!step.global_batch || m_batch.empty() || step.number < 0 || step.number > m_last)
        return false;
    const auto after = m_batch.upper_bound(step.number);
    // A restart repeats steps with the batch that they had.
    return after == m_batch.begin() ? m_batch.begin()->second != *step.global_batch
                                    : std::prev(after)->second != *step.global_batch;
}

std::string StepLog::keepFinalBatch()
{
    const double final_batch = globalBatch();
    double first_number = 0, last_number = -1, smallest = final_batch;
    for (const auto& [number, batch] : m_batch) {
        if (batch == final_batch)
            continue;
        if (batch > final_batch)
            return {};
        first_number = last_number < 0 ? number : first_number;
        last_number = number;
        smallest = std::min(smallest, batch);
    }
    if (last_number < 0)
        return {};
    for (Series* series : all())
        if (series != &m_memory)
            std::erase_if(*series, [&](const auto& sample) { return sample.first <= last_number; });
    return fmt::format("steps {}–{} with a global batch from {}: the batch grows to {}, whose steps are used",
        first_number, last_number, smallest, final_batch);
}

bool StepLog::empty() const
{
    return pace().empty();
}

const Series& StepLog::rates() const
{
    return !m_tokens_per_gpu.empty() ? m_tokens_per_gpu : !m_tokens.empty() ? m_tokens : m_examples;
}

Series StepLog::stepTimes() const
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

void StepLog::addRates(Evidence& evidence, const std::vector<double>& left_out, double gpus) const
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
    else if (m_tokens.empty() && !m_tokens_per_gpu.empty()) {
        Series steady = m_tokens_per_gpu;
        std::erase_if(steady, [&](const auto& sample) { return std::ranges::binary_search(left_out, sample.first); });
        evidence.skipped.push_back({"step lines",
            fmt::format("{:.0f} tokens/s per GPU: the log does not state the number of GPUs",
                medianOf(steady.empty() ? m_tokens_per_gpu : steady))});
    }
    add("examples_per_s", m_examples, 1);
    add("mfu", m_mfu, 1);
    add("achieved_flops", m_flops, 1);
    if (!m_memory.empty()) {
        const auto most = std::ranges::max_element(m_memory, {}, [](const auto& p) { return p.second; });
        evidence.measurements.push_back({"memory_bytes", most->second, 0, 1, "memory lines"});
    }
}

} // namespace kneepoint
