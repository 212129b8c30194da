// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/trace_events.h"

#include "model/imports/collective_table.h"
#include "model/imports/device_threads.h"
#include "model/imports/trace_stream.h"
#include "model/units/text_fields.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <array>
#include <unordered_map>

namespace kneepoint {
namespace {

namespace od = simdjson::ondemand;

/// What an event is used for, by its category. Names before May 2022 and now.
enum class Role { ignored, kernel, memory, runtime, host };

struct CategoryRole {
    std::string_view category; ///< lower case
    Role role;
};
constexpr std::array categories{CategoryRole{"kernel", Role::kernel}, CategoryRole{"gpu_memcpy", Role::memory},
    CategoryRole{"gpu_memset", Role::memory}, CategoryRole{"memcpy", Role::memory},
    CategoryRole{"memset", Role::memory}, CategoryRole{"cuda_runtime", Role::runtime},
    CategoryRole{"cuda_driver", Role::runtime}, CategoryRole{"hip_runtime", Role::runtime},
    CategoryRole{"runtime", Role::runtime}, CategoryRole{"cpu_op", Role::host}, CategoryRole{"operator", Role::host},
    CategoryRole{"user_annotation", Role::host}};

bool equalIgnoringCase(std::string_view text, std::string_view lower)
{
    return text.size() == lower.size() && std::equal(text.begin(), text.end(), lower.begin(), [](char a, char b) {
        return (a >= 'A' && a <= 'Z' ? static_cast<char>(a + ('a' - 'A')) : a) == b;
    });
}

Role roleOf(std::string_view category)
{
    const auto* const found = std::ranges::find_if(
        categories, [&](const CategoryRole& c) { return equalIgnoringCase(category, c.category); });
    return found == categories.end() ? Role::ignored : found->role;
}

/// The text of a member that is a string, escapes included, without parsing the event; empty if there is none.
std::string_view rawString(std::string_view event, std::string_view quoted_key)
{
    std::size_t at = event.find(quoted_key);
    if (at == std::string_view::npos)
        return {};
    at = event.find_first_not_of(" \t\r\n:", at + quoted_key.size());
    if (at == std::string_view::npos || event[at] != '"')
        return {};
    const std::size_t end = event.find('"', at + 1);
    return end == std::string_view::npos ? std::string_view() : event.substr(at + 1, end - at - 1);
}

/// What an event says of a collective.
struct CollectiveArguments {
    std::string operation, group, description;
    double in_elements = 0, out_elements = 0, element_bytes = 0, group_size = 0;
    std::int64_t external = -1; ///< negative if there is none

    /// Payload as nccl-tests counts it: all-gather by its output, everything else by its input.
    [[nodiscard]] double bytes() const
    {
        return element_bytes * (operation == "all_gather" ? out_elements : in_elements);
    }
};

struct ParsedEvent {
    bool complete = false; ///< phase "X" with start and duration
    TimeSpan time;
    CollectiveArguments collective;
};

double elementBytes(std::string_view type)
{
    struct TypeSize {
        std::string_view name;
        double bytes;
    };
    constexpr std::array sizes{TypeSize{"Float8", 1}, TypeSize{"Float", 4}, TypeSize{"BFloat16", 2},
        TypeSize{"Half", 2}, TypeSize{"Double", 8}, TypeSize{"Long", 8}, TypeSize{"Int", 4}, TypeSize{"Byte", 1},
        TypeSize{"Char", 1}, TypeSize{"Bool", 1}, TypeSize{"Short", 2}};
    const auto* const found = std::ranges::find_if(sizes, [&](const TypeSize& s) { return type.starts_with(s.name); });
    return found == sizes.end() ? 0 : found->bytes;
}

double numberOf(od::value value)
{
    double number = 0;
    return value.get_double().get(number) == simdjson::SUCCESS ? number : 0;
}
std::string textOf(od::value value)
{
    std::string_view text;
    return value.get_string().get(text) == simdjson::SUCCESS ? std::string(text) : std::string();
}

void readArgument(std::string_view key, od::value value, CollectiveArguments& c)
{
    if (key == "Collective name") {
        const std::string name = textOf(value);
        const std::string_view known = collectiveId(name);
        c.operation = known.empty() ? std::string(operationOfKernel(name)) : std::string(known);
    } else if (key == "In msg nelems")
        c.in_elements = numberOf(value);
    else if (key == "Out msg nelems")
        c.out_elements = numberOf(value);
    else if (key == "dtype")
        c.element_bytes = elementBytes(textOf(value));
    else if (key == "Process Group Name")
        c.group = textOf(value);
    else if (key == "Process Group Description")
        c.description = textOf(value);
    else if (key == "Group size")
        c.group_size = numberOf(value);
    else if (key == "External id" || key == "external id") {
        if (std::int64_t id = 0; !value.get_int64().get(id)) // a whole number
            c.external = id;
    }
}

/// Collects the events that count.
class EventCollector {
public:
    void take(const TraceStream::Piece& piece, TraceStream& stream)
    {
        if (piece.key.empty())
            takeEvent(piece.text, stream);
        else if (piece.key == "distributedInfo")
            readRank(piece.text);
        else if (piece.key == "deviceProperties")
            m_events.gpu = rawString(piece.text, "\"name\"");
    }

