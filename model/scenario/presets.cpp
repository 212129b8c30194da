// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/scenario/presets.h"

#include "model/scenario/architecture.h"
#include "model/scenario/calibration.h"
#include "model/scenario/preset_library.h"
#include "model/scenario/scenario.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <mutex>
#include <stdexcept>

namespace kneepoint {
namespace {

using library::Json;

constexpr std::array<const char*, precision_count> precision_keys{"fp32", "tf32", "fp16", "bf16", "fp8", "fp4"};

// Fields common to all library entries.
template <class Preset> Preset described(const Json& json)
{
    Preset p;
    p.id = json.at("id");
    p.name = json.at("name");
    p.source = json.at("source");
    p.note = json.value("note", "");
    p.assumed = json.value("assumed", false);
    return p;
}

Topology topologyOf(int axes)
{
    for (const Topology topology : {Topology::switched, Topology::torus_2d, Topology::torus_3d})
        if (torusAxes(topology) == axes)
            return topology;
    throw std::invalid_argument(fmt::format("a torus has 2 or 3 axes, not {}", axes));
}

GpuPreset readGpu(const Json& json)
{
    library::onlyKeys(json,
        {"id", "name", "vendor", "source", "note", "assumed", "peak_tflop_per_s", "memory_gb", "memory_gb_per_s",
            "power_w", "scale_up", "scale_up_gb_per_s", "scale_up_efficiency", "scale_up_domain", "switch_gpus",
            "switch_reduction", "architecture", "torus_axes", "torus_ring", "scale_up_latency_us"});
    auto p = described<GpuPreset>(json);
    p.vendor = json.at("vendor");
    p.architecture = json.at("architecture");
    const Json& peaks = json.at("peak_tflop_per_s");
    library::onlyKeys(peaks, {"fp32", "tf32", "fp16", "bf16", "fp8", "fp4"});
    for (std::size_t i = 0; i < precision_count; ++i)
        p.peak[i] = peaks.value(precision_keys[i], 0.0) * 1e12;
    p.memory_bytes = json.at("memory_gb").get<double>() * 1e9;
    p.memory_bandwidth = json.at("memory_gb_per_s").get<double>() * 1e9;
    p.power_w = json.at("power_w");
    p.scale_up_bandwidth = json.at("scale_up_gb_per_s").get<double>() * 1e9;
    p.scale_up_efficiency = json.at("scale_up_efficiency");
    p.scale_up_domain = json.at("scale_up_domain");
    p.switch_gpus = json.value("switch_gpus", 0.0);
    p.switch_reduction = json.value("switch_reduction", false);
    p.topology = topologyOf(json.value("torus_axes", 0));
    p.torus_ring = json.value("torus_ring", p.torus_ring);
    p.scale_up_latency_s = json.value("scale_up_latency_us", 0.0) / 1e6;
    return p;
}

Protocol protocolNamed(const std::string& name)
{
    if (name == "tcp")
        return Protocol::tcp;
    if (name == "rdma")
        return Protocol::rdma;
    if (name == "scale_up")
        return Protocol::scale_up;
    throw std::invalid_argument("unknown protocol " + name);
}

InterconnectPreset readInterconnect(const Json& json)
{
    library::onlyKeys(json,
        {"id", "name", "source", "note", "assumed", "protocol", "line_gbit_per_s", "achieved_gb_per_s", "latency_us"});
    auto p = described<InterconnectPreset>(json);
    p.protocol = protocolNamed(json.at("protocol"));
    p.line_rate = json.at("line_gbit_per_s").get<double>() * 1e9 / 8;
    p.efficiency = json.at("achieved_gb_per_s").get<double>() * 1e9 / p.line_rate;
    p.latency_s = json.at("latency_us").get<double>() / 1e6;
    return p;
}

PresetValue setting(std::string parameter, const Json& value)
{
    return {std::move(parameter), value.is_boolean() ? (value.get<bool>() ? 1.0 : 0.0) : value.get<double>()};
}

StackPreset readStack(const Json& json)
{
    library::onlyKeys(json,
        {"id", "name", "source", "note", "assumed", "splits", "zero_stages", "settings", "family", "program", "generic",
            "like", "gradient_bits"});
    auto p = described<StackPreset>(json);
    p.family = json.at("family");
    p.generic = json.value("generic", false);
    p.program = p.generic ? std::string() : json.at("program").get<std::string>();
    p.like = json.value("like", "");
    p.gradient_bits = json.value("gradient_bits", 32.0);
    if (json.contains("splits"))
        p.splits = json.at("splits").get<std::vector<std::string>>();
    if (json.contains("zero_stages"))
        p.zero_stages = json.at("zero_stages").get<std::vector<int>>();
    for (const auto& [id, value] : json.at("settings").items())
        p.settings.push_back(setting(id, value));
    return p;
}

// Whatever does not describe the entry itself is a parameter of the workload.
ModelPreset readModel(const Json& json)
{
    auto p = described<ModelPreset>(json);
    p.family = json.at("family");
    p.kind = json.value("kind", "transformer") == "generic" ? ModelKind::generic : ModelKind::transformer;
    constexpr std::array described_above{"id", "name", "family", "kind", "source", "note", "assumed", "training"};
    for (const auto& [key, value] : json.items())
        if (std::ranges::find(described_above, key) == described_above.end())
            p.settings.push_back(setting("workload." + key, value));
    if (json.contains("training")) {
        const Json& training = json.at("training");
        library::onlyKeys(training, {"sequence", "batch", "source"});
        p.training_sequence = training.value("sequence", 0.0);
        p.training_batch = training.at("batch");
    }
    return p;
}

constexpr std::string_view scenario_folder = "scenarios/";

ScenarioFile readScenario(const EmbeddedFile& file, const Calibration& calibration)
{
    auto parsed = parseScenario(file.text, file.name, calibration);
    if (!parsed)
        library::broken(file.name, parsed.error().message);
    parsed->id = file.name.substr(scenario_folder.size());
    return std::move(*parsed);
}

// The scenarios of menu.json in its order, then those it forgets.
std::vector<ScenarioFile> readScenarios()
{
    constexpr std::string_view menu = "scenarios/menu";
    std::vector<std::string> order;
    std::vector<ScenarioFile> files;
    for (const EmbeddedFile& file : embeddedFiles()) {
        if (file.name == menu) {
            try {
                order = Json::parse(file.text).at("menu").get<std::vector<std::string>>();
            } catch (const std::exception& problem) {
                library::broken(file.name, problem.what());
            }
        } else if (file.name.starts_with(scenario_folder)) {
            files.push_back(readScenario(file, shippedCalibration()));
        }
    }
    const auto place = [&](const ScenarioFile& f) { return std::find(order.begin(), order.end(), f.id); };
    std::stable_sort(files.begin(), files.end(), [&](const auto& a, const auto& b) { return place(a) < place(b); });
    return files;
}

std::string noteOf(const std::string& note, const std::string& source)
{
    return note.empty() ? fmt::format("Source: {}.", source) : fmt::format("{}. Source: {}.", note, source);
}

// A library's entries as choices, "custom" first. The texts live as long as the choices that look at them.
struct Choices {
    std::vector<std::string> notes;
    std::vector<Choice> list;

