// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/results/sentences.h"

#include "model/analysis/collective_rate.h"
#include "model/analysis/knees.h"
#include "model/analysis/limits.h"
#include "model/analysis/losses.h"
#include "model/analysis/roofline.h"
#include "model/analysis/run_curve.h"
#include "model/analysis/throughput.h"
#include "model/analysis/training.h"
#include "model/catalogue/catalogue.h"
#include "model/catalogue/companions.h"
#include "model/constants/formats.h"
#include "model/cost/memory.h"
#include "model/cost/site_exchange.h"
#include "model/job/job.h"
#include "model/presets/presets.h"
#include "model/results/baseline_words.h"
#include "model/results/feasibility.h"
#include "model/results/offload_remark.h"
#include "model/results/tuning_remark.h"
#include "model/scenario/scenario.h"
#include "model/units/words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace kneepoint {

using words::bytes;
using words::number;
using words::percent;
using words::seconds;

namespace {

/// Tokens of a step of its pre-training; 0: not stated.
double trainingTokens(const ModelPreset& model)
{
    return model.training_sequence * model.training_batch;
}

/// The model of the library that was trained with the most tokens a step.
const ModelPreset& largestPublishedBatch()
{
    static const ModelPreset& largest = *std::ranges::max_element(modelPresets(), {}, trainingTokens);
    return largest;
}

/// "NeMo 2025 does not run on TPU v5p; choose XLA on TPU (MaxText)."; empty if the software runs on the GPU.
std::string wrongSoftware(const Scenario& s)
{
    const StackPreset* stack = presetAt(stackPresets(), s.stack.software);
    const GpuPreset* gpu = presetAt(gpuPresets(), s.cluster.gpu);
    if (!stack || !gpu || runsOn(*stack, *gpu))
        return "";
    const StackPreset* other = softwareFor(*gpu, stack->family);
    return fmt::format("{} does not run on {}{}.", stack->name, gpu->name, other ? "; choose " + other->name : "");
}

/// A GPU under a power cap is slower, by how much is modeled only where it was measured as a GPU of its own.
std::string cappedPower(const Scenario& s)
{
    constexpr double noticeable = 0.95;
    const GpuPreset* gpu = presetAt(gpuPresets(), s.cluster.gpu);
    if (!gpu || s.cluster.power_w >= noticeable * gpu->power_w)
        return "";
    const auto capped = std::ranges::find_if(gpuPresets(),
        [&](const GpuPreset& other) { return other.id.starts_with(gpu->id + "-") && other.power_w < gpu->power_w; });
    return fmt::format("A power cap of {} slows a GPU made for {}; times here are without the cap{}.",
        formatQuantity(s.cluster.power_w, Unit::watts), formatQuantity(gpu->power_w, Unit::watts),
        capped != gpuPresets().end() ? "; measured with one: " + capped->name : "");
}

std::string rate(double value)
{
    return formatQuantity(value, Unit::flops_per_second);
}

/// " (0.9 s … 1.1 s, measured stack, tuned)", or that nothing similar has been measured; empty for textbook
/// assumptions.
std::string intervalText(const Analysis& a)
{
    const PredictionInterval& interval = a.prediction_interval;
    if (interval.rows <= 0)
        return "";
    const auto end = [&](double s) { return formatBeside(s, a.step.step_s, Unit::seconds); };
    return fmt::format(" ({} … {}, {})", end(interval.low_s), end(interval.high_s), basisText(a));
}

/// "efficiency below 80 %, exposed communication": definition and cause of the knee.
std::string kneeReason(const Analysis& a, const Knee& knee)
{
    const std::string definition = kneeDefinition(a.scenario);
    return knee.cause == Cause::none ? definition : fmt::format("{}, {}", definition, causeLabel(knee.cause));
}

std::string kneeText(const Analysis& a)
{
    const std::optional<Knee>& knee = theKnee(a.curve);
    if (!knee)
        return fmt::format("no knee up to K = {}", number(a.curve.max_workers));
    const std::string range = kneeRangeText(a);
    return fmt::format(
        "knee at {} ({}{}{})", kneePlace(knee->workers), kneeReason(a, *knee), range.empty() ? "" : "; ", range);
}

/// "2× "; empty for 1.
std::string times(double factor)
{
    return factor == 1 ? "" : formatQuantity(factor, Unit::factor) + ' ';
}

/// "a GPU holds 67.3 GB of 80 GB, most of it activations (48.6 GB)".
std::string memoryHeld(const MemoryUse& use)
{
    const MemoryKind& most =
        *std::ranges::max_element(memory_kinds, {}, [&](const MemoryKind& kind) { return use.*kind.bytes; });
    const double largest = use.*most.bytes;
    return fmt::format("a GPU {} {} of {}, {} {} ({})", use.fits() ? "holds" : "needs", bytes(use.total()),
        bytes(use.capacity), 2 * largest > use.total() ? "most of it" : "the largest part", most.label, bytes(largest));
}

/// "12.7 GB free".
std::string memoryLeft(const MemoryUse& use)
{
    return use.fits() ? bytes(use.capacity - use.total()) + " free" : bytes(use.total() - use.capacity) + " too much";
}

std::string ofSites(const Analysis& a)
{
    const Job job = resolve(a.scenario, a.calibration);
    const SiteSharing& sharing = job.placement.sites;
    const SiteExchange one = siteExchange(job);
    return fmt::format("Sites drift apart: every {} steps each sends {} to the others, in {} {} of {}.",
        number(sharing.every), bytes(sharing.fragments * one.bytes), number(sharing.fragments),
        sharing.fragments == 1 ? "exchange" : "exchanges", seconds(one.seconds));
}

std::string bytesPerSecond(double value)
{
    return formatQuantity(value, Unit::bytes_per_second);
}

/// "4.2 % below the prediction", "as predicted"; briefly "4.2 % below".
std::string againstPrediction(double ratio, bool briefly = false)
{
    constexpr double same = 0.005;
    if (std::abs(ratio - 1) < same)
        return "as predicted";
    const std::string difference = ratio >= 2
        ? fmt::format("{} the prediction", formatQuantity(ratio, Unit::factor))
        : fmt::format("{} {}", formatQuantity(std::abs(ratio - 1), Unit::ratio, 2), ratio < 1 ? "below" : "above");
    return ratio >= 2 || briefly ? difference : difference + " the prediction";
}

/// The bound of the step that corresponds to a roof.
Bound boundOf(RoofBound roof)
{
    return roof == RoofBound::network ? Bound::communication
        : roof == RoofBound::memory   ? Bound::memory
                                      : Bound::compute;
}

std::string_view roofName(RoofBound roof)
{
    static constexpr std::array<std::string_view, 3> names{"Compute roof", "Memory roof", "Network roof"};
    return names[static_cast<std::size_t>(roof)];
}

/// Which roof is the limit and by how much; calls the job memory- or network-bound only if the step is.
std::string underTheRoof(const Analysis& a)
{
    const Roofline& r = a.roofline;
    const bool agrees = a.step.bound == boundOf(r.bound);
    const auto limit = [&](std::string_view bound) { return agrees ? bound : roofName(r.bound); };
    const std::string compute = rate(r.roof.sustained_flops);
    switch (r.bound) {
    case RoofBound::network:
        return fmt::format("{}: the network carries {} of {}; compute-bound above {} {} per replica.",
            limit("Network-bound"), rate(r.network_ceiling), compute, number(r.crossover_tokens),
            a.scenario.workload.kind == ModelKind::generic ? "examples" : "tokens");
    case RoofBound::memory:
        return fmt::format("{}: at {} HBM feeds {} of the {} that the GPU computes.", limit("Memory-bound"),
            formatQuantity(r.roof.arithmetic_intensity, Unit::flops_per_byte), rate(r.memory_ceiling), compute);
    case RoofBound::compute:
        break;
    }
    if (r.roof.communication_intensity <= 0)
        return fmt::format("{} at {}: one replica has no gradients to send.", limit("Compute-bound"), compute);
    const std::string memory = countsMemoryTraffic(a.scenario)
        ? fmt::format(", memory {}×", number(r.memory_ceiling / r.attainable_flops))
        : std::string();
    return fmt::format("{} at {}: the network could carry {}×{} as much.", limit("Compute-bound"), compute,
        number(r.network_ceiling / r.attainable_flops), memory);
}

/// Limits of the step that are not roofs: another bound, and the largest loss.
std::string beyondTheRoofline(const Analysis& a)
{
    const RoofBound roof = a.roofline.bound;
    const std::optional<PartLoss> loss = largestLoss(a.step);
    constexpr double noticeable = 0.02;
    const bool shown = !loss || loss->share < noticeable
        || (roof == RoofBound::network && loss->part == Part::data_comm)
        || (roof == RoofBound::memory && loss->part == Part::memory);
    std::string said;
    if (a.step.bound != boundOf(roof))
        said += fmt::format(" The step is {}.", boundLabel(a.step.bound));
    if (!shown)
        said += fmt::format(" Not in the roofline: {}.", lossText(*loss));
    return said;
}

/// "at K = 6.12"; "by K = 2" if it is between one replica and two.
std::string atKnee(const Knee& knee)
{
    return knee.workers < 2 ? "by K = 2" : "at " + kneePlace(knee.workers);
}

} // namespace

