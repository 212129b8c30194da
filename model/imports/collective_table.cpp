// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/collective_table.h"

#include "model/constants/collective_operation.h"
#include "model/units/text_fields.h"

#include <algorithm>
#include <utility>

namespace kneepoint {

std::string_view collectiveId(std::string_view name)
{
    std::string plain = plainKey(name);
    if (plain.ends_with("perf"))
        plain.resize(plain.size() - 4);
    constexpr std::array<std::pair<std::string_view, std::string_view>, 13> names{
        {{"allreduce", "all_reduce"}, {"allgather", "all_gather"}, {"reducescatter", "reduce_scatter"},
            {"alltoall", "all_to_all"}, {"alltoallv", "all_to_all"}, {"sendrecv", "sendrecv"}, {"send", "sendrecv"},
            {"recv", "sendrecv"}, {"broadcast", "broadcast"}, {"reduce", "reduce"}, {"gather", "gather"},
            {"scatter", "scatter"}, {"hypercube", "hypercube"}}};
    const auto* const found = std::ranges::find(names, std::string_view(plain), [](const auto& n) { return n.first; });
    return found == names.end() ? std::string_view() : found->second;
}

double busFactor(std::string_view operation, double ranks)
{
    if (const auto predicted = findCollectiveOperation(operation))
        return busFactor(*predicted, ranks);
    const bool shared = operation == "gather" || operation == "scatter";
    return shared && ranks >= 2 ? (ranks - 1) / ranks : 1;
}

double averageBusBandwidth(const CollectiveTable& table)
{
    double sum = 0, count = 0;
    for (const CollectiveRow& row : table.rows)
        for (const auto& half : row.halves)
            if (half) {
                sum += half->bus_Bps;
                ++count;
            }
    return count > 0 ? sum / count : 0;
}

} // namespace kneepoint
