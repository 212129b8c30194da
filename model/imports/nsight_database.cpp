// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/format_readers.h"

#include "model/imports/nsight_steps.h"
#include "model/imports/sqlite_database.h"
#include "model/imports/trace.h"
#include "model/imports/trace_events.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace kneepoint {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kernels = "CUPTI_ACTIVITY_KIND_KERNEL";
constexpr const char* damaged = "is an SQLite database that is damaged: export the report again";

/// A GPU as one process sees it.
struct Device {
    std::int64_t process = 0, id = 0;
    std::int64_t kernels = 0;
    bool has_process = false;

    [[nodiscard]] std::string condition() const
    {
        return has_process ? fmt::format("deviceId = {} AND globalPid = {}", id, process)
                           : fmt::format("deviceId = {}", id);
    }
};

class NsightReading {
public:
    explicit NsightReading(SqliteDatabase& database)
        : m_database(database)
    {
    }

    Result<TraceEvents> read()
    {
        if (!m_database.hasTable("StringIds") || !m_database.hasTable("CUPTI_ACTIVITY_KIND_RUNTIME"))
            if (!m_database.hasTable(kernels))
                return failure("is an SQLite database that Nsight Systems did not export with CUDA activity");
        if (m_database.hasTable(kernels))
            findDevices();
        if (m_devices.empty())
            return failure(
                m_damaged ? damaged : "is an Nsight Systems export without a kernel: profile with --trace cuda,nvtx");
        takeKernels();
        for (const std::string_view table : {"CUPTI_ACTIVITY_KIND_MEMCPY"sv, "CUPTI_ACTIVITY_KIND_MEMSET"sv})
            takeTimes(table, m_events.memory);
        if (const std::string reason = graphsHide(); !reason.empty())
            return failure(reason);
        takeHost();
        takeName();
        if (m_damaged)
            return failure(damaged);
        std::ranges::stable_sort(m_events.timeline.calls, {}, &CollectiveCall::start_ns);
        return std::move(m_events);
    }

    [[nodiscard]] std::size_t otherDevices() const { return m_devices.size() - 1; }

private:
    /// Reads all rows; a damaged page ends them.
    template <class Take> void each(SqliteQuery rows, Take take)
    {
        while (rows.next())
            take(rows);
        m_damaged = m_damaged || rows.isDamaged();
    }

    void findDevices()
    {
        const bool has_process = m_database.hasColumn(kernels, "globalPid");
        each(m_database.query(fmt::format("SELECT deviceId, {}, COUNT(*) FROM {} GROUP BY 1, 2 LIMIT 1024",
                 has_process ? "globalPid" : "0", kernels)),
            [&](const SqliteQuery& row) {
                m_devices.push_back({row.integer(1), row.integer(0), row.integer(2), has_process});
            });
        std::ranges::stable_sort(m_devices, std::ranges::greater(), &Device::kernels);
    }

    void takeKernels()
    {
        const char* const name = m_database.hasColumn(kernels, "demangledName") ? "demangledName" : "shortName";
        const auto take = [&](const SqliteQuery& row) {
            const TimeSpan time{row.integer(0), row.integer(1)};
            if (!takeTime(time))
                return;
            const Name& known = nameOf(row.integer(2));
            (known.communicates ? m_events.communication : m_events.compute).add(time);
            constexpr std::size_t most_calls = 4 << 20;
            if (known.communicates && m_events.timeline.calls.size() < most_calls)
                m_events.timeline.calls.push_back(
                    {.operation = known.operation, .start_ns = time.start, .duration_ns = time.end - time.start});
        };
        each(m_database.query(
                 fmt::format("SELECT start, end, {} FROM {} WHERE {}", name, kernels, m_devices.front().condition())),
            take);
    }

    void takeTimes(std::string_view table, IntervalUnion& times)
    {
        if (!m_database.hasTable(table))
            return;
        each(m_database.query(fmt::format("SELECT start, end FROM {} WHERE {}", table, m_devices.front().condition())),
            [&](const SqliteQuery& row) {
                if (const TimeSpan time{row.integer(0), row.integer(1)}; takeTime(time))
                    times.add(time);
            });
    }

    /// Counts an event of the GPU; false if it has no valid time or there are too many.
    bool takeTime(TimeSpan time)
    {
        constexpr std::size_t most_held = 4 << 20;
        constexpr std::int64_t latest = 1LL << 61;
        if (time.end < time.start || time.start < 0 || time.end > latest) {
            ++m_events.broken_events;
            m_events.first_broken = "events of the GPU";
            return false;
        }
        if (m_events.compute.held() + m_events.communication.held() + m_events.memory.held() > most_held) {
            ++m_events.dropped_events;
            return false;
        }
        m_events.gpu_events += time.end > time.start;
        m_events.span.start = std::min(m_events.span.start, time.start);
        m_events.span.end = std::max(m_events.span.end, time.end);
        return true;
    }

