// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/line_reader.h"
#include "model/imports/line_tags.h"
#include "model/imports/nccl_debug.h"
#include "model/imports/nccl_tests.h"
#include "model/units/text_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <set>

namespace kneepoint {
namespace {

/// The columns that a header line announces.
struct Columns {
    bool redop = false, root = false;
    bool per_iteration = false; ///< i_min, i_max, i_p99 and i_cv% after each half
};

/// The "#" is lost where the text was pasted as Markdown.
bool isHeader(std::string_view line)
{
    const bool marked = line.starts_with('#')
        || (contains(line, "type") && !contains(line, "(elems)") && !contains(line, ",") && !contains(line, "|"));
    return marked && contains(line, "size") && contains(line, "count") && contains(line, "busbw");
}

std::string_view withoutMarkOfComment(std::string_view line)
{
    return line.starts_with('#') ? trimmed(line.substr(1)) : line;
}

Columns columnsOf(std::string_view header)
{
    return {contains(header, "redop"), contains(header, "root"), contains(header, "i_min")};
}

bool isDate(std::string_view word)
{
    return word.size() == 10 && word[4] == '-' && word[7] == '-'
        && std::isdigit(static_cast<unsigned char>(word[0])) != 0;
}

std::optional<CollectiveTiming> timingOf(std::string_view time, std::string_view bus)
{
    const auto us = plainNumber(time), gbps = plainNumber(bus);
    if (!us || !gbps || *us < 0 || *gbps < 0)
        return {};
    return CollectiveTiming{*us * 1e-6, *gbps * 1e9};
}

/// A row of a table, and the words before its figures: size, count, type, and redop and root where printed.
struct ReadRow {
    CollectiveRow row;
    std::vector<std::string_view> names;
};

std::optional<ReadRow> rowOf(std::string_view line, const Columns& columns)
{
    std::vector<std::string_view> words = wordsOf(line);
    if (words.size() >= 2 && isDate(words[words.size() - 2]))
        words.resize(words.size() - 2);
    const std::size_t half = columns.per_iteration ? 8 : 4;
    constexpr std::size_t least_names = 3; // size, count, type
    const auto size = words.empty() ? std::nullopt : plainNumber(words[0]);
    if (!size || *size < 0 || words.size() < least_names + half || !plainNumber(words[1]) || plainNumber(words[2]))
        return {};
    // With the out-of-place half blank (replay), the names are followed by one half only.
    const std::size_t most_names = least_names + (columns.redop ? 1 : 0) + (columns.root ? 1 : 0);
    const bool one_half = words.size() <= most_names + half;
    const std::size_t figures = words.size() - (one_half ? half : 2 * half);
    if (words.size() < least_names + (one_half ? half : 2 * half))
        return {};
    ReadRow read;
    read.row.bytes = *size;
    read.row.halves[one_half ? 1 : 0] = timingOf(words[figures], words[figures + 2]);
    if (!one_half)
        read.row.halves[1] = timingOf(words[figures + half], words[figures + half + 2]);
    if (!read.row.halves[0] && !read.row.halves[1])
        return {};
    read.names.assign(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(figures));
    return read;
}

/// Which collective the columns and the ratio of the bandwidths fit; old versions do not name it.
std::string_view inferredOperation(const CollectiveTable& table, const Columns& columns, bool reduces)
{
    const double n = table.ranks;
    for (const CollectiveRow& row : table.rows) {
        const auto& timing = row.halves[0] ? row.halves[0] : row.halves[1];
        constexpr double precise = 1e9; // bandwidths have two decimals of GB/s
        if (!timing || timing->seconds <= 0 || timing->bus_Bps < precise || n < 3)
            continue;
        const double ratio = timing->bus_Bps * timing->seconds / row.bytes;
        constexpr double tolerance = 0.02;
        const auto fits = [&](double factor) { return std::abs(ratio - factor) < tolerance * factor; };
        if (fits(2 * (n - 1) / n))
            return "all_reduce";
        if (fits((n - 1) / n))
            return reduces ? "reduce_scatter" : columns.redop ? "all_to_all" : "all_gather";
        if (fits(1))
            return columns.redop && columns.root ? "reduce" : columns.root ? "broadcast" : "sendrecv";
    }
    return {};
}

/// Collects the tables of a text line by line.
class TableReader {
public:
    void take(std::string_view line, const std::string& place)
    {
        readHints(line);
        const std::string_view text = withoutMarkOfComment(line);
        readCommand(line);
        if (text.starts_with("Collective test starting")) {
            startTest(place);
            m_table.operation = collectiveId(trimmed(line.substr(std::min(line.find(':'), line.size() - 1) + 1)));
        } else if (text.starts_with("nThread") || text.starts_with("nccl-tests version")) {
            if (!m_table.rows.empty() || m_in_table)
                startTest(place);
            if (text.starts_with("nThread"))
                m_of_process = numberAfter(text, "nThread").value_or(0) * numberAfter(text, "nGpus").value_or(0);
        } else if (isHeader(line)) {
            startTable(line, place);
        } else if (contains(line, "Rank") && contains(line, "Pid")) {
            readRank(line);
        } else if (contains(line, "Out of bounds values")) {
            m_table.wrong = numberAfter(line, "Out of bounds values").value_or(0);
        } else if (contains(line, "Avg bus bandwidth")) {
            if (const auto printed = numberAfter(line, "Avg bus bandwidth"))
                m_table.printed_average_Bps = *printed * 1e9;
        } else if (m_in_table && !line.starts_with('#')) {
            readRow(line);
        }
    }

