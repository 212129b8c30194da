// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/job/textbook_laws.h"

namespace kneepoint {
namespace {

/// A reduction in the switch is one hop up and one down (communication wall, collective algorithms).
constexpr CollectiveLaw alpha_beta{
    .node = {},
    .host = {},
    .port = {},
    .own_copy = 0,
    .gather_rate = 1,
    .exchange_rate = 1,
    .exchange_hops = 1,
    .switch_hops = 2,
    .lockstep = 0,
    .tree_hops = 1,
    .tree_growth = 0,
    .tree_rate = 1,
    .tree_channel = 0,
    .proxy_s = 0,
    .peer_s = 0,
    .socket_peer_s = 0,
    .protocols = false,
    .gather_closes_ring = true,
    .tree_in_node = true,
    .automatic_hierarchy = true,
    .switch_members = 1,
    .node_group = 0,
    .exchange_levels = false,
};

constexpr CollectiveLaw bytesAlone(double all_reduce_bytes)
{
    CollectiveLaw law = alpha_beta;
    law.hop_latency = 0;
    law.ring_only = true;
    law.all_reduce_bytes = all_reduce_bytes;
    return law;
}

constexpr CollectiveLaw payload = bytesAlone(1);
constexpr CollectiveLaw two_way = bytesAlone(2);
constexpr CollectiveLaw ring = bytesAlone(0);

} // namespace

const CollectiveLaw& collectiveLaw(CollectiveModel model, const CollectiveLaw& fitted)
{
    switch (model) {
    case CollectiveModel::payload:
        return payload;
    case CollectiveModel::two_way:
        return two_way;
    case CollectiveModel::ring:
        return ring;
    case CollectiveModel::alpha_beta:
        return alpha_beta;
    case CollectiveModel::protocols:
        break;
    }
    return fitted;
}

} // namespace kneepoint