std::string basisText(const Analysis& a)
{
    const std::string_view basis = basisLabel(a.prediction_interval.basis);
    if (a.prediction_interval.basis == Basis::calibrated)
        return std::string(basis);
    const Parameter& setting = parameter("assumptions.setting");
    return fmt::format("{}, {}", basis, setting.choice(setting.get(a.scenario)).id);
}

std::string rooflineSentence(const Analysis& a)
{
    return underTheRoof(a) + beyondTheRoofline(a);
}

std::string scalingSentence(const Analysis& a)
{
    const double k = a.step.workers;
    const std::string now = fmt::format("{} replica{} {}, {}.", number(k), k == 1 ? " gives" : "s give",
        formatQuantity(a.headline.speedup, Unit::factor), efficiencyText(a));
    const std::optional<Knee>& knee = theKnee(a.curve);
    const std::optional<Knee>& gamma = a.curve.knees.gamma;
    const std::string tolerance = percent(a.scenario.assumptions.efficiency_tolerance);
    std::string said = !knee ? fmt::format("No knee up to K = {}: efficiency stays above the {} tolerance",
                           number(a.curve.max_workers), tolerance)
        : knee->workers < 2  ? fmt::format("Already past the knee at K = 2: efficiency below {}", tolerance)
                            : fmt::format("Knee at {}: efficiency falls below {}", kneePlace(knee->workers), tolerance);
    if (knee && knee->cause != Cause::none)
        said += fmt::format(" ({})", causeLabel(knee->cause));
    if (gamma)
        said += fmt::format(
            "; communication takes {}as long as compute {}", times(a.scenario.assumptions.knee_gamma), atKnee(*gamma));
    return fmt::format("{}. {}", said, now);
}

