// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/generic_stacks.h"

#include "fit/left_out.h"
#include "model/catalogue/apply_presets.h"
#include "model/evidence/hardware_names.h"
#include "model/evidence/run_software.h"
#include "model/validation/validation.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace kneepoint::fit {
namespace {

/// TPU software is not included, because generic stacks represent programs for GPUs.
bool isOfGpus(const MeasuredRun& run)
{
    return architectureOf(run) != "tpu";
}

std::set<std::string> measuredStacks(
    std::span<const MeasuredRun> runs, const std::function<bool(const MeasuredRun&)>& uses)
{
    std::set<std::string> stacks;
    for (const MeasuredRun& run : runs)
        if (run.gate && run.software == SoftwareKnowledge::measured && isOfGpus(run) && uses(run))
            stacks.insert(run.stack);
    return stacks;
}

/// The parameters set by a stack, without switches, which are part of its description.
std::map<std::string, double> settingsOf(const StackPreset& stack, const ConstantSet& set)
{
    std::map<std::string, double> all;
    for (const PresetValue& v : stack.settings)
        all[v.parameter] = v.value;
    for (const PresetValue& v : set.stack(stack.id))
        all[v.parameter] = v.value;
    std::erase_if(all, [](const auto& v) { return parameter(v.first).scale == Scale::flag; });
    return all;
}

/// A value set by a release of a program, and its weight.
struct Generation {
    std::map<std::string, double> settings;
    double weight = 1;
};

/// The weighted median; the mean of two values if it is between them.
double weightedMedian(std::vector<std::pair<double, double>> values)
{
    std::ranges::sort(values);
    double all = 0;
    for (const auto& [value, weight] : values)
        all += weight;
    constexpr double rounding = 1e-9;
    double passed = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        passed += values[i].second;
        if (std::abs(passed - all / 2) < rounding * all && i + 1 < values.size())
            return (values[i].first + values[i + 1].first) / 2;
        if (passed > all / 2)
            return values[i].first;
    }
    return values.back().first;
}

/// Releases that all programs have the same weight in.
std::vector<Generation> generationsOf(const std::vector<const StackPreset*>& stacks, const ConstantSet& set)
{
    std::map<std::string, double> releases;
    for (const StackPreset* stack : stacks)
        ++releases[stack->program];
    std::vector<Generation> all;
    all.reserve(stacks.size());
    for (const StackPreset* stack : stacks)
        all.push_back({settingsOf(*stack, set), 1 / releases.at(stack->program)});
    return all;
}

double medianOf(const std::string& id, const std::vector<Generation>& generations)
{
    const double otherwise = parameter(id).get(Scenario());
    std::vector<std::pair<double, double>> values;
    values.reserve(generations.size());
    for (const Generation& g : generations)
        values.emplace_back(g.settings.contains(id) ? g.settings.at(id) : otherwise, g.weight);
    return weightedMedian(std::move(values));
}

/// The constant that a compiler changes: it fuses elementwise kernels.
constexpr std::string_view fused_by_compilers = "stack.token_passes";

/// A family without the word that says how its kernels are made: "fsdp" of "fsdp-compiled".
std::string_view stemOf(const StackPreset& stack)
{
    const std::string_view family = stack.family;
    return family.substr(0, family.find('-'));
}

/// What a stack's constants of experts begin with: software that ran none says nothing of them.
constexpr std::string_view of_experts = "stack.expert_";

/// Stacks with counted runs, and those of them that ran mixtures of experts.
struct MeasuredIds {
    std::set<std::string> all, mixtures;
};

ConstantOwner genericOf(const StackPreset& generic, const ConstantSet& set, const MeasuredIds& measured)
{
    std::vector<const StackPreset*> related, alike, mixed;
    for (const StackPreset& stack : stackPresets()) {
        if (!measured.all.contains(stack.id) || stemOf(stack) != stemOf(generic))
            continue;
        related.push_back(&stack);
        if (measured.mixtures.contains(stack.id))
            mixed.push_back(&stack);
        if (stack.family == generic.family)
            alike.push_back(&stack);
    }
    const std::vector<Generation> all = generationsOf(related, set);
    const std::vector<Generation> kind = alike.empty() ? all : generationsOf(alike, set);
    const std::vector<Generation> routing = mixed.empty() ? all : generationsOf(mixed, set);
    std::set<std::string> parameters;
    for (const Generation& g : all)
        for (const auto& [id, value] : g.settings)
            parameters.insert(id);
    ConstantOwner owner{generic.id, {}, {}};
    for (const std::string& id : parameters) {
        const auto& from = id.starts_with(of_experts) ? routing : id == fused_by_compilers ? kind : all;
        owner.settings.push_back({id, medianOf(id, from)});
    }
    return owner;
}

using UsesRun = std::function<bool(const MeasuredRun&)>;

const StackPreset& presetOf(const MeasuredRun& run)
{
    return stackPresets()[static_cast<std::size_t>(presetIndex(stackPresets(), run.stack)) - 1];
}

