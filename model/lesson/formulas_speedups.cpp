// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/stragglers.h"
#include "model/lesson/formula_jobs.h"
#include "model/lesson/formula_records.h"
#include "model/step/hiding.h"
#include "model/step/step_model.h"

namespace kneepoint::formula_records {
namespace {

constexpr std::string_view wall = "Communication wall, overlap efficiency";

FormulaArgument compute()
{
    return quantity("compute", "t_comp", "compute time", Unit::seconds);
}

FormulaArgument communication()
{
    return amount("communication", "t_comm", "communication time", Unit::seconds);
}

FormulaArgument serial()
{
    return share("serial", "f", "serial fraction of the work");
}

FormulaArgument workerCount()
{
    return counted("workers", "n", "workers");
}

double stepSeconds(double compute_s, double comm_s, double overlap)
{
    return compute_s + hiddenBehind(comm_s, compute_s, overlap).exposed_s;
}

/// Bubble of a pipeline over the compute of its step.
double bubbleOf(FormulaValues v)
{
    Scenario s;
    s.plan.pipeline_parallel = v[0];
    s.cluster.gpus = v[0];
    s.plan.accumulation = v[1];
    s.plan.virtual_stages = v[2];
    s.plan.pipeline_schedule = v[2] > 1 ? PipelineSchedule::interleaved : PipelineSchedule::one_f_one_b;
    const StepReport step = evaluate(s, shippedCalibration());
    return step.part(Part::bubble).exposed_s / step.compute_s;
}

std::vector<FormulaArgument> pipeline()
{
    return {FormulaArgument{"stages", "p", "pipeline stages", Unit::none, 1, 1e6, {}, true},
        FormulaArgument{"micro_batches", "m", "micro-batches per step", Unit::none, 1, 1e9, {}, true},
        FormulaArgument{"virtual_stages", "v", "virtual stages per GPU", Unit::none, 1, 1e6, 1, true}};
}

} // namespace

std::vector<Formula> speedups()
{
    const std::string_view topic = "speedup and overlap";
    const std::string_view dualpipe = "DeepSeek-AI 2024, arXiv:2412.19437, table 2";
    const auto passTime = [](std::string_view id, std::string_view symbol, std::string_view label) {
        return quantity(id, symbol, label, Unit::seconds);
    };
    const std::string_view narayanan = "Narayanan et al. 2021, section 2.2";
    return {
        {"pipeline.bubble", topic, "Pipeline bubble relative to ideal time", "t_b/t_id", "({p} − 1)/({v}·{m})",
            Unit::ratio, pipeline(), bubbleOf, "evaluate", narayanan},
        {"pipeline.bubble_share", topic, "Fraction of the step that is bubble", "share",
            "({p} − 1)/({p} − 1 + {v}·{m})", Unit::ratio, pipeline(),
            [](FormulaValues v) { return bubbleOf(v) / (1 + bubbleOf(v)); }, "evaluate", narayanan},
        {"pipeline.bubble_1f1b", topic, "Bubble of 1F1B", "t_b", "({p} − 1)·({F} + {B})", Unit::seconds,
            {counted("stages", "p", "pipeline stages"), passTime("forward", "F", "forward pass of a micro-batch"),
                passTime("backward", "B", "backward pass of a micro-batch")},
            arithmetic, {}, dualpipe},
        {"pipeline.bubble_dualpipe", topic, "Bubble of DualPipe, with two copies of the weights", "t_b",
            "({p}/2 − 1)·({F_B} + {B} − 3·{W})", Unit::seconds,
            {counted("stages", "p", "pipeline stages", {}, 2),
                passTime("overlapped", "F_B", "forward and backward pass together"),
                passTime("backward", "B", "backward pass of a micro-batch"),
                passTime("weights", "W", "the part of the backward pass for the weights")},
            arithmetic, {}, dualpipe},
        {"overlap.step", topic, "Step time with overlap", "T", "{t_comp} + {t_comm} − {η}·min({t_comp}, {t_comm})",
            Unit::seconds, {compute(), communication(), share("overlap", "η", "overlap", 0)},
            [](FormulaValues v) { return stepSeconds(v[0], v[1], v[2]); }, "hiddenBehind", wall},
        {"overlap.gamma", topic, "Communication over computation", "γ", "{t_comm}/{t_comp}", Unit::factor,
            {compute(), communication()}, arithmetic, {}, wall},
        {"efficiency.exposed", topic, "Efficiency with exposed communication", "E", "{t_comp}/({t_comp} + {t_comm})",
            Unit::ratio, {compute(), communication()},
            [](FormulaValues v) { return v[0] / stepSeconds(v[0], v[1], 0); }, "hiddenBehind",
            "Network bottleneck calculation, step 5"},
        {"speedup.exposed", topic, "Speedup with exposed communication", "S", "{n}·{t_comp}/({t_comp} + {t_comm})",
            Unit::factor, {compute(), communication(), workerCount()},
            [](FormulaValues v) { return v[2] * v[0] / stepSeconds(v[0], v[1], 0); }, "hiddenBehind",
            "Network bottleneck calculation, step 5"},
        {"speedup.amdahl", topic, "Amdahl's law", "S", "1/({f} + (1 − {f})/{n})", Unit::factor,
            {serial(), workerCount()}, [](FormulaValues v) { return formula_jobs::speedupOf(v[0], 1 - v[0], v[1]); },
            "scalePoint", "Amdahl 1967"},
        {"speedup.gustafson", topic, "Gustafson's law", "S", "{f} + (1 − {f})·{n}", Unit::factor,
            {serial(), workerCount()},
            [](FormulaValues v) { return formula_jobs::speedupOf(v[0], (1 - v[0]) * v[1], v[1]); }, "scalePoint",
            "Gustafson 1988"},
        {"speedup.efficiency", topic, "Efficiency of a speedup", "E", "{S}/{n}", Unit::ratio,
            {quantity("speedup", "S", "speedup", Unit::factor), workerCount()}, arithmetic, {},
            "Scaling-efficiency simulator, section 3"},
        {"stragglers.any_slow", topic, "Probability that some GPU is slow in a step", "P", "1 − (1 − {p})^{n}",
            Unit::ratio, {workerCount(), share("probability", "p", "probability that one GPU is slow")},
            [](FormulaValues v) { return anySlowProbability(v[0], v[1]); }, "anySlowProbability",
            "Distributed roofline, section 3"},
        {"stragglers.expected_slowest", topic, "Expected slowdown from the slowest of many GPUs", "slowdown",
            "{σ}·Φ⁻¹(({n} − 0.375)/({n} + 0.25))", Unit::ratio,
            {workerCount(),
                amount("deviation", "σ", "standard deviation of the step time, as a fraction of it", Unit::ratio)},
            [](FormulaValues v) { return v[1] * expectedSlowest(v[0]); }, "expectedSlowest", "Blom 1958"},
    };
}

} // namespace kneepoint::formula_records
