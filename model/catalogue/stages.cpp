// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/stages.h"

#include "model/catalogue/apply_presets.h"
#include "model/catalogue/architecture.h"
#include "model/catalogue/derive.h"
#include "model/catalogue/divide_batch.h"
#include "model/constants/calibration.h"
#include "model/presets/presets.h"
#include "model/scenario/optimizers.h"
#include "model/scenario/scenario.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace kneepoint {
namespace {

using Parameters = std::vector<const Parameter*>;

const Scenario& defaults()
{
    static const Scenario scenario;
    return scenario;
}

/// Every entry of a library, and custom.
template <class Preset, class Apply> std::vector<Scenario> eachOf(std::span<const Preset> library, Apply apply)
{
    std::vector<Scenario> chosen(library.size() + 1);
    for (std::size_t i = 0; i < chosen.size(); ++i)
        apply(chosen[i], static_cast<PresetIndex>(i));
    return chosen;
}

/// The parameters that differ from the default in one of them, but for the choice itself.
Parameters changedIn(const std::vector<Scenario>& chosen, std::string_view choice)
{
    Parameters found;
    for (const Parameter& p : catalogue())
        if (p.id != choice
            && std::ranges::any_of(chosen, [&](const Scenario& s) { return p.get(s) != p.get(defaults()); }))
            found.push_back(&p);
    return found;
}

Parameters setByGpu(const Calibration& calibration)
{
    const auto apply = [&](Scenario& s, PresetIndex i) { applyGpu(s, i, calibration); };
    return changedIn(eachOf(gpuPresets(), apply), "cluster.gpu");
}

Parameters setByNetwork(const Calibration& calibration)
{
    const auto apply = [&](Scenario& s, PresetIndex i) { applyInterconnect(s, i, calibration); };
    return changedIn(eachOf(interconnectPresets(), apply), "cluster.interconnect");
}

Parameters setBySoftware(const Calibration& calibration)
{
    const auto apply = [&](Scenario& s, PresetIndex i) { applyStack(s, i, calibration); };
    Parameters found = changedIn(eachOf(stackPresets(), apply), "stack.software");
    for (const Parameter& p : catalogue()) // a stack sets all of its constants, also to the default
        if (p.group == Group::stack && p.id != "stack.software" && p.id != "stack.compute_efficiency"
            && !p.id.starts_with("stack.own_") && std::ranges::find(found, &p) == found.end())
            found.push_back(&p);
    return found;
}

Parameters setByModel()
{
    Parameters found;
    for (const Parameter& p : catalogue())
        if (p.isOfModel())
            found.push_back(&p);
    return found;
}

/// The parameters that each kind of preset sets. They do not depend on the values of the calibration's constants.
struct Governed {
    Parameters by_machine, by_gpu, by_network, by_software, by_model;
    explicit Governed(const Calibration& calibration)
        : by_machine{&known().gpu, &known().node, &known().interconnect, &known().rate, &known().nics,
            &known().oversubscription, &known().pod}
        , by_gpu(setByGpu(calibration))
        , by_network(setByNetwork(calibration))
        , by_software(setBySoftware(calibration))
        , by_model(setByModel())
    {
    }
};
const Governed& governed(const Calibration& calibration)
{
    static const Governed parameters(calibration);
    return parameters;
}

/// Sets what a preset sets: to the defaults, then by `fill`, then to what is stated. `fill` gets the scenario before.
template <class Fill> void refill(Scenario& s, const Parameters& governed, Fill fill)
{
    const Scenario given = s;
    for (const Parameter* p : governed)
        p->assign(s, p->get(defaults()));
    fill(given);
    for (const Parameter* p : governed)
        if (isStated(*p, given))
            p->assign(s, statedValue(*p, given));
}

/// The machine's GPU and network, before those that were stated; its fabric after what was stated.
void deriveMachine(Scenario& s)
{
    const MachinePreset* machine = presetAt(machinePresets(), s.cluster.machine);
    s.cluster.gpu =
        machine ? presetIndex(gpuPresets(), machine->gpu) : static_cast<PresetIndex>(statedValue(known().gpu, s));
    s.cluster.interconnect = machine ? presetIndex(interconnectPresets(), machine->network)
                                     : static_cast<PresetIndex>(statedValue(known().interconnect, s));
    if (!isStated(known().oversubscription, s))
        s.cluster.oversubscription = machine ? machine->oversubscription : defaults().cluster.oversubscription;
    if (!isStated(known().pod, s))
        s.cluster.pod_gpus = machine && machine->pod_gpus > 0 ? machine->pod_gpus : defaults().cluster.pod_gpus;
}

/// The node of the machine, or the usual one of the GPU, where nodes are modeled; a textbook cluster has none.
void deriveNode(Scenario& s)
{
    Cluster& c = s.cluster;
    if (const MachinePreset* machine = presetAt(machinePresets(), c.machine)) {
        c.gpus_per_node = usedDomain(machine->domain, c.gpus);
        return;
    }
    const bool has_nodes = c.gpu > 0 && (s.automatic.on || s.assumptions.compute_model == ComputeModel::kernels);
    c.gpus_per_node = has_nodes ? usedNode(c.gpu, c.gpus) : defaults().cluster.gpus_per_node;
}

/// Typical efficiency and latency of 100 Gbit/s Ethernet under each protocol.
void applyProtocol(Cluster& c, Protocol protocol)
{
    c.protocol = protocol;
    if (protocol == Protocol::scale_up)
        return;
    const bool tcp = protocol == Protocol::tcp;
    c.link_efficiency = tcp ? 0.72 : 0.88;
    c.link_latency_s = tcp ? 30e-6 : 4e-6;
}

/// A node has one port of such a network; faster ones, RDMA and those of clouds are given per GPU.
bool hasOnePortPerNode(const Cluster& c)
{
    constexpr double fastest_Bps = 100e9 / 8;
    const InterconnectPreset* network = presetAt(interconnectPresets(), c.interconnect);
    return network && !network->per_gpu && c.protocol == Protocol::tcp && c.link_rate <= fastest_Bps;
}

void fillNetwork(Scenario& s, const Scenario& given, const Calibration& calibration)
{
    Cluster& c = s.cluster;
    applyInterconnect(s, c.interconnect, calibration);
    if (const MachinePreset* machine = presetAt(machinePresets(), c.machine))
        c.link_rate = machine->nic_rate;
    if (isStated(known().protocol, given) && given.cluster.protocol != c.protocol)
        applyProtocol(c, given.cluster.protocol);
}

void deriveNics(Cluster& c)
{
    if (const MachinePreset* machine = presetAt(machinePresets(), c.machine)) {
        c.nics_per_node =
            std::clamp(std::floor(machine->nics / machine->gpus * c.gpus_per_node), 1.0, known().nics.range.max);
        return;
    }
    c.nics_per_node = hasOnePortPerNode(c) ? 1 : std::max(1.0, std::floor(c.gpus_per_node));
}

/// A derived model of the stated size. Of the family it has the gate and the vocabulary; a generic one has its figures.
void applySize(Scenario& s, const Scenario& given)
{
    Workload& w = s.workload;
    applyModel(s, w.family);
    const Workload family = w;
    w.model = 0;
    if (family.kind == ModelKind::transformer) {
        resetModel(s);
        w.gated = family.gated;
        w.vocabulary = std::max(family.vocabulary, family.family_vocabulary);
    }
    for (const Parameter* p : {&known().kind, &known().gated, &known().vocabulary})
        if (isStated(*p, given))
            p->assign(s, statedValue(*p, given));
    if (isStated(known().size, given)) {
        w.parameters = statedValue(known().size, given);
        if (w.kind == ModelKind::transformer)
            deriveArchitecture(s);
        w.active_parameters = w.parameters;
    }
}

/// A typed architecture has the parameters that it counts, unless a size was typed that is a rounding of them.
void deriveModel(Scenario& s, const Calibration& calibration)
{
    const Known& k = known();
    const Scenario given = s;
    const auto stated = [&](const Parameter& p) { return isStated(p, given); };
    resetModel(s);
    if (given.workload.model > 0)
        applyModel(s, given.workload.model);
    else
        applySize(s, given);
    Workload& w = s.workload;
    bool shaped = false;
    // An architecture that is derived from a size has its vocabulary.
    const std::array of_family{&k.size, &k.active, &k.kind, &k.gated, &k.vocabulary};
    const bool sized = given.workload.model == 0 && stated(k.size)
        && std::ranges::none_of(governed(calibration).by_model,
            [&](const Parameter* p) { return stated(*p) && std::ranges::find(of_family, p) == of_family.end(); });
    for (const Parameter* p : governed(calibration).by_model)
        if (p != &k.size && stated(*p) && !(sized && p == &k.vocabulary)) {
            const double value = statedValue(*p, given);
            shaped = shaped || (p != &k.active && p->get(s) != value);
            p->assign(s, value);
        }
    if (stated(k.vocabulary) && !sized && !stated(k.family_vocabulary))
        w.family_vocabulary = 0;
    const ParameterCount count = shaped && w.kind == ModelKind::transformer
        ? countParameters(w)
        : ParameterCount{w.parameters, w.active_parameters};
    const double size = statedValue(k.size, given);
    const bool typed = stated(k.size) && (isSameSize(size, count.total) || w.kind == ModelKind::generic);
    w.parameters = typed ? size : std::clamp(count.total, k.size.range.min, k.size.range.max);
    if (!stated(k.active))
        w.active_parameters = std::clamp(count.active, k.active.range.min, k.active.range.max);
}

/// A schedule with chunks has two virtual stages at least, every other has one; more than one make it interleaved.
void deriveSchedule(Scenario& s)
{
    const Known& k = known();
    const bool schedule = isStated(k.schedule, s) && (!s.automatic.on || s.automatic.pipeline_schedule);
    const bool chunks = isStated(k.chunks, s) && (!s.automatic.on || s.automatic.virtual_stages);
    if (s.automatic.on && !schedule && !chunks)
        return;
    k.schedule.assign(s, schedule ? statedValue(k.schedule, s) : k.schedule.get(defaults()));
    s.plan.virtual_stages = chunks ? statedValue(k.chunks, s) : loops(s.plan.pipeline_schedule) ? 2 : 1;
    if (!schedule && s.plan.virtual_stages > 1)
        s.plan.pipeline_schedule = PipelineSchedule::interleaved;
}

void deriveExperts(Scenario& s)
{
    const bool planned = s.automatic.on && !s.automatic.expert_parallel;
    if (!planned)
        known().expert.assign(s, statedValue(known().expert, s));
    followExperts(s);
}

StatedBatch statedBatch(const Scenario& s)
{
    const auto stated = [&](const Parameter& p) {
        return isStated(p, s) ? std::optional(statedValue(p, s)) : std::nullopt;
    };
    return {stated(known().micro), stated(known().accumulation), stated(known().global)};
}

void deriveBatch(Scenario& s)
{
    if (s.automatic.on) {
        const double batch = jobBatch(s);
        divideBatch(s, {.micro = s.workload.batch_per_gpu, .accumulation = {}, .global = batch});
        s.workload.global_batch = batch;
    } else {
        divideBatch(s, statedBatch(s));
    }
    keepBatchInRange(s);
}

} // namespace

