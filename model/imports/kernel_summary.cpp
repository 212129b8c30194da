// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/format_readers.h"

#include "model/imports/cell_text.h"
#include "model/imports/line_reader.h"
#include "model/imports/table_text.h"
#include "model/imports/trace_events.h"
#include "model/units/text_fields.h"
#include "model/units/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>

namespace kneepoint {
namespace {

/// Where a summary has its kernels; nothing if the headings are of something else, such as calls of the host ("Num
/// Calls").
struct KernelColumns {
    std::size_t name = 0, total = 0;
    double seconds = 1e-9; ///< unit of the total
};
std::optional<KernelColumns> columnsOf(const TextTable& table)
{
    constexpr std::array<std::pair<std::string_view, double>, 5> totals{{{"totaltimens", 1e-9},
        {"totaldurationns", 1e-9}, {"totaltimeus", 1e-6}, {"totaltimems", 1e-3}, {"totaltimes", 1}}};
    const auto name = table.column("name"), kernel = table.column("kernelname");
    if ((!name && !kernel) || (!table.column("instances") && !table.column("calls")))
        return {};
    for (const auto& [key, seconds] : totals)
        if (const auto total = table.column(key))
            return KernelColumns{name ? *name : *kernel, *total, seconds};
    return {};
}

/// Of nsys stats, as CSV or as it prints, and of rocprof.
bool isKernelHeading(std::string_view line)
{
    if (!contains(line, "Name") || (!contains(line, "Instances") && !contains(line, "Calls")))
        return false;
    const std::string twice = fmt::format("{0}\n{0}\n", line);
    return std::ranges::any_of(tablesOf(twice), [](const TextTable& table) { return columnsOf(table).has_value(); });
}

constexpr std::size_t most_listed_kernels = 64;

struct KernelTimes {
    std::vector<double> each_s; ///< by kernel, in the order of the file
    double compute_s = 0, communication_s = 0;
    std::string longest; ///< kernel of communication
    double longest_s = 0;
    std::size_t rows = 0, host_calls = 0;
    [[nodiscard]] double total_s() const { return compute_s + communication_s; }
};

/// Functions of the CUDA and HIP runtimes, which are no kernels.
bool isHostCall(std::string_view name)
{
    for (const std::string_view beginning : {"hip", "hsa_", "cuda", "cuLaunch", "cuMem", "cuStream"})
        if (name.starts_with(beginning))
            return true;
    return false;
}

KernelTimes timesOf(std::string_view text)
{
    KernelTimes times;
    for (const TextTable& table : tablesOf(text)) {
        const auto columns = columnsOf(table);
        if (!columns || times.rows > 0)
            continue;
        for (const TableRow& row : table.rows) {
            if (std::max(columns->total, columns->name) >= row.cells.size())
                continue;
            const std::string& name = row.cells[columns->name];
            const auto total = cellNumber(row.cells[columns->total], Marks::plain);
            if (!total || total->value < 0 || !std::isfinite(total->value))
                continue;
            const double seconds = total->value * columns->seconds;
            ++times.rows;
            times.host_calls += isHostCall(name) ? 1 : 0;
            times.each_s.push_back(seconds);
            if (!isCommunicationKernel(name)) {
                times.compute_s += seconds;
                continue;
            }
            times.communication_s += seconds;
            if (seconds > times.longest_s) {
                times.longest = name.substr(0, 80);
                times.longest_s = seconds;
            }
        }
    }
    return times;
}

/// The time of the longest kernel, of the second, and so on.
MeasuredCurve byRank(const KernelTimes& times, const std::string& place)
{
    MeasuredCurve curve;
    curve.name = "kernels by their time";
    curve.y_unit = Unit::seconds;
    curve.place = place;
    std::vector<double> longest = times.each_s;
    std::ranges::sort(longest, std::greater());
    for (std::size_t i = 0; i < std::min(longest.size(), most_listed_kernels); ++i)
        curve.points.push_back({static_cast<double>(i + 1), longest[i]});
    return curve;
}

} // namespace

bool isKernelSummary(std::string_view head)
{
    return anyLine(head, isKernelHeading);
}

Result<Evidence> readKernelSummary(ByteSource& source)
{
    LineReader lines(source);
    std::string text, place;
    constexpr std::size_t most_text = 16 << 20;
    while (const auto line = lines.next()) {
        if (text.empty() && !isKernelHeading(*line))
            continue;
        if (trimmed(*line).empty() || text.size() > most_text)
            break;
        if (text.empty())
            place = lines.place();
        text += *line;
        text += '\n';
    }
    const KernelTimes times = timesOf(text);
    if (times.rows == 0 || times.total_s() <= 0)
        return failure("has the heading of a summary of kernels, but no kernel with a time");
    if (2 * times.host_calls > times.rows)
        return failure("is a summary of calls of the host, not of kernels");
    Evidence evidence;
    evidence.summary = fmt::format("{} of kernels: compute {}, communication {}",
        formatQuantity(times.total_s(), Unit::seconds), formatQuantity(times.compute_s / times.total_s(), Unit::ratio),
        formatQuantity(times.communication_s / times.total_s(), Unit::ratio));
    if (!times.longest.empty())
        evidence.summary += fmt::format(", most of it in {}", times.longest);
    evidence.curves.push_back(byRank(times, place));
    evidence.skipped.push_back({place,
        "a summary has no steps and no order of kernels, so neither the time of a step nor what is exposed follows "
        "from it; a profiler trace has both"});
    return evidence;
}

} // namespace kneepoint
