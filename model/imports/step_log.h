// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/evidence.h"
#include "model/imports/training_log.h"

#include <map>
#include <string>
#include <vector>

namespace kneepoint {

/// Samples of one figure by step. Interleaved ranks report the same step, and restarts repeat steps; the first counts.
using Series = std::map<double, double>;

/// Lines that report a step again with another value of a figure.
struct Repeats {
    std::size_t lines = 0;
    std::string example; ///< "step 10: 3 s, before 2 s"
};

[[nodiscard]] std::vector<double> valuesOf(const Series& series);
[[nodiscard]] double medianOf(const Series& series);

/// The steps of one run in a log. Steps without a number are numbered in their order.
class StepLog {
public:
    void take(const LoggedStep& step);
    void addMemory(double bytes) { m_memory.emplace(static_cast<double>(m_memory.size()), bytes); }
    /// Whether a step may be of another run: it comes before the steps so far with another batch than theirs, or the
    /// steps begin again.
    [[nodiscard]] bool isOfAnotherRun(const LoggedStep& step) const;
    /// Whether the steps are those of one run, logged by another rank or after a restart: steps of one number have the
    /// same batch and, in the median, the same time or rate.
    [[nodiscard]] bool isSameRun(const StepLog& other) const;
    /// Adds the steps of a log of the same run; of a step in both, this log's counts.
    void add(StepLog other);
    /// Leaves only the steps of the last batch of a batch that grows, and says so; nothing if it does not.
    [[nodiscard]] std::string keepFinalBatch();

    [[nodiscard]] bool empty() const;
    [[nodiscard]] const std::string& program() const { return m_program; }
    [[nodiscard]] int restarts() const { return m_restarts; }
    [[nodiscard]] const Repeats& repeats() const { return m_repeats; }
    [[nodiscard]] double globalBatch() const { return m_batch.empty() ? 0 : m_batch.rbegin()->second; }
    [[nodiscard]] double microbatches() const { return m_microbatches; }
    [[nodiscard]] bool isAverage() const { return m_is_average; }
    [[nodiscard]] const Series& updates() const { return m_updates; }

    /// Step times as printed, or from the clock where every step has a line.
    [[nodiscard]] Series stepTimes() const;
    /// Numbers of steps that have a rate of their own, for logs without times.
    [[nodiscard]] const Series& rates() const;
    /// The other figures, each with its metric, without the steps in `left_out`. Rates per GPU need the number of GPUs.
    void addRates(Evidence& evidence, const std::vector<double>& left_out, double gpus) const;

private:
    [[nodiscard]] std::vector<Series*> all();
    /// The time of steps, or the first rate that the log has.
    [[nodiscard]] const Series& pace() const;
    void noteRepeat(double number, double value, double held, Unit unit);
    [[nodiscard]] bool beginsAgain(const LoggedStep& step) const;

    Series m_seconds, m_mfu, m_flops, m_tokens_per_gpu, m_tokens, m_examples, m_memory, m_batch, m_clock, m_updates;
    std::string m_program;
    double m_next = 1, m_first = -1, m_last = -1, m_total = 0, m_elapsed = 0, m_microbatches = 0;
    int m_restarts = 0;
    bool m_is_average = false;
    Repeats m_repeats;
};

} // namespace kneepoint
