// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/observed.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What a source says about a run, in the words of the catalogues: a published row, a run of the user's own, a training
/// log and a profiler trace are all this value. Values are in the base unit of their parameter or metric.
namespace kneepoint {

/// A window of a profiler trace and how it was spent, in seconds. compute + exposed_comm + exposed_memory + idle =
/// total; input is part of idle.
struct TimeWindow {
    std::string name; ///< "step 10", "GPU span"
    double total_s = 0;
    double compute_s = 0;
    double comm_s = 0, memory_s = 0; ///< beside compute or not
    double exposed_comm_s = 0;       ///< without compute
    double exposed_memory_s = 0;     ///< without compute and communication
    double idle_s = 0;
    double input_s = 0; ///< idle while the host waits for input

    [[nodiscard]] double overlap_s() const { return comm_s - exposed_comm_s; }
};

/// Something that was read but not used.
struct SkippedItem {
    std::string place;
    std::string reason;
};

/// A collective as one rank ran it, in the time of its trace.
struct CollectiveCall {
    std::uint32_t group = 0, operation = 0; ///< indices into RankTimeline::names
    std::int64_t start_ns = 0, duration_ns = 0;
    double bytes = 0; ///< payload as NCCL counts it; 0 if the trace does not state it
};

/// The collectives of one rank, by start time, to be compared with those of other ranks.
struct RankTimeline {
    int rank = -1;            ///< -1 if the trace does not state it
    int world_size = 0;       ///< 0 if the trace does not state it
    std::int64_t step_ns = 0; ///< traced time: that of all steps, or from the first GPU event to the last
    std::vector<std::string> names;
    std::vector<CollectiveCall> calls;
    std::vector<double> group_sizes = {}; ///< ranks of the group with this name, by index; missing or 0 if not stated
};

/// Something that the files of a job state, before they are put together: the value of a parameter, or of a name of its
/// own ("job.nodes") where several keys give a parameter together.
struct JobFact {
    std::string target;
    double number = 0; ///< of a parameter, in its base unit
    std::string text;  ///< as written
    std::string place;
    bool assumed = false; ///< a default of the software
};

/// What a job's configuration leaves open.
struct JobQuestion {
    std::string parameter; ///< that answers it; empty if none can, because the job is not modeled
    std::string text;      ///< "How many GPUs?"
};

/// One configuration file of a job.
struct JobStatement {
    std::string software; ///< "Megatron-LM"
    std::string stack;    ///< preset of its constants; empty if the file does not tell
    std::vector<JobFact> facts;
    std::string file = {}; ///< its name
};

struct Evidence {
    std::vector<ObservedSetting> settings; ///< at most one per parameter
    std::vector<Measurement> measurements; ///< of several for one metric, the most direct first
    std::vector<MeasuredCurve> curves;
    std::vector<StepPart> breakdown;
    std::vector<TimeWindow> windows; ///< of a profiler trace: from the first GPU event to the last, and each step
    std::vector<SkippedItem> skipped;
    std::vector<EvidenceRow> rows;           ///< runs with settings of their own; empty if the file is about one run
    std::vector<EvidenceFinding> findings;   ///< the costliest first
    std::string kind;                        ///< of file: "trace", "nccl-tests"; empty if it was no file
    std::string summary;                     ///< one sentence
    EvidenceSource source;                   ///< empty if it was no file
    std::optional<RankTimeline> timeline;    ///< of a profiler trace
    std::vector<ObservedGroup> groups = {};  ///< of a profiler trace that states their sizes
    std::optional<JobStatement> job = {};    ///< of a job's configuration
    std::vector<JobQuestion> questions = {}; ///< what has to be known of the job besides, to predict it
    std::vector<std::string> assumed = {};   ///< parameters whose setting is a default of the software
};

/// The observed value of a parameter; nothing if the source does not state it.
[[nodiscard]] std::optional<double> settingOf(const Evidence& evidence, std::string_view parameter);
/// The first measurement of a metric; nothing if there is none.
[[nodiscard]] const Measurement* measurementOf(const Evidence& evidence, std::string_view metric);

/// Adds a setting, replacing an earlier one of the same parameter; its value may be out of the parameter's range.
void state(Evidence& evidence, ObservedSetting setting);
/// The same of a setting that was read. One out of its range is skipped, with the range, and the answer is false.
bool observe(Evidence& evidence, ObservedSetting setting);
bool observe(std::vector<ObservedSetting>& settings, std::vector<SkippedItem>& skipped, ObservedSetting setting);

/// Whether two positive numbers state one quantity: their relative difference is at most `difference`. The default is
/// what rounding, and averages over other steps, explain.
[[nodiscard]] bool statesTheSame(double a, double b, double difference = 0.05);
/// Why tokens/s per GPU are not used beside tokens/s of all; empty if they state the same, or one of them nothing (0).
[[nodiscard]] std::string differingRates(double tokens_per_s, double tokens_per_s_per_gpu, double gpus);

/// Median and standard deviation of the samples as a measurement; at least one sample.
[[nodiscard]] Measurement measured(std::string metric, std::vector<double> samples, std::string place);

} // namespace kneepoint