    /// Graphs that are traced as a whole hide what their kernels do.
    std::string graphsHide()
    {
        constexpr std::string_view graphs = "CUPTI_ACTIVITY_KIND_GRAPH_TRACE";
        if (!m_database.hasTable(graphs))
            return {};
        SqliteQuery rows =
            m_database.query(fmt::format("SELECT COUNT(*) FROM {} WHERE {}", graphs, m_devices.front().condition()));
        return rows.next() && rows.integer(0) > 0
            ? "has CUDA graphs that are traced as a whole, so compute and communication in them cannot be told apart: "
              "profile with --cuda-graph-trace=node"
            : std::string();
    }

    /// Calls of the runtime, waits for the loader, and steps, of the process that launched the kernels.
    void takeHost()
    {
        // docs.nvidia.com/nsight-systems: a thread's id has that of its process above its lowest 24 bits.
        const Device& device = m_devices.front();
        const std::string of_process =
            device.has_process ? fmt::format("(globalTid >> 24) = {}", device.process >> 24) : std::string("1");
        if (m_database.hasTable("CUPTI_ACTIVITY_KIND_RUNTIME"))
            each(m_database.query(
                     "SELECT start, end FROM CUPTI_ACTIVITY_KIND_RUNTIME WHERE end >= start AND " + of_process),
                [&](const SqliteQuery& row) {
                    m_events.runtime.add({row.integer(0), row.integer(1)});
                });
        if (!m_database.hasTable("NVTX_EVENTS"))
            return;
        const char* const text = m_database.hasColumn("NVTX_EVENTS", "textId")
            ? "COALESCE(text, (SELECT value FROM StringIds WHERE id = textId))"
            : "text";
        NsightSteps steps;
        const auto take = [&](const SqliteQuery& row) {
            const TimeSpan time{row.integer(0), row.integer(1)};
            if (row.text(2).find("DataLoader") != std::string_view::npos)
                m_events.loader.add(time);
            else
                steps.take(row.text(2), time);
        };
        each(m_database.query(
                 fmt::format("SELECT start, end, {} FROM NVTX_EVENTS WHERE end > start AND {}", text, of_process)),
            take);
        m_events.steps = steps.found(m_events.step_name);
    }

    void takeName()
    {
        if (!m_database.hasTable("TARGET_INFO_GPU"))
            return;
        each(m_database.query("SELECT name FROM TARGET_INFO_GPU ORDER BY id = ? DESC LIMIT 1", {m_devices.front().id}),
            [&](const SqliteQuery& row) { m_events.gpu = std::string(row.text(0)); });
    }

    struct Name {
        bool communicates = false;
        std::uint32_t operation = 0;
    };
    const Name& nameOf(std::int64_t id)
    {
        const auto [found, added] = m_names.try_emplace(id);
        Name& name = found->second;
        if (added)
            each(m_database.query("SELECT value FROM StringIds WHERE id = ?", {id}), [&](const SqliteQuery& row) {
                if (!isCommunicationKernel(row.text(0)))
                    return;
                const std::string operation(operationOfKernel(row.text(0)));
                auto& names = m_events.timeline.names;
                const auto known = std::ranges::find(names, operation);
                name = {true, static_cast<std::uint32_t>(known - names.begin())};
                if (known == names.end())
                    names.push_back(operation);
            });
        return name;
    }

    SqliteDatabase& m_database;
    TraceEvents m_events{.step_name = "NVTX range of steps", .gpu_place = "TARGET_INFO_GPU"};
    std::vector<Device> m_devices; ///< the one with the most kernels first
    std::unordered_map<std::int64_t, Name> m_names;
    bool m_damaged = false;
};

} // namespace

bool isDatabase(std::string_view head)
{
    return head.starts_with("SQLite format 3\0"sv);
}

Result<Evidence> readNsightDatabase(ByteSource& source)
{
    constexpr std::size_t most_bytes = 512 << 20;
    Result<SqliteDatabase> database = SqliteDatabase::open(source, most_bytes);
    if (!database)
        return tl::unexpected(database.error());
    NsightReading reading(*database);
    Result<TraceEvents> events = reading.read();
    if (!events)
        return tl::unexpected(events.error());
    if (events->gpu_events <= 0 || events->span.end <= events->span.start)
        return failure("is an Nsight Systems export without a kernel that takes time");
    Evidence evidence = evidenceOfTrace(*events);
    if (const std::size_t others = reading.otherDevices(); others > 0)
        evidence.skipped.push_back({std::string(kernels),
            fmt::format("{} other GPUs or processes of this report; the one with the most kernels is used", others)});
    return evidence;
}

} // namespace kneepoint