    template <class Preset> explicit Choices(std::span<const Preset> presets)
    {
        for (const Preset& p : presets)
            notes.push_back(noteOf(p.note, p.source));
        list.push_back({"custom", "Custom", ""});
        for (std::size_t i = 0; i < presets.size(); ++i)
            list.push_back({presets[i].id, presets[i].name, notes[i]});
    }
};

// The entry an index means, or nullptr for custom.
template <class Preset> const Preset* entry(std::span<const Preset> presets, PresetIndex index)
{
    return index > 0 ? &presets[static_cast<std::size_t>(index) - 1] : nullptr;
}

template <class Preset> bool knows(std::span<const Preset> presets, PresetIndex index)
{
    return index >= 0 && static_cast<std::size_t>(index) <= presets.size();
}

} // namespace

std::span<const GpuPreset> gpuPresets()
{
    static const auto presets = library::read("gpus", readGpu);
    return presets;
}

std::span<const InterconnectPreset> interconnectPresets()
{
    static const auto presets = library::read("interconnects", readInterconnect);
    return presets;
}

std::span<const ModelPreset> modelPresets()
{
    static const auto presets = library::read("models", readModel);
    return presets;
}

std::span<const StackPreset> stackPresets()
{
    static const auto presets = library::read("stacks", readStack);
    return presets;
}

std::span<const ScenarioFile> scenarioPresets()
{
    static const auto presets = readScenarios();
    return presets;
}

const ScenarioFile* findScenarioPreset(std::string_view id)
{
    // Loaded on first use: a window that opens one scenario does not need to read them all.
    static std::mutex reading;
    static std::map<std::string, ScenarioFile, std::less<>> found;
    const std::scoped_lock lock(reading);
    if (const auto known = found.find(id); known != found.end())
        return &known->second;
    auto read = scenarioPreset(id, shippedCalibration());
    return read ? &found.emplace(id, std::move(*read)).first->second : nullptr;
}

std::optional<ScenarioFile> scenarioPreset(std::string_view id, const Calibration& calibration)
{
    for (const EmbeddedFile& file : embeddedFiles())
        if (file.name.starts_with(scenario_folder) && file.name.substr(scenario_folder.size()) == id && id != "menu")
            return readScenario(file, calibration);
    return {};
}

std::span<const Choice> gpuChoices()
{
    static const Choices choices(gpuPresets());
    return choices.list;
}

std::span<const Choice> interconnectChoices()
{
    static const Choices choices(interconnectPresets());
    return choices.list;
}

std::span<const Choice> stackChoices()
{
    static const Choices choices(stackPresets());
    return choices.list;
}

std::span<const Choice> modelChoices()
{
    static const Choices choices(modelPresets());
    return choices.list;
}

void applyGpu(Scenario& s, PresetIndex index, const Calibration& calibration)
{
    if (!knows(gpuPresets(), index))
        return;
    Cluster& c = s.cluster;
    c.gpu = index;
    if (const GpuPreset* p = entry(gpuPresets(), index)) {
        c.peak = p->peak;
        c.memory_bytes = p->memory_bytes;
        c.memory_bandwidth = p->memory_bandwidth;
        c.power_w = p->power_w;
        c.scale_up_bandwidth = p->scale_up_bandwidth;
        c.scale_up_efficiency = p->scale_up_efficiency;
        c.topology = p->topology;
        c.torus_ring = p->torus_ring;
        c.switch_gpus = p->switch_gpus;
        c.bridge_share = c.socket_share = 1;
        const ConstantSet& kernels = calibration.constants->kernels;
        applySettings(s, kernels.gpu(p->id));
        applySettings(s, settingsOf(calibration.constants->links, p->id));
        if (p->scale_up_latency_s > 0)
            c.scale_up_latency_s = p->scale_up_latency_s;
        if (!p->switch_reduction)
            c.switch_reduction = 0;
    }
}

double usualNode(PresetIndex gpu)
{
    return gpuPresets()[static_cast<std::size_t>(gpu) - 1].scale_up_domain;
}

void applyInterconnect(Scenario& s, PresetIndex index, const Calibration& calibration)
{
    if (!knows(interconnectPresets(), index))
        return;
    Cluster& c = s.cluster;
    c.interconnect = index;
    if (const InterconnectPreset* p = entry(interconnectPresets(), index)) {
        c.protocol = p->protocol;
        c.link_rate = p->line_rate;
        c.link_efficiency = p->efficiency;
        c.link_latency_s = p->latency_s;
        c.exchange_share = 1;
        applySettings(s, settingsOf(calibration.constants->links, p->id));
    }
}

void applyModel(Scenario& s, PresetIndex index)
{
    if (!knows(modelPresets(), index))
        return;
    s.workload.model = index;
    if (const ModelPreset* p = entry(modelPresets(), index)) {
        resetModel(s);
        s.workload.kind = p->kind;
        applySettings(s, p->settings);
        const auto counts_active = [](const PresetValue& v) { return v.parameter == "workload.active_parameters"; };
        if (std::ranges::none_of(p->settings, counts_active))
            s.workload.active_parameters = s.workload.parameters;
    }
}

Workload workloadOf(const ModelPreset& p)
{
    Scenario s;
    applyModel(s, static_cast<PresetIndex>(&p - modelPresets().data()) + 1);
    return s.workload;
}

namespace {

const StackPreset& stackNamed(const std::string& id)
{
    const auto found = std::ranges::find(stackPresets(), id, &StackPreset::id);
    if (found == stackPresets().end())
        throw std::invalid_argument("unknown stack " + id);
    return *found;
}

void applyMeasured(Scenario& s, const StackPreset& stack, const Calibration& calibration)
{
    applySettings(s, stack.settings);
    applySettings(s, calibration.constants->kernels.stack(stack.id));
}

} // namespace

void applyStack(Scenario& s, PresetIndex index, const Calibration& calibration)
{
    if (!knows(stackPresets(), index))
        return;
    const StackPreset* p = entry(stackPresets(), index);
    if (p) {
        const double sustained = s.stack.compute_efficiency;
        s.stack = Stack{};
        s.stack.compute_efficiency = sustained;
        if (!p->like.empty())
            applyMeasured(s, stackNamed(p->like), calibration);
        applyMeasured(s, *p, calibration);
        assumeRealistic(s);
    }
    s.stack.software = index;
}

void assumeRealistic(Scenario& s)
{
    s.assumptions.compute_model = ComputeModel::kernels;
    s.assumptions.collective_model = CollectiveModel::protocols;
    s.assumptions.overlap_model = OverlapModel::stack;
}

} // namespace kneepoint