    [[nodiscard]] std::vector<CollectiveTable> finished()
    {
        close();
        return std::move(m_tables);
    }

private:
    void startTest(const std::string& place)
    {
        close();
        m_table = {};
        m_table.place = place;
        m_groups.clear();
        m_ranks.clear();
        m_hosts.clear();
        m_last_rank = -1;
        m_of_process = 0;
    }

    void startTable(std::string_view line, const std::string& place)
    {
        if (!m_table.rows.empty()) {
            // Another table of the same devices, such as that of a log with only tables.
            CollectiveTable next = m_table;
            next.rows.clear();
            next.printed_average_Bps.reset();
            close();
            m_table = std::move(next);
            m_table.operation.clear();
        }
        if (m_table.place.empty() || !m_in_table)
            m_table.place = place;
        m_columns = columnsOf(line);
        m_in_table = true;
    }

    void readRank(std::string_view line)
    {
        const std::vector<std::string_view> words = wordsOf(line);
        const auto on = std::ranges::find(words, std::string_view("on"));
        if (on != words.end() && on + 1 != words.end())
            m_hosts.emplace(*(on + 1));
        const std::size_t bracket = line.find(']');
        if (bracket != std::string_view::npos)
            m_table.gpu = trimmed(line.substr(bracket + 1));
        m_last_rank = std::max(m_last_rank, numberAfter(line, "Rank").value_or(-1));
        const double group = numberAfter(line, "Group").value_or(0);
        const double rank = numberAfter(line, "Rank").value_or(-1);
        std::set<std::string, std::less<>>& processes = m_ranks[{group, rank}];
        const std::string host = on != words.end() && on + 1 != words.end() ? std::string(*(on + 1)) : std::string();
        if (!processes.insert(fmt::format("{} {}", numberAfter(line, "Pid").value_or(0), host)).second)
            return;                 // printed twice
        if (processes.size() > 1) { // without MPI, each process has a rank 0
            m_table.separate_runs = std::max(m_table.separate_runs, static_cast<double>(processes.size()));
            m_table.nodes = 1;
            return;
        }
        m_table.ranks = std::max(m_table.ranks, ++m_groups[group]);
        m_table.nodes = m_table.separate_runs > 1 ? 1 : static_cast<double>(m_hosts.size());
    }

    /// "mpirun -np 16 ./all_reduce_perf -g 1": names the collective, and how many ranks it has.
    void readCommand(std::string_view line)
    {
        const std::size_t end = line.find("_perf");
        if (end == std::string_view::npos || line.starts_with('#'))
            return;
        std::size_t begin = end;
        while (begin > 0 && (std::isalpha(static_cast<unsigned char>(line[begin - 1])) || line[begin - 1] == '_'))
            --begin;
        const std::string_view operation = collectiveId(line.substr(begin, end - begin));
        if (operation.empty())
            return;
        m_command = operation;
        const auto option = [&](std::string_view name) {
            const std::vector<std::string_view> words = wordsOf(line);
            const auto found = std::ranges::find(words, name);
            return found == words.end() || found + 1 == words.end() ? std::nullopt : plainNumber(*(found + 1));
        };
        const bool is_launched =
            contains(line, "mpi") || contains(line, "srun"); // perhaps with processes it states elsewhere
        m_command_ranks = option("-np").value_or(is_launched || !option("-g") ? 0 : 1) * option("-g").value_or(1)
            * option("-t").value_or(1);
    }

