// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/parameter_fields.h"
#include "model/scenario/scenario.h"

namespace kneepoint::fields {
namespace {

constexpr auto room = &Scenario::own_runs;
constexpr auto own_source = "kneepoint calibrate: estimated from your own measured steps";
constexpr double least_factor = 0.1;
constexpr double most_factor = 10;
constexpr double most_unmeasured_factor = 1000; // of what no measured software shows

std::string_view onlyCalibrated(const Scenario& s)
{
    return s.own_runs.runs <= 0 ? "not calibrated with runs of your own"
        : s.own_runs.used       ? ""
                                : "the calibration is switched off";
}
std::string_view onlyUsed(const Scenario& s)
{
    return s.own_runs.used ? "" : "not calibrated with runs of your own";
}
std::string_view onlyWithRuns(const Scenario& s)
{
    return s.own_runs.runs <= 0 ? "not calibrated with runs of your own" : "";
}

template <auto Field>
constexpr Parameter factor(std::string_view id, std::string_view label, std::string_view help, std::string_view formula,
    double most = most_factor)
{
    return plain<room, Field>(id, label,
        {.unit = Unit::factor, .range = {.min = least_factor, .max = most, .slider_min = 0.5, .slider_max = 2}}, help,
        {formula, "withOwnRuns", own_source}, {.topic = "Calibration", .idle = onlyCalibrated});
}

constexpr Parameter computedBy(std::string_view function, Parameter p)
{
    p.computed_by = function;
    return p;
}

} // namespace

std::span<const Parameter> ownRuns()
{
    static const Parameter records[] = {
        plain<room, &OwnRuns::used>("stack.own_used", "Use calibration", flag,
            "Apply the factors below, which were estimated from your own measured runs. Switch off to compare with the "
            "uncalibrated prediction.",
            {.source = own_source}, {.topic = "Calibration", .idle = onlyWithRuns}),
        plain<room, &OwnRuns::runs>("stack.own_runs", "Measured runs",
            {.scale = Scale::integer, .range = {.max = 1000, .slider_max = 10}},
            "Number of your own measured runs that the calibration rests on.", {.source = own_source},
            {.idle = onlyUsed}),
        plain<room, &OwnRuns::half_width>("stack.own_half_width", "Calibrated interval",
            {.unit = Unit::ratio, .range = {.max = 3, .slider_max = 1}},
            "Half the width of the 90 % interval of a calibrated step time, on the logarithm, for a step without "
            "exposed communication, if the factors below were known. What the runs leave open of the factors is added.",
            {"step ÷ e^w … step × e^w", "predictionInterval", own_source}, {.idle = onlyCalibrated}),
        factor<&OwnRuns::compute>("stack.own_compute", "GEMM and attention time",
            "Factor on the time of GEMMs and attention.", "rate ÷ factor"),
        factor<&OwnRuns::traffic>("stack.own_traffic", "Elementwise time",
            "Factor on the traffic of elementwise kernels and attention scores.", "bytes × factor"),
        factor<&OwnRuns::host>("stack.own_host", "Launch overhead",
            "Factor on the CPU time that launches the kernels of a layer.", "launch × factor"),
        factor<&OwnRuns::fixed>(
            "stack.own_fixed", "Fixed time", "Factor on the fixed time per micro-batch and step.", "time × factor"),
        factor<&OwnRuns::pipelined_launch>("stack.own_pipelined_launch", "Pipelined collective launch",
            "Factor on the CPU time that a tensor-parallel collective takes for every rank of its group in a pipeline "
            "stage that exchanges activations with other nodes.",
            "launch × factor", most_unmeasured_factor),
        factor<&OwnRuns::node>("stack.own_node", "Communication time inside nodes",
            "Factor on the time of collectives over the scale-up link.", "bandwidth ÷ factor; latency × factor"),
        factor<&OwnRuns::network>("stack.own_network", "Communication time between nodes",
            "Factor on the time of collectives over the network.", "bandwidth ÷ factor; latency × factor"),
        factor<&OwnRuns::exposure>("stack.own_exposure", "Exposed communication",
            "Factor on the share of communication that the software does not overlap with compute.",
            "overlap → 1 − (1 − overlap) × factor"),
        computedBy("memoryOfStage",
            factor<&OwnRuns::memory>("stack.own_memory", "Estimated memory",
                "Factor on activations, logits and communication buffers, and on what context and allocator take.",
                "bytes × factor")),
        plain<room, &OwnRuns::memory_runs>("stack.own_memory_runs", "Memory measurements",
            {.scale = Scale::integer, .range = {.max = 1000, .slider_max = 10}},
            "Number of your own runs that stated their memory. More runs narrow its interval.",
            {"variance = shared / (1 + runs × shared / own) + own", "memorySpread", own_source},
            {.idle = onlyCalibrated}),
    };
    return records;
}

} // namespace kneepoint::fields