void setMedians(ConstantSet& set, std::span<const MeasuredRun> runs, const UsesRun& uses)
{
    const MeasuredIds measured{measuredStacks(runs, uses),
        measuredStacks(runs, [&](const MeasuredRun& run) { return run.mixture && uses(run); })};
    std::erase_if(set.stacks, [](const ConstantOwner& owner) { return isGeneric(owner.id); });
    std::vector<ConstantOwner> generics;
    for (const StackPreset& stack : stackPresets())
        if (stack.generic)
            generics.push_back(genericOf(stack, set, measured));
    set.stacks.insert(set.stacks.end(), generics.begin(), generics.end());
}

/// Multiplies the rate of kernels of a stack.
void scaleKernels(ConstantSet& set, std::string_view stack, double factor)
{
    for (ConstantOwner& owner : set.stacks)
        for (PresetValue& v : owner.settings)
            if (owner.id == stack && v.parameter == "stack.generation")
                v.value *= factor;
}

/// The median of ln(measured / predicted) over some runs on the generic stack.
double medianError(std::span<const MeasuredRun> runs, const ConstantSet& set)
{
    std::vector<std::pair<double, double>> errors;
    errors.reserve(runs.size());
    for (const MeasuredRun& run : runs)
        errors.emplace_back(std::log(run.step_s / predictedReport(run, set, shippedCalibration()).step_s), 1);
    return weightedMedian(std::move(errors));
}

/// The logarithm of the factor on the rate of kernels that makes the median of these runs right, by one secant step.
double neededScale(std::span<const MeasuredRun> runs, ConstantSet set)
{
    constexpr double trial = -0.1;
    const double error = medianError(runs, set);
    scaleKernels(set, runs.front().stack, std::exp(trial));
    const double change = medianError(runs, set) - error;
    return change < 0 ? -error * trial / change : 0;
}

/// The runs that the programs of a family are compared by, on its generic stack; of a long list some.
std::map<std::string, std::vector<MeasuredRun>> runsOfPrograms(
    std::string_view family, std::span<const MeasuredRun> runs, const UsesRun& uses)
{
    constexpr std::size_t most_runs = 16; // of a program; more say little that is new
    std::map<std::string, std::vector<const MeasuredRun*>> all;
    for (const MeasuredRun& run : runs)
        if (run.gate && !run.scaling && !run.mixture && isOfGpus(run) && presetOf(run).family == family && uses(run))
            all[programOf(run)].push_back(&run);
    std::map<std::string, std::vector<MeasuredRun>> some;
    for (const auto& [program, of_program] : all)
        for (std::size_t i = 0, n = std::min(most_runs, of_program.size()); i < n; ++i)
            some[program].push_back(asGeneric(*of_program[i * of_program.size() / n]));
    return some;
}

/// The logarithm of the factor on the rate of kernels that half of the programs of a family lie above, each predicted
/// by the others.
double centerOfPrograms(
    std::string_view family, const ConstantSet& medians, std::span<const MeasuredRun> runs, const UsesRun& uses)
{
    std::vector<std::pair<double, double>> needed;
    for (const auto& [program, of_program] : runsOfPrograms(family, runs, uses)) {
        ConstantSet others = medians;
        setMedians(
            others, runs, [&, &name = program](const MeasuredRun& run) { return uses(run) && programOf(run) != name; });
        needed.emplace_back(neededScale(of_program, std::move(others)), 1);
    }
    return needed.empty() ? 0 : weightedMedian(std::move(needed));
}

} // namespace

std::string programOf(const MeasuredRun& run)
{
    const StackPreset& stack = presetOf(run);
    return stack.generic ? run.group : stack.program;
}

MeasuredRun asGeneric(MeasuredRun run)
{
    const std::string& family = presetOf(run).family;
    const auto generic =
        std::ranges::find_if(stackPresets(), [&](const StackPreset& p) { return p.generic && p.family == family; });
    run.stack = generic->id;
    for (Scenario& s : run.candidates) {
        const std::vector<PresetValue> stated = statedOfSoftware(s, shippedCalibration());
        const bool fused = s.stack.fused_attention, whole_experts = s.stack.whole_experts;
        const Assumptions assumptions = s.assumptions;
        applyStack(s, presetIndex(stackPresets(), generic->id), shippedCalibration());
        applySettings(s, stated);
        s.stack.fused_attention = fused;
        s.stack.whole_experts = whole_experts;
        s.assumptions = assumptions;
    }
    return run;
}

void setGenericStacks(ConstantSet& set, std::span<const MeasuredRun> runs, const UsesRun& uses)
{
    setMedians(set, runs, uses);
    const ConstantSet medians = set;
    for (const StackPreset& stack : stackPresets())
        if (stack.generic)
            scaleKernels(set, stack.id, std::exp(centerOfPrograms(stack.family, medians, runs, uses)));
}

} // namespace kneepoint::fit
