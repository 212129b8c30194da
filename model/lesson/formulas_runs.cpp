// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/training.h"
#include "model/cost/failures.h"
#include "model/job/reliability.h"
#include "model/lesson/formula_records.h"
#include "model/scenario/scenario.h"

#include <cmath>

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

/// A job whose GPUs fail; an interval of 0 is the optimal one.
Goodput goodputOf(double mtbf_s, double gpus, double write_s, double restart_s, double interval_s)
{
    return goodput({true, mtbf_s, restart_s, write_s, interval_s}, gpus);
}

double interruptionSeconds(double mtbf_s, double gpus)
{
    return goodputOf(mtbf_s, gpus, 0, 0, 0).interruption_s;
}

/// Fraction of the time spent on writing and on repeating half an interval per failure, at the optimal interval.
double leastOverhead(double write_s, double interruption_s)
{
    const double interval = bestCheckpointInterval(write_s, interruption_s);
    return write_s / interval + interval / 2 / interruption_s;
}

/// A run of so many steps.
Training runOf(double steps, double step_s, double gpus, double dollars_per_gpu_hour)
{
    Scenario s;
    s.workload.training_goal = TrainingGoal::steps;
    s.workload.training_steps = steps;
    s.cluster.price_per_gpu_hour = dollars_per_gpu_hour;
    StepReport step;
    step.gpus = gpus;
    step.step_s = step_s;
    return training(s, step);
}

} // namespace

std::vector<Formula> runs()
{
    const std::string_view topic = "failures, checkpoints and money";
    const FormulaArgument run_time = quantity("time", "t", "time", Unit::hours);
    return {
        {"failures.count", topic, "Failures in a given time", "f", "{t}·{n}/{M}", Unit::none,
            {run_time, mtbf(), parts()}, [](FormulaValues v) { return v[0] / interruptionSeconds(v[1], v[2]); },
            "goodput", young},
        {"failures.mtbf", topic, "Mean time between failures of a job", "M_job", "{M}/{n}", Unit::hours,
            {mtbf("mean time between failures of one GPU"), parts()},
            [](FormulaValues v) { return interruptionSeconds(v[0], v[1]); }, "goodput", young},
        {"failures.observed_mtbf", topic, "Mean time between failures of one GPU, from failures that were counted", "M",
            "{t}·{n}/{f}", Unit::hours,
            {run_time, counted("gpus", "n", "GPUs", 1), quantity("failures", "f", "failures counted", Unit::none)},
            arithmetic, {}, "Llama 3 Team 2024, table 5"},
        {"failures.survival", topic, "Probability that no GPU fails in a given time", "P", "exp(−{n}·{t}/{M})",
            Unit::ratio, {run_time, mtbf(), parts()},
            [](FormulaValues v) { return std::exp(-v[0] / interruptionSeconds(v[1], v[2])); }, "goodput",
            "exponential law"},
        {"checkpoint.interval", topic, "Optimal checkpoint interval", "τ", "√(2·{c}·{M}/{n})", Unit::seconds,
            {writeTime(), mtbf(), parts()}, [](FormulaValues v) { return bestCheckpointInterval(v[0], v[1] / v[2]); },
            "bestCheckpointInterval", young},
        {"checkpoint.overhead", topic, "Minimum fraction lost to checkpoints and rework", "o", "√(2·{c}·{n}/{M})",
            Unit::ratio, {writeTime(), mtbf(), parts()},
            [](FormulaValues v) { return leastOverhead(v[0], v[1] / v[2]); }, "bestCheckpointInterval", young},
        {"checkpoint.longest_write", topic, "Longest checkpoint write time for a maximum loss", "c", "{o}²·{M}/(2·{n})",
            Unit::seconds, {share("overhead", "o", "maximum fraction lost"), mtbf(), parts()}, arithmetic, {}, young},
        {"checkpoint.goodput", topic, "Goodput: fraction of the time that is kept", "g",
            "{τ}·{n}/{M}/(exp({R}·{n}/{M})·(exp(({τ} + {c})·{n}/{M}) − 1))", Unit::ratio,
            {mtbf("mean time between failures of one GPU"), parts(), writeTime(),
                amount("restart", "R", "time to restart", Unit::seconds, 0),
                amount("interval", "τ", "time between checkpoints; 0: optimal", Unit::seconds, 0)},
            [](FormulaValues v) {
                const double interval_s = goodputOf(v[0], v[1], v[2], v[3], v[4]).checkpoint_interval_s;
                return keptShare(interruptionSeconds(v[0], v[1]), interval_s, v[2], v[3]);
            },
            "keptShare", daly},
        {"storage.bandwidth", topic, "Storage bandwidth needed for a checkpoint", "B", "{S}/{t}",
            Unit::bytes_per_second,
            {amount("bytes", "S", "bytes of the checkpoint", Unit::bytes),
                quantity("time", "t", "time to write it", Unit::seconds)},
            arithmetic, {}, daly},
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
        {"batch.critical_growth", topic, "Critical batch after a longer run", "B_crit", "{B}·({T}/{T_0})^{p}",
            Unit::none,
            {quantity("batch", "B", "critical batch of the shorter run", Unit::none),
                quantity("tokens", "T", "tokens of the longer run", Unit::tokens),
                quantity("tokens_before", "T_0", "tokens of the shorter run", Unit::tokens),
                FormulaArgument{"exponent", "p", "growth with the data", Unit::none, 0, 1, 0.47}},
            arithmetic, {}, "Zhang et al. 2024, arXiv:2410.21676"},
        {"run.cost", topic, "Price of GPU time", "$", "{n}·{t}·{p}", Unit::dollars,
            {counted("gpus", "n", "GPUs"), run_time, quantity("price", "p", "price of a GPU", Unit::dollars_per_hour)},
            [](FormulaValues v) { return runOf(1, v[1], v[0], v[2]).cost; }, "training", "definition"},
        {"run.time", topic, "Time for a number of steps", "t", "{s}·{T}", Unit::hours,
            {quantity("steps", "s", "steps", Unit::none), quantity("step", "T", "step time", Unit::seconds)},
            [](FormulaValues v) { return runOf(v[0], v[1], 1, 0).time_s; }, "training",
            "Network bottleneck calculation, step 6"},
    };
}

} // namespace kneepoint::formula_records