    [[nodiscard]] TraceEvents finished()
    {
        resolveCollectives();
        std::ranges::stable_sort(m_events.steps, {}, [](const TraceStep& s) { return s.window.start; });
        std::ranges::stable_sort(m_events.timeline.calls, {}, &CollectiveCall::start_ns);
        return std::move(m_events);
    }

private:
    void takeEvent(std::string_view text, TraceStream& stream)
    {
        const std::string_view category = rawString(text, "\"cat\"");
        const std::string_view name = rawString(text, "\"name\"");
        Role role = roleOf(category);
        auto kind = DeviceThreads::Kind::none;
        if (category.empty() && !m_devices.take(text)) {
            kind = m_devices.kindOf(text);
            if (kind == DeviceThreads::Kind::work)
                role = name.starts_with("Memcpy") || name.starts_with("Memset") ? Role::memory : Role::kernel;
        }
        if (role == Role::ignored && kind == DeviceThreads::Kind::none)
            return;
        const bool step = name.starts_with("ProfilerStep#") || kind == DeviceThreads::Kind::steps;
        const bool loader = contains(name, "DataLoader") && contains(name, "__next__");
        const bool collective = name == "record_param_comms";
        if (role == Role::host && !step && !loader && !collective)
            return;
        const bool communicates = role == Role::kernel && (isCommunication(name) || isXlaCollective(name));
        ParsedEvent event;
        if (!parse(text, communicates || collective, event)) {
            if (m_events.broken_events++ == 0)
                m_events.first_broken = fmt::format("byte {}", stream.position());
            stream.retryInsideLast();
            return;
        }
        if (!event.complete || isFull())
            return;
        if (role == Role::runtime)
            m_events.runtime.add(event.time);
        else if (step)
            addStep(kind == DeviceThreads::Kind::steps ? name : name.substr(std::string_view("ProfilerStep#").size()),
                event.time);
        else if (loader)
            m_events.loader.add(event.time);
        else if (collective)
            m_described.try_emplace(event.collective.external, event.collective);
        else
            addGpuWork(role, communicates, name, event);
    }

    void addGpuWork(Role role, bool communicates, std::string_view name, ParsedEvent& event)
    {
        (role == Role::memory  ? m_events.memory
                : communicates ? m_events.communication
                               : m_events.compute)
            .add(event.time);
        if (event.time.end > event.time.start)
            ++m_events.gpu_events;
        m_events.span.start = std::min(m_events.span.start, event.time.start);
        m_events.span.end = std::max(m_events.span.end, event.time.end);
        if (!communicates)
            return;
        if (event.collective.operation.empty())
            event.collective.operation = operationOfKernel(name);
        CollectiveCall call{.start_ns = event.time.start, .duration_ns = event.time.end - event.time.start};
        describe(call, event.collective);
        m_external.push_back(event.collective.group.empty() ? event.collective.external : -1);
        m_events.timeline.calls.push_back(call);
    }

    void describe(CollectiveCall& call, const CollectiveArguments& c)
    {
        call.group = nameIndex(c.description.empty() ? c.group : c.group + ' ' + c.description);
        std::vector<double>& sizes = m_events.timeline.group_sizes;
        if (c.group_size > 0 && c.group_size <= 1e7) {
            sizes.resize(std::max<std::size_t>(sizes.size(), call.group + 1));
            sizes[call.group] = c.group_size;
        }
        call.operation = nameIndex(c.operation);
        call.bytes = c.bytes();
    }

    /// Gives collectives without arguments of their own those of the host operation that launched them.
    void resolveCollectives()
    {
        for (std::size_t i = 0; i < m_external.size(); ++i)
            if (const auto found = m_described.find(m_external[i]); m_external[i] >= 0 && found != m_described.end())
                describe(m_events.timeline.calls[i], found->second);
    }

