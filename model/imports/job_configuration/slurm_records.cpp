// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/hardware_names.h"
#include "model/imports/job_configuration/records.h"
#include "model/units/text_fields.h"

#include <fmt/format.h>

#include <algorithm>

/// What Slurm says of a job or of nodes: `scontrol show job`, `scontrol show node`, and nodes in slurm.conf.
namespace kneepoint::job {
namespace {

/// The value of "NumNodes=4" among the words of a line; empty if it is not there.
std::string_view valueOf(std::string_view line, std::string_view key)
{
    for (const std::string_view word : wordsOf(line))
        if (word.size() > key.size() && word.starts_with(key) && word[key.size()] == '=')
            return word.substr(key.size() + 1);
    return {};
}

/// "gpu:h100:8" of "gpu:h100:8(S:0-1)" and of "gres/gpu:h100=8".
std::string cardsOf(std::string_view resources)
{
    for (std::string_view part : split(resources, ',')) {
        if (part.starts_with("gres/") || part.starts_with("gres:"))
            part.remove_prefix(5);
        if (part != "gpu" && !part.starts_with("gpu:") && !part.starts_with("gpu="))
            continue;
        std::string cards(part.substr(0, part.find('(')));
        std::ranges::replace(cards, '=', ':');
        return cards;
    }
    return {};
}

class SlurmReading {
public:
    void take(std::string_view line, std::size_t number)
    {
        m_place = fmt::format("line {}", number);
        if (const std::string_view nodes = valueOf(line, "NumNodes"); !nodes.empty()) // "4" or "4-4"
            add("launch.nnodes", nodes.substr(0, nodes.find('-')));
        if (const std::string_view tasks = valueOf(line, "NumTasks"); !tasks.empty())
            add("launch.ntasks", tasks);
        for (const std::string_view key : {"TresPerNode", "Gres"})
            if (const std::string cards = cardsOf(valueOf(line, key)); !cards.empty()) {
                add("launch.gpus_per_node", cards);
                const std::vector<std::string_view> parts = split(cards, ':');
                if (parts.size() > 2 && !gpuPresetOf(parts[1]).empty())
                    add("launch.gpu_product", parts[1]);
            }
        for (const std::string_view key : {"ReqTRES", "TRES", "AllocTRES"})
            if (const std::string cards = cardsOf(valueOf(line, key)); !cards.empty() && !m_of_a_node)
                add("launch.gpus", cards);
        m_of_a_node = m_of_a_node || !valueOf(line, "NodeName").empty();
    }

    Records records()
    {
        if (m_records.empty())
            return std::nullopt;
        return std::move(m_records);
    }

private:
    /// The first of each: nodes of a cluster are alike, or a later one is listed as different.
    void add(std::string key, std::string_view value)
    {
        const auto same = [&](const Record& r) { return r.key == key && r.value == value; };
        if (m_records.size() < most_records && std::ranges::none_of(m_records, same))
            m_records.push_back({std::move(key), std::string(value.substr(0, longest_value)), m_place});
    }

    std::vector<Record> m_records;
    std::string m_place;
    bool m_of_a_node = false;
};

} // namespace

Records slurmRecords(std::string_view text)
{
    const auto begins = [&](std::string_view word) {
        return text.starts_with(word) || text.find(fmt::format("\n{}", word)) != std::string_view::npos;
    };
    if (!begins("NodeName=") && !begins("JobId="))
        return std::nullopt;
    SlurmReading reading;
    std::size_t number = 0;
    for (const std::string_view line : split(text, '\n'))
        reading.take(line, ++number);
    return reading.records();
}

} // namespace kneepoint::job
