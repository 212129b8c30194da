// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/trace.h"

#include "model/evidence/hardware_names.h"
#include "model/imports/json_text.h"
#include "model/imports/trace_events.h"
#include "model/imports/trace_partition.h"
#include "model/presets/presets.h"
#include "model/units/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace kneepoint {
namespace {

double seconds(std::int64_t ns)
{
    return static_cast<double>(ns) * 1e-9;
}

TimeWindow windowOf(std::string name, const Partition& p)
{
    return {std::move(name), seconds(p.total), seconds(p.compute), seconds(p.communication), seconds(p.memory),
        seconds(p.exposed_communication), seconds(p.exposed_memory), seconds(p.idle), seconds(p.input)};
}

Partition sumOf(const std::vector<Partition>& steps)
{
    Partition sum;
    for (const Partition& p : steps) {
        sum.total += p.total;
        sum.compute += p.compute;
        sum.communication += p.communication;
        sum.memory += p.memory;
        sum.exposed_communication += p.exposed_communication;
        sum.exposed_memory += p.exposed_memory;
        sum.idle += p.idle;
        sum.input += p.input;
    }
    return sum;
}

void addBreakdown(Evidence& evidence, const Partition& sum, std::size_t steps)
{
    const auto mean = [&](std::int64_t ns) { return seconds(ns) / static_cast<double>(steps); };
    evidence.breakdown = {{"compute", mean(sum.compute)}, {"exposed_comm", mean(sum.exposed_communication)},
        {"memory", mean(sum.exposed_memory)}, {"input", mean(sum.input)}, {"idle", mean(sum.idle - sum.input)}};
}

/// The length of a step, and its parts if all of their events are there.
void addMeasurements(Evidence& evidence, const TraceEvents& events, const std::vector<Partition>& steps)
{
    const bool complete = !events.cut_short;
    const std::string place = fmt::format("{}{} windows", steps.size() > 1 ? "median of the " : "", events.step_name);
    const auto add = [&](const char* metric, std::int64_t Partition::*part) {
        std::vector<double> samples;
        samples.reserve(steps.size());
        for (const Partition& p : steps)
            samples.push_back(seconds(p.*part));
        evidence.measurements.push_back(measured(metric, std::move(samples), place));
    };
    add("step_s", &Partition::total);
    if (!complete)
        return;
    add("compute_s", &Partition::compute);
    add("comm_s", &Partition::communication);
    add("exposed_comm_s", &Partition::exposed_communication);
    add("exposed_load_s", &Partition::input);
}

/// The time of each collective over its payload, where the trace states payloads.
void addCurves(Evidence& evidence, const RankTimeline& timeline)
{
    std::map<std::uint32_t, std::map<double, std::vector<double>>> times;
    for (const CollectiveCall& call : timeline.calls)
        if (call.bytes > 0)
            times[call.operation][call.bytes].push_back(seconds(call.duration_ns));
    for (auto& [operation, sizes] : times) {
        MeasuredCurve& curve = evidence.curves.emplace_back();
        curve.name = timeline.names[operation];
        curve.x_unit = Unit::bytes;
        curve.y_unit = Unit::seconds;
        curve.place = "communication kernels, waiting for other ranks included";
        for (auto& [bytes, samples] : sizes)
            curve.points.push_back({bytes, measured("", std::move(samples), "").value});
    }
}

/// The groups whose sizes the trace states, the busiest first.
void addGroups(Evidence& evidence, const RankTimeline& timeline)
{
    std::map<std::uint32_t, ObservedGroup> groups;
    std::map<std::uint32_t, std::map<std::uint32_t, std::size_t>> operations;
    for (const CollectiveCall& call : timeline.calls) {
        const double size = call.group < timeline.group_sizes.size() ? timeline.group_sizes[call.group] : 0;
        if (size < 2)
            continue;
        ObservedGroup& group = groups[call.group];
        group.name = timeline.names[call.group];
        group.size = size;
        group.bytes = std::max(group.bytes, call.bytes);
        ++group.calls;
        ++operations[call.group][call.operation];
    }
    for (auto& [index, group] : groups) {
        const auto& counts = operations[index];
        const auto most = std::ranges::max_element(counts, {}, [](const auto& count) { return count.second; });
        group.operation = timeline.names[most->first];
        evidence.groups.push_back(std::move(group));
    }
    std::ranges::stable_sort(evidence.groups, std::greater(), &ObservedGroup::calls);
}

void addSettings(Evidence& evidence, const TraceEvents& events)
{
    if (const PresetIndex gpu = presetIndex(gpuPresets(), gpuPresetOf(events.gpu)); gpu > 0)
        observe(evidence, {"cluster.gpu", static_cast<double>(gpu), events.gpu_place});
    const double world = events.timeline.world_size;
    if (world > 0)
        observe(evidence, {"cluster.gpus", world, "/distributedInfo/world_size"});
}

std::string shareText(std::int64_t part, std::int64_t whole)
{
    return formatQuantity(static_cast<double>(part) / static_cast<double>(whole), Unit::ratio);
}

constexpr double notable_share = 0.05; // as PyTorch's TensorBoard plugin reports the time of a DataLoader

void addFindings(Evidence& evidence, const Partition& sum)
{
    const auto total = static_cast<double>(sum.total);
    if (const double input = static_cast<double>(sum.input) / total; input > notable_share)
        evidence.findings.push_back({"starved-input", input,
            fmt::format("the GPU is idle for {} of the time while the host waits for the DataLoader; raise num_workers "
                        "and prefetch_factor, or move preprocessing off the critical path",
                shareText(sum.input, sum.total)),
            "DataLoader annotations"});
    if (const double exposed = static_cast<double>(sum.exposed_communication) / total; exposed > notable_share)
        evidence.findings.push_back({"exposed-communication", exposed,
            fmt::format("communication that no compute hides takes {} of the time; part of it may be waiting for "
                        "slower ranks: import the traces of all ranks to separate the two",
                shareText(sum.exposed_communication, sum.total)),
            "communication kernels"});
    std::ranges::stable_sort(evidence.findings, std::greater(), &EvidenceFinding::share);
}

void addRemarks(Evidence& evidence, const TraceEvents& events)
{
    if (events.broken_events > 0)
        evidence.skipped.push_back({events.first_broken,
            events.broken_events == 1
                ? "1 event is not valid JSON or has no valid time"
                : fmt::format("{} events are not valid JSON or have no valid time", events.broken_events)});
    if (events.dropped_events > 0)
        evidence.skipped.push_back({"events",
            fmt::format("the last {} events: the trace has more than can be held in memory", events.dropped_events)});
    if (events.cut_short)
        evidence.skipped.push_back(
            {"end of the file", "the trace ends in the middle, so the parts of a step are not known"});
    if (events.steps.empty())
        evidence.skipped.push_back({"events",
            fmt::format(
                "no {}, so the breakdown is of the whole trace and no step time is measured", events.step_name)});
}

std::string partsText(const Partition& sum)
{
    return fmt::format(": compute {}, exposed communication {}, memory operations {}, input {}, other idle {}",
        shareText(sum.compute, sum.total), shareText(sum.exposed_communication, sum.total),
        shareText(sum.exposed_memory, sum.total), shareText(sum.input, sum.total),
        shareText(sum.idle - sum.input, sum.total));
}

std::string summaryOf(const TraceEvents& events, const Partition& sum, std::size_t steps)
{
    std::string text;
    if (events.timeline.rank >= 0)
        text += fmt::format("rank {}", events.timeline.rank);
    if (events.timeline.world_size > 0)
        text += fmt::format(" of {}", events.timeline.world_size);
    if (!text.empty())
        text += ", ";
    const std::string mean =
        formatQuantity(seconds(sum.total) / static_cast<double>(std::max<std::size_t>(steps, 1)), Unit::seconds);
    text += steps == 0 ? mean + " without steps"
        : steps == 1   ? "1 step of " + mean
                       : fmt::format("{} steps, {} on average", steps, mean);
    return text + (events.cut_short ? "; the file is incomplete" : partsText(sum));
}

} // namespace