    std::uint32_t nameIndex(const std::string& name)
    {
        const auto [found, added] =
            m_names.try_emplace(name, static_cast<std::uint32_t>(m_events.timeline.names.size()));
        if (added)
            m_events.timeline.names.push_back(name);
        return found->second;
    }

    void addStep(std::string_view name, TimeSpan window) // its number as text
    {
        const auto number = leadingNumber(name);
        constexpr std::size_t most_steps = 100000;
        if (number && m_events.steps.size() < most_steps)
            m_events.steps.push_back({static_cast<std::int64_t>(std::clamp(*number, 0.0, 1e15)), window});
    }

    bool isCommunication(std::string_view name)
    {
        constexpr std::size_t most_names = 65536;
        const auto found = m_communicates.find(std::string(name));
        if (found != m_communicates.end())
            return found->second;
        const bool communicates = isCommunicationKernel(name);
        if (m_communicates.size() < most_names)
            m_communicates.emplace(name, communicates);
        return communicates;
    }

    /// Memory is bounded whatever the trace: beyond this, events are counted and dropped.
    bool isFull()
    {
        constexpr std::size_t most_collectives = 2000000, most_described = 1000000, check_every = 1024;
        if (m_seen++ % check_every == 0) {
            constexpr std::size_t most_parts = 6000000;
            m_full = m_events.timeline.calls.size() > most_collectives || m_described.size() > most_described
                || m_events.compute.held() + m_events.communication.held() + m_events.memory.held()
                        + m_events.runtime.held()
                    > most_parts;
        }
        m_events.dropped_events += m_full ? 1 : 0;
        return m_full;
    }

    bool parse(std::string_view text, bool with_arguments, ParsedEvent& event)
    {
        od::document document;
        od::object object;
        if (m_parser.iterate(text.data(), text.size(), text.size() + simdjson::SIMDJSON_PADDING).get(document)
            || document.get_object().get(object))
            return false;
        std::optional<std::int64_t> start, duration;
        bool complete = false;
        for (auto field : object) {
            std::string_view key;
            od::value value;
            if (field.unescaped_key().get(key) || field.value().get(value))
                return false;
            if (key == "ph") {
                std::string_view phase;
                complete = !value.get_string().get(phase) && phase == "X";
            } else if (key == "ts" || key == "dur") {
                const auto time = nanosecondsOf(value.raw_json_token());
                if (!time)
                    return false;
                (key == "ts" ? start : duration) = time;
            } else if (key == "args" && with_arguments) {
                readArguments(value, event.collective);
            }
        }
        constexpr std::int64_t latest = std::numeric_limits<std::int64_t>::max() / 2;
        event.complete = complete && start && duration && *duration >= 0 && *start < latest && *duration < latest;
        if (event.complete)
            event.time = {*start, *start + *duration};
        return true;
    }

    static void readArguments(od::value value, CollectiveArguments& collective)
    {
        od::object arguments;
        if (value.get_object().get(arguments))
            return;
        for (auto field : arguments) {
            std::string_view key;
            od::value argument;
            if (field.unescaped_key().get(key) || field.value().get(argument))
                return;
            readArgument(key, argument, collective);
        }
    }

    void readRank(std::string_view text)
    {
        const auto member = [&](std::string_view key) {
            const std::size_t at = text.find(key);
            return at == std::string_view::npos ? std::nullopt : numberAfter(text.substr(at), key);
        };
        m_events.timeline.rank = static_cast<int>(std::clamp(member("\"rank\"").value_or(-1), -1.0, 1e7));
        m_events.timeline.world_size = static_cast<int>(std::clamp(member("\"world_size\"").value_or(0), 0.0, 1e7));
    }

    TraceEvents m_events;
    od::parser m_parser;
    DeviceThreads m_devices;
    std::unordered_map<std::string, bool> m_communicates;
    std::unordered_map<std::string, std::uint32_t> m_names;
    std::unordered_map<std::int64_t, CollectiveArguments> m_described; ///< by external id
    std::vector<std::int64_t> m_external;                              ///< of each call; -1: described already
    std::size_t m_seen = 0;
    bool m_full = false;
};

} // namespace

TraceEvents readTraceEvents(ByteSource& source)
{
    TraceStream stream(source);
    EventCollector collector;
    while (const auto piece = stream.next())
        collector.take(*piece, stream);
    TraceEvents events = collector.finished();
    events.broken_events += static_cast<double>(stream.unclosed());
    if (events.first_broken.empty())
        events.first_broken = "events";
    events.cut_short = stream.isCutShort();
    return events;
}

} // namespace kneepoint