std::string breakdownSentence(const Analysis& a)
{
    const std::optional<PartLoss> loss = largestLoss(a.step);
    return fmt::format("{} on {} GPU{}: {} compute{}.", seconds(a.step.step_s), number(a.step.gpus),
        a.step.gpus == 1 ? "" : "s", percent(a.step.part(Part::compute).exposed_s / a.step.step_s),
        loss ? "; the largest loss is " + lossText(*loss) : ", everything else is hidden");
}

std::string memorySentence(const Analysis& a)
{
    const MemoryUse& use = a.step.memory;
    return fmt::format("{}{}: {}.", use.fits() ? "" : "Does not fit, ", memoryLeft(use), memoryHeld(use));
}

std::string stageMemorySentence(const Analysis& a)
{
    const Job job = resolve(a.scenario, a.calibration);
    const int stages = stageCount(job.placement.pipeline.stages);
    const MemoryUse fullest = memoryUse(job);
    if (stages == 1)
        return fmt::format("There is one pipeline stage: {}; {}.", memoryHeld(fullest), memoryLeft(fullest));
    const MemoryUse other = memoryOfStage(job, fullest.stage == 0 ? stages - 1 : 0);
    return fmt::format("{}Stage {} of {} is the fullest: {}; {}. Stage {} {} {}.",
        fullest.fits() ? "" : "Does not fit. ", fullest.stage + 1, stages, memoryHeld(fullest), memoryLeft(fullest),
        other.stage + 1, fullest.fits() ? "holds" : "needs", bytes(other.total()));
}

bool nobodyWaitsFor(double time_s, const Analysis& a)
{
    constexpr double year_s = 365.25 * 24 * 3600;
    return time_s > std::max(year_s, a.training.time_s);
}

