// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/kernel_summary.h"

#include "model/imports/line_reader.h"
#include "model/imports/table_text.h"
#include "model/imports/text_fields.h"
#include "model/imports/trace_events.h"
#include "model/units/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace kneepoint {
namespace {

bool isKernelHeading(std::string_view line)
{
    return contains(line, "Time (%)") && contains(line, "Total Time (ns)") && contains(line, "Instances")
        && contains(line, "Name") && contains(line, ",");
}

constexpr std::size_t most_listed_kernels = 64;

struct KernelTimes {
    std::vector<double> each_s; ///< by kernel, in the order of the file
    double compute_s = 0, communication_s = 0;
    std::string longest; ///< kernel of communication
    double longest_s = 0;
    std::size_t rows = 0;
    [[nodiscard]] double total_s() const { return compute_s + communication_s; }
};

KernelTimes timesOf(const TextTable& table)
{
    KernelTimes times;
    const auto total = table.column("totaltimens"), name = table.column("name");
    if (!total || !name)
        return times;
    for (const TableRow& row : table.rows) {
        if (std::max(*total, *name) >= row.cells.size())
            continue;
        const auto nanoseconds = plainNumber(row.cells[*total]);
        if (!nanoseconds || *nanoseconds < 0)
            continue;
        const double seconds = *nanoseconds * 1e-9;
        ++times.rows;
        times.each_s.push_back(seconds);
        if (!isCommunicationKernel(row.cells[*name])) {
            times.compute_s += seconds;
            continue;
        }
        times.communication_s += seconds;
        if (seconds > times.longest_s) {
            times.longest = row.cells[*name].substr(0, 80);
            times.longest_s = seconds;
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
    for (std::string_view rest = head; !rest.empty();) {
        const std::size_t end = rest.find('\n');
        if (isKernelHeading(rest.substr(0, end)))
            return true;
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    }
    return false;
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
    const KernelTimes times = timesOf(firstTable(text));
    if (times.rows == 0 || times.total_s() <= 0)
        return failure("has the heading of a summary of kernels, but no kernel with a time");
    Evidence evidence;
    evidence.summary = fmt::format("{} of kernels: compute {}, communication {}",
        formatQuantity(times.total_s(), Unit::seconds), formatQuantity(times.compute_s / times.total_s(), Unit::ratio),
        formatQuantity(times.communication_s / times.total_s(), Unit::ratio));
    if (!times.longest.empty())
        evidence.summary += fmt::format(", most of it in {}", times.longest);
    evidence.curves.push_back(byRank(times, place));
    evidence.skipped.push_back({place,
        "a summary has no steps and no order of kernels, so neither the time of a step nor what is exposed follows "
        "from "
        "it; a profiler trace has both"});
    return evidence;
}

} // namespace kneepoint
