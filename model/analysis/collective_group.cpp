// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/collective_group.h"

#include "model/units/words.h"

#include <fmt/format.h>

namespace kneepoint {

std::string groupLabel(const CollectiveGroup& group)
{
    const std::string_view name = collectiveLabel(group.operation);
    return group.nodes > 1 ? fmt::format("{} on {} nodes", name, words::number(group.nodes))
                           : fmt::format("{} on {} GPUs", name, words::number(group.ranks));
}

} // namespace kneepoint