std::string moneySentence(const Analysis& a)
{
    const auto words = [](double k, const auto& run) {
        return fmt::format("K = {}: {} in {}", number(k), formatQuantity(run.cost, Unit::dollars),
            formatQuantity(run.time_s, Unit::hours));
    };
    std::string said = fmt::format("Training at {}", words(a.step.workers, a.training));
    if (a.curve.points.empty())
        return said + ".";
    if (const std::string limits = limitsText(a); !limits.empty())
        return fmt::format("{}; {}.", said, limits);
    const std::vector<RunPoint> runs = runsAlong(a);
    const auto cheapest = std::ranges::find(runs, cheapestWorkers(runs), &RunPoint::workers);
    constexpr double worth_saying = 0.99;
    const bool cheaper = cheapest != runs.end() && cheapest->cost < worth_saying * a.training.cost;
    if (cheaper && nobodyWaitsFor(cheapest->time_s, a))
        return said + "; fewer replicas would be cheaper, but take more than a year.";
    if (cheaper)
        return fmt::format("{}; cheapest at {}.", said, words(cheapest->workers, *cheapest));
    return said + "; no other K is cheaper.";
}

std::string timelineSentence(const Analysis& a)
{
    PartTime behind;
    for (const PartTime& time : a.step.parts)
        behind.hidden_s += time.hidden_s;
    behind.exposed_s = a.step.step_s - a.step.compute_s;
    constexpr double visible = 0.0005;
    const std::string said =
        fmt::format("A step of {}: the GPU computes for {}", seconds(a.step.step_s), seconds(a.step.compute_s));
    const std::string hidden = behind.hidden_s > visible * a.step.step_s
        ? fmt::format("hiding {} of other work", seconds(behind.hidden_s))
        : "hiding no other work";
    const std::optional<PartLoss> wait = largestWait(a.step);
    if (!wait)
        return fmt::format("{}, {}; no idle time.", said, hidden);
    const double idle = std::max(0.0, behind.exposed_s - a.step.part(Part::optimizer).exposed_s);
    return fmt::format("{}, {}; it is idle for {}, {} {}.", said, hidden, seconds(idle),
        2 * a.step.part(wait->part).exposed_s > idle ? "most of it" : "the largest part", lossText(*wait));
}

std::string transferSentence(const Analysis& a, const MeasuredTransfer* measured)
{
    const double bucket = sentBucketBytes(a);
    if (!measured) {
        const CollectiveGroup group = gradientGroup(a);
        if (group.ranks < 2 || bucket <= 0)
            return "One replica: there are no gradients to reduce.";
        const CollectiveRate rate(a.scenario, a.calibration, group);
        return fmt::format("{}, gradient buckets of {}: {} of bus bandwidth, the links carry {}.", groupLabel(group),
            bytes(bucket), bytesPerSecond(rate.busBps(bucket)), bytesPerSecond(rate.lineBps()));
    }
    const CollectiveRate rate(a.scenario, a.calibration, measured->group);
    const TransferPoint& largest = measured->points.back();
    std::string said = fmt::format("{}: {} at {}, {}", groupLabel(measured->group),
        bytesPerSecond(rate.busBps(largest.bytes, largest.measured_s)), bytes(largest.bytes),
        againstPrediction(largest.predicted_s / largest.measured_s));
    if (const double at_bucket = measured->secondsAt(bucket); at_bucket > 0)
        said += fmt::format(
            "; {} at the bucket size of {}", againstPrediction(rate.seconds(bucket) / at_bucket, true), bytes(bucket));
    return said + (measured->suspect ? ". It points at a misconfiguration: see Evidence." : ".");
}

std::string headlineSentence(const Analysis& a)
{
    const bool sequences = tokensPerExample(a.scenario.workload) > 1;
    return fmt::format("{} a step{}, {}, MFU {}, efficiency {} on {} GPU{} ({}), {}, {} and {} to train",
        seconds(a.step.step_s), intervalText(a),
        sequences ? formatQuantity(tokensPerSecond(a.scenario, a.step), Unit::tokens_per_second)
                  : formatQuantity(examplesPerSecond(a.step), Unit::examples_per_second),
        percent(modelFlopsUtilization(a.scenario, a.step)), percent(a.headline.efficiency), number(a.step.gpus),
        a.step.gpus == 1 ? "" : "s", baselineText(a), kneeText(a), formatQuantity(a.training.time_s, Unit::hours),
        formatQuantity(a.training.cost, Unit::dollars));
}

