// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/job_configuration/records.h"
#include "model/imports/job_configuration/yaml_guard.h"
#include "model/units/text_fields.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
#include <span>

/// Manifests of Kubernetes and tasks of SkyPilot: how many GPUs of which kind on how many nodes, and the commands that
/// run on them. Pods are counted as nodes: replicas × parallelism of each template whose containers ask for GPUs.
namespace kneepoint::job {
namespace {

constexpr std::array<std::string_view, 5> devices{
    "nvidia.com/gpu", "amd.com/gpu", "google.com/tpu", "aws.amazon.com/neuron", "habana.ai/gaudi"};
constexpr std::array<std::string_view, 3> instance_labels{
    "node.kubernetes.io/instance-type", "beta.kubernetes.io/instance-type", "instanceType"};
constexpr std::array<std::string_view, 3> product_labels{
    "nvidia.com/gpu.product", "cloud.google.com/gke-accelerator", "gpu.nvidia.com/class"};

std::string scalar(const YAML::Node& map, std::string_view key)
{
    const YAML::Node value = map.IsMap() ? map[std::string(key)] : YAML::Node();
    return value && value.IsScalar() ? value.Scalar() : std::string();
}

double numberAt(const YAML::Node& map, std::string_view key)
{
    return plainNumber(scalar(map, key)).value_or(0);
}

/// GPUs in a list of resources.
double devicesIn(const YAML::Node& resources)
{
    for (const std::string_view device : devices)
        if (const double count = numberAt(resources, device); count >= 1)
            return count;
    return 0;
}

std::string placeOf(const YAML::Node& node)
{
    return fmt::format("line {}", node.Mark().line + 1);
}

/// The words of a command as a line, or the script that a shell is given.
std::string commandOf(const YAML::Node& container)
{
    std::string line;
    for (const char* key : {"command", "args"}) {
        const YAML::Node words = container[key];
        if (!words || !words.IsSequence())
            continue;
        for (const YAML::Node& word : words) {
            if (!word.IsScalar())
                continue;
            const std::string& text = word.Scalar();
            const bool script = text.find('\n') != std::string::npos || text.find(' ') != std::string::npos;
            if (script)
                line.clear();
            line += line.empty() ? "" : " ";
            line += text;
        }
    }
    return line;
}

class ManifestReading {
public:
    void take(const YAML::Node& node, double factor, int depth)
    {
        if (depth > deepest_nesting || m_visited++ > most_records)
            return;
        if (node.IsSequence())
            for (const YAML::Node& item : node)
                take(item, factor, depth + 1);
        if (!node.IsMap())
            return;
        takeLabels(node);
        for (const char* count : {"replicas", "parallelism"})
            if (const double n = numberAt(node, count); n >= 1)
                factor *= n;
        if (const YAML::Node group = node["leaderWorkerTemplate"]; group && numberAt(group, "size") >= 1)
            factor *= numberAt(group, "size");
        if (const YAML::Node containers = node["containers"]; containers && containers.IsSequence())
            takePod(containers, factor);
        if (const YAML::Node capacity = node["capacity"]; capacity && devicesIn(capacity) > 0)
            add(1, devicesIn(capacity), capacity);
        if (const double nodes = numberAt(node, "desiredCapacity"); nodes >= 1 && !scalar(node, "instanceType").empty())
            add(nodes, 0, node);
        for (const auto& member : node)
            if (member.first.IsScalar() && member.first.Scalar() != "containers")
                take(member.second, factor, depth + 1);
    }

    void takeTask(const YAML::Node& task)
    {
        const YAML::Node resources = task["resources"];
        if (const std::string instance = scalar(resources, "instance_type"); !instance.empty())
            record("launch.instance_type", instance, resources);
        std::string cards = scalar(resources, "accelerators");
        if (const YAML::Node list = resources["accelerators"]; list && list.IsMap() && list.size() == 1)
            cards = list.begin()->first.Scalar() + ":" + list.begin()->second.Scalar();
        if (!cards.empty())
            record("launch.gpus_per_node", cards.find(':') == std::string::npos ? cards + ":1" : cards, resources);
        record("launch.nnodes", scalar(task, "num_nodes").empty() ? "1" : scalar(task, "num_nodes"), task);
        takeScript(scalar(task, "run"), task["run"]);
    }

