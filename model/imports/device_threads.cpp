// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/device_threads.h"

#include "model/units/text_fields.h"

#include <algorithm>
#include <array>

namespace kneepoint {
namespace {

/// The name in an event's arguments.
std::string_view nameInArguments(std::string_view event)
{
    const std::size_t arguments = event.find("\"args\"");
    const std::size_t key = event.find("\"name\"", std::min(arguments, event.size()));
    if (arguments == std::string_view::npos || key == std::string_view::npos)
        return {};
    const std::size_t begin = event.find('"', key + std::string_view("\"name\"").size());
    if (begin == std::string_view::npos)
        return {};
    return event.substr(begin + 1, event.find('"', begin + 1) - begin - 1);
}

} // namespace

bool DeviceThreads::take(std::string_view event)
{
    const bool process = contains(event, "\"process_name\"");
    if (!process && !contains(event, "\"thread_name\""))
        return false;
    constexpr std::size_t most_threads = 100000;
    const auto pid = numberAfter(event, "\"pid\"");
    const std::string_view name = nameInArguments(event);
    if (!pid || m_threads.size() > most_threads || m_devices.size() > most_threads)
        return true;
    if (process && name.starts_with("/device:") && !contains(name, "CPU"))
        m_devices.emplace(*pid, contains(name, "GPU"));
    else if (const auto tid = numberAfter(event, "\"tid\""); !process && tid)
        m_threads.emplace(std::pair(*pid, *tid), std::string(name));
    return true;
}

DeviceThreads::Kind DeviceThreads::kindOf(std::string_view event) const
{
    if (m_devices.empty())
        return Kind::none;
    const auto pid = numberAfter(event, "\"pid\""), tid = numberAfter(event, "\"tid\"");
    if (!pid || !tid || *pid != m_devices.begin()->first)
        return Kind::none;
    const auto thread = m_threads.find({*pid, *tid});
    if (thread == m_threads.end())
        return Kind::none;
    const std::string_view name = thread->second;
    if (name == "Steps")
        return Kind::steps;
    const bool works = m_devices.begin()->second ? name.starts_with("Stream #") : name == "XLA Ops";
    return works ? Kind::work : Kind::none;
}

bool isXlaCollective(std::string_view name)
{
    constexpr std::array<std::string_view, 5> collectives{
        "all-reduce", "all-gather", "reduce-scatter", "all-to-all", "collective-permute"};
    return std::ranges::any_of(collectives, [&](std::string_view c) { return name.starts_with(c); });
}

} // namespace kneepoint