std::vector<std::string> remarks(const Analysis& a)
{
    const Scenario& s = a.scenario;
    std::vector<std::string> said;
    if (!a.step.memory.fits())
        said.push_back(fmt::format("Does not fit in memory: needs {} per GPU; {} available.",
            bytes(a.step.memory.total()), bytes(a.step.memory.capacity)));
    if (s.cluster.gpus < gpusPerReplica(s))
        said.push_back(fmt::format("A replica needs {} GPUs (tensor × pipeline × context parallel); {} available.",
            number(gpusPerReplica(s)), number(s.cluster.gpus)));
    for (std::string (*remark)(const Scenario&) : {wrongSoftware, cappedPower})
        if (std::string text = remark(s); !text.empty())
            said.push_back(std::move(text));
    for (const std::string& fault : modelFaults(s))
        said.push_back(fmt::format("This model cannot be built: {}.", fault));
    if (const Workload& w = s.workload; w.parameters > 0 && w.active_parameters > w.parameters)
        said.push_back(fmt::format("A token uses {} parameters of a model with {}: no more than all can be active.",
            valueText(parameter("workload.active_parameters"), w.active_parameters),
            valueText(parameter("workload.parameters"), w.parameters)));
    for (const std::string& fault : layoutFaults(s))
        said.push_back(fmt::format("This layout cannot run: {}.", fault));
    for (const std::string& fault : missingSchedule(s))
        said.push_back(fmt::format("Computed all the same: {}.", fault));
    for (const std::string& share : unevenShares(s))
        said.push_back(fmt::format("Uneven pipeline: {}.", share));
    if (a.step.precision_used != s.workload.precision) {
        const Parameter& precision = parameter("workload.precision");
        const bool has_unit = hasFormat(s.cluster, s.workload.precision);
        said.push_back(fmt::format(
            fmt::runtime(has_unit ? "The GPU is no faster in {}; {} is used." : "The GPU has no {} unit; {} is used."),
            valueText(precision, static_cast<double>(s.workload.precision)),
            valueText(precision, static_cast<double>(a.step.precision_used))));
    }
    if (s.workload.measured_example_s > 0 && a.step.roof.sustained_flops > a.step.roof.peak_flops)
        said.push_back(fmt::format("The measured compute time of {} per example is less than the {} peak allows: it "
                                   "belongs to another model, precision or GPU.",
            seconds(s.workload.measured_example_s),
            valueText(parameter("workload.precision"), static_cast<double>(a.step.precision_used))));
    if (s.plan.synchronization == Synchronization::parameter_server && a.step.workers > 1)
        said.push_back(fmt::format("Asynchronous: gradients are up to {} {} stale, which can hurt convergence.",
            number(a.step.workers - 1), a.step.workers == 2 ? "step" : "steps"));
    if (s.plan.sync_every > 1 && a.step.workers > 1)
        said.push_back(
            fmt::format("Replicas drift apart for {} steps between synchronizations.", number(s.plan.sync_every)));
    if (s.cluster.sites > 1)
        said.push_back(ofSites(a));
    if (a.step.microbatch < 1)
        said.emplace_back("More replicas than examples: the batch per GPU is below one.");
    constexpr double noticeable = 0.9;
    if (a.training.statistical_efficiency < noticeable)
        said.push_back(fmt::format("Statistical wall: at this global batch {} of the examples help.",
            percent(a.training.statistical_efficiency)));
    const ModelPreset& largest = largestPublishedBatch();
    const double tokens = a.step.global_batch * tokensPerExample(s.workload);
    if (s.workload.critical_batch <= 0 && s.workload.kind == ModelKind::transformer
        && s.workload.scaling == Scaling::weak && tokens > trainingTokens(largest))
        said.push_back(fmt::format(
            "Weak scaling has grown the step to {} tokens; the largest published batch known here has {} "
            "({}). Set the critical batch size to see how much the additional examples help.",
            formatQuantity(tokens, Unit::count), formatQuantity(trainingTokens(largest), Unit::count), largest.name));
    return said;
}

std::vector<std::string> notes(const Analysis& a)
{
    std::vector<std::string> said;
    for (std::string (*note)(const Analysis&) : {tuningRemark, offloadRemark})
        if (std::string text = note(a); !text.empty())
            said.push_back(std::move(text));
    if (const PredictionInterval& interval = a.prediction_interval; interval.rows > 0 && !interval.outside.empty())
        said.push_back(fmt::format("Outside what has been measured: {}.", interval.outside));
    return said;
}

} // namespace kneepoint
