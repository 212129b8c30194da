// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/training.h"
#include "model/cost/checkpoint_laws.h"
#include "model/cost/failures.h"
#include "model/lesson/formula_records.h"
#include "model/scenario/scenario.h"

namespace kneepoint::formula_records {
namespace {

constexpr std::string_view young = "Young 1974";
constexpr std::string_view daly = "Daly 2006";

FormulaArgument mtbf(std::string_view label = "mean time between failures")
{
    return quantity("mtbf", "M", label, Unit::hours);
}

FormulaArgument writeTime()
{
    return quantity("write", "c", "time to write a checkpoint", Unit::seconds);
}

FormulaArgument parts()
{
    return counted("gpus", "n", "GPUs, each with this mean time between failures", 1);
}

/// Goodput: fraction of the time that is kept, under the best interval or a chosen one.
double goodputOf(FormulaValues v)
{
    Scenario s;
    s.assumptions.failures = true;
    s.cluster.gpu_mtbf_s = v[0];
    s.plan.checkpoint_write_s = v[2];
    s.cluster.restart_s = v[3];
    s.plan.checkpoint_every_s = v[4];
    return goodput(s, v[1]).share;
}

} // namespace

std::vector<Formula> runs()
{
    const std::string_view topic = "failures, checkpoints and money";
    const FormulaArgument run_time = quantity("time", "t", "time", Unit::hours);
    return {
        {"failures.count", topic, "Failures in a given time", "f", "{t}·{n}/{M}", Unit::none,
            {run_time, mtbf(), parts()}, [](FormulaValues v) { return v[0] * v[2] / v[1]; }, "a quotient", young},
        {"failures.mtbf", topic, "Mean time between failures of a job", "M_job", "{M}/{n}", Unit::hours,
            {mtbf("mean time between failures of one GPU"), parts()}, [](FormulaValues v) { return v[0] / v[1]; },
            "a quotient", young},
        {"failures.survival", topic, "Probability that no GPU fails in a given time", "P", "exp(−{n}·{t}/{M})",
            Unit::ratio, {run_time, mtbf(), parts()},
            [](FormulaValues v) { return survivalProbability(v[2], v[0], v[1]); }, "survivalProbability",
            "exponential law"},
        {"checkpoint.interval", topic, "Optimal checkpoint interval", "τ", "√(2·{c}·{M}/{n})", Unit::seconds,
            {writeTime(), mtbf(), parts()}, [](FormulaValues v) { return bestCheckpointInterval(v[0], v[1] / v[2]); },
            "bestCheckpointInterval", young},
        {"checkpoint.overhead", topic, "Minimum fraction lost to checkpoints and rework", "o", "√(2·{c}·{n}/{M})",
            Unit::ratio, {writeTime(), mtbf(), parts()},
            [](FormulaValues v) { return leastCheckpointOverhead(v[0], v[1] / v[2]); }, "leastCheckpointOverhead",
            young},
        {"checkpoint.longest_write", topic, "Longest checkpoint write time for a maximum loss", "c", "{o}²·{M}/(2·{n})",
            Unit::seconds, {share("overhead", "o", "maximum fraction lost"), mtbf(), parts()},
            [](FormulaValues v) { return longestCheckpointWrite(v[0], v[1] / v[2]); }, "longestCheckpointWrite", young},
        {"checkpoint.goodput", topic, "Goodput: fraction of the time that is kept", "g",
            "1/(1 + {c}/{τ} + ({τ}/2 + {c} + {R})·{n}/{M})", Unit::ratio,
            {mtbf("mean time between failures of one GPU"), parts(), writeTime(),
                amount("restart", "R", "time to restart", Unit::seconds, 0),
                amount("interval", "τ", "time between checkpoints; 0: optimal", Unit::seconds, 0)},
            goodputOf, "goodput", daly},
        {"storage.bandwidth", topic, "Storage bandwidth needed for a checkpoint", "B", "{S}/{t}",
            Unit::bytes_per_second,
            {amount("bytes", "S", "bytes of the checkpoint", Unit::bytes),
                quantity("time", "t", "time to write it", Unit::seconds)},
            [](FormulaValues v) { return v[0] / v[1]; }, "a quotient", daly},
        {"batch.sample_efficiency", topic, "Sample efficiency", "e", "1/(1 + {B}/{B_crit})", Unit::ratio,
            {amount("batch", "B", "batch", Unit::none),
                quantity("critical_batch", "B_crit", "critical batch", Unit::none)},
            [](FormulaValues v) { return statisticalEfficiency(v[0], v[1]); }, "statisticalEfficiency",
            "McCandlish et al. 2018"},
        {"batch.steps_to_target", topic, "Steps to reach a loss, relative to a huge batch", "s/s_min",
            "1 + {B_crit}/{B}", Unit::factor,
            {quantity("batch", "B", "batch", Unit::none),
                quantity("critical_batch", "B_crit", "critical batch", Unit::none)},
            [](FormulaValues v) { return v[1] / v[0] / statisticalEfficiency(v[0], v[1]); }, "statisticalEfficiency",
            "McCandlish et al. 2018"},
        {"run.cost", topic, "Price of GPU time", "$", "{n}·{t}·{p}", Unit::dollars,
            {counted("gpus", "n", "GPUs"), run_time, quantity("price", "p", "price of a GPU", Unit::dollars_per_hour)},
            [](FormulaValues v) { return v[0] * v[1] / 3600 * v[2]; }, "a product", "definition"},
        {"run.time", topic, "Time for a number of steps", "t", "{s}·{T}", Unit::hours,
            {quantity("steps", "s", "steps", Unit::none), quantity("step", "T", "step time", Unit::seconds)},
            [](FormulaValues v) { return v[0] * v[1]; }, "a product", "Network bottleneck calculation, step 6"},
    };
}

} // namespace kneepoint::formula_records