const Known& known()
{
    static const Known parameters;
    return parameters;
}

bool isSameSize(double stated, double counted)
{
    constexpr double rounding = 0.05;
    return std::abs(stated / counted - 1) <= rounding;
}

double jobBatch(const Scenario& s)
{
    const StatedBatch stated = statedBatch(s);
    if (!s.automatic.on || !stated.any())
        return s.workload.global_batch;
    Scenario by_hand = s;
    for (const Parameter* p : plannedParameters())
        p->assign(by_hand, isStated(*p, s) ? statedValue(*p, s) : p->get(defaults()));
    divideBatch(by_hand, stated);
    keepBatchInRange(by_hand);
    const double batch = by_hand.workload.global_batch;
    return s.assumptions.compute_model == ComputeModel::kernels ? std::max(1.0, std::round(batch)) : batch;
}

void deriveAgain(Scenario& s, Follows what, const Calibration& calibration)
{
    const Known& k = known();
    const Governed& g = governed(calibration);
    if (what & Follows::software)
        refill(s, g.by_software, [&](const Scenario&) { applyStack(s, s.stack.software, calibration); });
    if (what & Follows::machine)
        deriveMachine(s);
    if (what & Follows::gpu)
        refill(s, g.by_gpu, [&](const Scenario&) { applyGpu(s, s.cluster.gpu, calibration); });
    if ((what & Follows::node) && !isStated(k.node, s))
        deriveNode(s);
    if (what & Follows::network)
        refill(s, g.by_network, [&](const Scenario& given) { fillNetwork(s, given, calibration); });
    if (((what & Follows::network) || (what & Follows::node)) && !isStated(k.nics, s))
        deriveNics(s.cluster);
    if (what & Follows::model)
        deriveModel(s, calibration);
    if (what & Follows::schedule)
        deriveSchedule(s);
    if ((what & Follows::optimizer) && !isStated(k.moments, s))
        s.plan.moment_bytes = figuresOf(s.plan.optimizer).moment_bytes;
    if ((what & Follows::model) || (what & Follows::experts))
        deriveExperts(s);
    if ((what & Follows::batch) || (what & Follows::model)) // a generic model's batch need not be whole
        deriveBatch(s);
}

bool isPresetChoice(const Parameter& p)
{
    const Known& k = known();
    return &p == &k.machine || &p == &k.gpu || &p == &k.interconnect || &p == &k.software || &p == &k.model;
}

const Parameters& setByChoice(const Parameter& choice, const Calibration& calibration)
{
    const Known& k = known();
    const Governed& g = governed(calibration);
    static const Parameters none;
    return &choice == &k.machine     ? g.by_machine
        : &choice == &k.gpu          ? g.by_gpu
        : &choice == &k.interconnect ? g.by_network
        : &choice == &k.software     ? g.by_software
        : &choice == &k.model        ? g.by_model
                                     : none;
}

const Parameters& plannedParameters()
{
    static const Parameters all = [] {
        Parameters found;
        for (const Parameter& p : catalogue())
            if (pinOf(p))
                found.push_back(&p);
        return found;
    }();
    return all;
}

} // namespace kneepoint