    /// What NCCL_DEBUG=INFO lines between the rows show of the network.
    void readHints(std::string_view line)
    {
        if (!contains(line, "NCCL INFO"))
            return;
        if (contains(line, "Using network Socket") || contains(line, "NET/Socket : Using"))
            m_table.sockets = true;
        if (const std::size_t at = line.find("NET/IB : Using"); at != std::string_view::npos)
            m_table.nics = std::max(m_table.nics, portsIn(line.substr(at)));
    }

    void readRow(std::string_view line)
    {
        std::optional<ReadRow> read = rowOf(line, m_columns);
        if (!read)
            return;
        constexpr std::size_t redop_position = 3;
        const std::string_view redop = read->names.size() > redop_position ? read->names[redop_position] : "";
        m_reduces = m_columns.redop && !redop.empty() && redop != "none" && !plainNumber(redop);
        constexpr std::size_t most_rows = 100000;
        if (m_table.rows.size() < most_rows)
            m_table.rows.push_back(read->row);
    }

    /// A list of ranks that is shortened, cut or missing: the highest rank, the GPUs of the process and the ratio of
    /// the bandwidths tell how many there are. 2·(n − 1)/n is above 1 for an all-reduce only.
    void completeRanks()
    {
        if (m_groups.size() > 1)
            return;
        const double listed = m_table.ranks;
        if (m_table.separate_runs > 1)
            return;
        const double stated = std::max({m_last_rank + 1, m_of_process, listed > 0 ? 0 : m_command_ranks});
        constexpr double precise = 1e9, most_inferred = 8, tolerance = 0.005;
        for (const CollectiveRow& row : m_table.rows) {
            const auto& timing = row.halves[0] ? row.halves[0] : row.halves[1];
            if (!timing || timing->seconds <= 0 || timing->bus_Bps < precise || row.bytes <= 0)
                continue;
            const double ratio = timing->bus_Bps * timing->seconds / row.bytes;
            const auto fits = [&](double n) { return n > 2 && std::abs(ratio / (2 * (n - 1) / n) - 1) < tolerance; };
            const double inferred = ratio > 1 && ratio < 2 ? std::round(2 / (2 - ratio)) : 0;
            if (fits(listed))
                return;
            if (fits(stated))
                m_table.ranks = stated;
            else if (inferred <= most_inferred && fits(inferred) && listed < inferred)
                m_table.ranks = inferred;
        }
        if (m_table.ranks == listed && stated > listed)
            m_table.ranks = stated;
        if (m_table.ranks > listed) // the hosts of the list are not all
            m_table.nodes = m_table.ranks == m_of_process ? 1 : 0;
    }

    void close()
    {
        if (m_in_table) {
            completeRanks();
            if (m_table.operation.empty())
                m_table.operation = m_command;
            if (m_table.operation.empty())
                m_table.operation = inferredOperation(m_table, m_columns, m_reduces);
            constexpr std::size_t most_tables = 1000;
            if (m_tables.size() < most_tables)
                m_tables.push_back(m_table);
        }
        m_in_table = m_reduces = false;
    }

    std::vector<CollectiveTable> m_tables;
    CollectiveTable m_table;
    Columns m_columns;
    std::map<double, double> m_groups; ///< ranks by group of NCCL_TESTS_SPLIT
    std::set<std::string, std::less<>> m_hosts;
    std::map<std::pair<double, double>, std::set<std::string, std::less<>>> m_ranks; ///< processes by group and rank
    std::string m_command;      ///< collective of the command that was pasted with its output
    double m_command_ranks = 0; ///< 0 if not stated
    double m_last_rank = -1;
    double m_of_process = 0; ///< GPUs that a process of the test drives; 0 if not stated
    bool m_in_table = false, m_reduces = false;
};

} // namespace

bool isNcclText(std::string_view head)
{
    for (std::size_t at = head.find("busbw"); at != std::string_view::npos; at = head.find("busbw", at + 1)) {
        const std::size_t start = head.rfind('\n', at) + 1; // 0 for the first line
        const std::string line = withoutTags(withoutColors(head.substr(start, head.find('\n', at) - start)));
        if (isHeader(withoutPrefix(line)))
            return true;
    }
    return contains(head, "# nThread ") && contains(head, "minBytes");
}

std::vector<CollectiveTable> readNcclTables(ByteSource& source)
{
    TableReader tables;
    LineReader lines(source);
    while (const auto line = lines.next()) {
        const std::string plain = contains(*line, "NCCL INFO") ? std::string(*line) : withoutTags(*line);
        tables.take(withoutPrefix(plain), lines.place());
    }
    return tables.finished();
}

Result<Evidence> readNcclText(ByteSource& source)
{
    return evidenceOf(readNcclTables(source));
}

} // namespace kneepoint