    Records records()
    {
        if (m_pods > 0 && m_alike) {
            record("launch.nnodes", fmt::format("{}", m_pods), m_place);
            if (m_each > 0)
                record("launch.gpus_per_node", fmt::format("{}", m_each), m_place);
        } else if (m_gpus > 0) {
            record("launch.num_processes", fmt::format("{}", m_gpus), m_place);
        }
        std::ranges::move(m_of_scripts, std::back_inserter(m_records));
        if (m_records.empty())
            return std::nullopt;
        return std::move(m_records);
    }

private:
    void record(std::string key, const std::string& value, const YAML::Node& node)
    {
        record(std::move(key), value, placeOf(node));
    }
    void record(std::string key, const std::string& value, std::string place)
    {
        if (m_records.size() < most_records)
            m_records.push_back({std::move(key), value.substr(0, longest_value), std::move(place)});
    }

    /// Labels of a node, or what a pod selects nodes by.
    void takeLabels(const YAML::Node& map)
    {
        const auto label = [&](std::string_view key, const std::string& value, const YAML::Node& node) {
            if (value.empty())
                return;
            if (!m_has_instance && std::ranges::find(instance_labels, key) != instance_labels.end()) {
                record("launch.instance_type", value, node);
                m_has_instance = true;
            } else if (!m_has_product && std::ranges::find(product_labels, key) != product_labels.end()) {
                record("launch.gpu_product", value, node);
                m_has_product = true;
            }
        };
        for (const auto& keys : {std::span(instance_labels), std::span(product_labels)})
            for (const std::string_view key : keys)
                label(key, scalar(map, key), map);
        const YAML::Node values = map["values"];
        if (scalar(map, "operator") == "In" && values && values.IsSequence() && values.size() == 1
            && values[0].IsScalar())
            label(scalar(map, "key"), values[0].Scalar(), map);
    }

    void takePod(const YAML::Node& containers, double pods)
    {
        double gpus = 0;
        for (const YAML::Node& container : containers) {
            const YAML::Node resources = container.IsMap() ? container["resources"] : YAML::Node();
            if (!resources || !resources.IsMap())
                continue;
            const YAML::Node limits = resources["limits"], requests = resources["requests"];
            const double here = std::max(limits ? devicesIn(limits) : 0, requests ? devicesIn(requests) : 0);
            gpus += here;
            if (here > 0)
                takeScript(variablesOf(container["env"]) + commandOf(container), container);
        }
        if (gpus > 0)
            add(pods, gpus, containers);
    }

    static std::string variablesOf(const YAML::Node& environment)
    {
        std::string lines;
        if (environment && environment.IsSequence())
            for (const YAML::Node& variable : environment)
                if (const std::string value = scalar(variable, "value");
                    !value.empty() && value.find_first_of(" \n'\"$`\\") == std::string::npos)
                    lines += scalar(variable, "name") + "=" + value + "\n";
        return lines;
    }

    void add(double pods, double gpus, const YAML::Node& node)
    {
        m_alike = m_alike && (m_pods <= 0 || m_each == gpus);
        m_each = gpus;
        m_pods += pods;
        m_gpus += pods * gpus;
        if (m_place.empty())
            m_place = placeOf(node);
    }

    /// The first script; those of other pods of a job repeat it.
    void takeScript(const std::string& script, const YAML::Node& node)
    {
        if (script.empty() || !m_of_scripts.empty() || script.size() > most_bytes)
            return;
        if (Records read = shellRecords(script))
            for (Record& record : *read) {
                record.place = fmt::format("{}, in the command", placeOf(node));
                m_of_scripts.push_back(std::move(record));
            }
    }

    std::vector<Record> m_records, m_of_scripts;
    std::size_t m_visited = 0;
    double m_pods = 0, m_gpus = 0, m_each = 0;
    bool m_alike = true, m_has_instance = false, m_has_product = false;
    std::string m_place;
};

bool hasLine(std::string_view text, std::string_view beginning)
{
    return text.starts_with(beginning) || text.find(fmt::format("\n{}", beginning)) != std::string_view::npos;
}

} // namespace

Records orchestratorRecords(std::string_view text)
{
    const bool manifest = hasLine(text, "apiVersion:") && hasLine(text, "kind:");
    const bool task = hasLine(text, "resources:") && (hasLine(text, "run:") || hasLine(text, "num_nodes:"));
    if ((!manifest && !task) || isUnsafeYaml(text))
        return std::nullopt;
    try {
        ManifestReading reading;
        for (const YAML::Node& document : YAML::LoadAll(std::string(text)))
            if (document.IsMap() && task && !manifest && document["resources"].IsMap())
                reading.takeTask(document);
            else if (manifest)
                reading.take(document, 1, 0);
        return reading.records();
    } catch (const YAML::Exception&) {
        return std::nullopt;
    }
}

} // namespace kneepoint::job