Evidence evidenceOfTrace(TraceEvents& events)
{
    Evidence evidence;
    const TracePartition partition(events);
    const Partition span = partition.of(events.span);
    evidence.windows.push_back(windowOf("GPU span", span));
    std::vector<Partition> steps;
    for (const TraceStep& step : events.steps) {
        const Partition p = partition.of(step.window);
        if (p.idle == p.total) {
            evidence.skipped.push_back(
                {fmt::format("{}#{}", events.step_name, step.number), "no GPU event falls into it"});
            continue;
        }
        evidence.windows.push_back(windowOf(fmt::format("step {}", step.number), p));
        steps.push_back(p);
    }
    const Partition sum = steps.empty() ? span : sumOf(steps);
    const bool complete = !events.cut_short;
    if (complete)
        addBreakdown(evidence, sum, std::max<std::size_t>(steps.size(), 1));
    if (!steps.empty())
        addMeasurements(evidence, events, steps);
    addSettings(evidence, events);
    addCurves(evidence, events.timeline);
    addGroups(evidence, events.timeline);
    if (complete && sum.total > 0)
        addFindings(evidence, sum);
    addRemarks(evidence, events);
    evidence.summary = summaryOf(events, sum, steps.size());
    events.timeline.step_ns = sum.total;
    evidence.timeline = std::move(events.timeline);
    return evidence;
}

bool isTrace(std::string_view head)
{
    const std::string_view text = withoutMark(head);
    if (!text.starts_with('{') && !text.starts_with('['))
        return false;
    return mentionsKey(text, "traceEvents") || (mentionsKey(text, "ph") && mentionsKey(text, "ts"));
}

Result<Evidence> readTrace(ByteSource& source)
{
    TraceEvents events = readTraceEvents(source);
    if (events.gpu_events > 0 && events.span.end > events.span.start)
        return evidenceOfTrace(events);
    if (events.broken_events > 0 || events.cut_short)
        return failure("is a profiler trace without a GPU event in the part that can be read");
    return failure(fmt::format("is a profiler trace{} without GPU events: no kernel, and no process of a device with "
                               "streams or XLA operations, so it may have been recorded on the CPU only",
        events.timeline.rank >= 0 ? fmt::format(" of rank {}", events.timeline.rank) : std::string()));
}

} // namespace kneepoint
