// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/constants/collective_operation.h"

#include <array>
#include <utility>

namespace kneepoint {

std::optional<CollectiveOperation> findCollectiveOperation(std::string_view name)
{
    using enum CollectiveOperation;
    constexpr std::array<std::pair<std::string_view, CollectiveOperation>, 6> names{
        {{"all_reduce", all_reduce}, {"all_gather", all_gather}, {"reduce_scatter", reduce_scatter},
            {"all_to_all", all_to_all}, {"alltoall", all_to_all}, {"sendrecv", send}}};
    for (const auto& [known, operation] : names)
        if (name == known)
            return operation;
    return {};
}

std::string_view collectiveLabel(CollectiveOperation operation)
{
    constexpr std::array<std::string_view, 5> labels{
        "All-reduce", "All-gather", "Reduce-scatter", "All-to-all", "Send and receive"};
    return labels.at(static_cast<std::size_t>(operation));
}

double busFactor(CollectiveOperation operation, double ranks)
{
    if (operation == CollectiveOperation::send)
        return 1;
    const double share = ranks < 2 ? 0 : (ranks - 1) / ranks;
    return operation == CollectiveOperation::all_reduce ? 2 * share : share;
}

} // namespace kneepoint
