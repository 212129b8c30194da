// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

/// Which links the bytes of a step cross.
namespace kneepoint {

struct Fabric;
struct GroupShape;
struct StagePlaces;

/// Levels of links.
enum class LinkLevel {
    node,  ///< within a node
    leaf,  ///< between nodes under one leaf switch
    spine, ///< beyond the leaf
};
inline constexpr std::size_t link_level_count = 3;
/// Stable id: "node", "leaf", "spine".
[[nodiscard]] std::string_view linkLevelId(LinkLevel level);

/// Groups of communicating ranks.
enum class RankGroup { tensor, context, data, expert, pipeline };
inline constexpr std::size_t rank_group_count = 5;
/// Stable id: "tensor", "context", "data", "expert", "pipeline".
[[nodiscard]] std::string_view rankGroupId(RankGroup group);

/// Fractions of a group's bytes on each level; they add up to 1.
using LinkShares = std::array<double, link_level_count>;

/// The ranks of a group in a ring. All hops carry the same bytes; of n hops over m nodes under l leaf
/// switches, l leave a leaf and another m − l leave a node.
[[nodiscard]] LinkShares ringShares(const Fabric& fabric, const GroupShape& group);

/// Every rank of such a group sends the same amount to each of the others.
[[nodiscard]] LinkShares pairShares(const Fabric& fabric, const GroupShape& group);
/// The same for the bytes that leave a node only.
[[nodiscard]] LinkShares pairSharesBetweenNodes(const Fabric& fabric, const GroupShape& group);

/// Transfers from each pipeline stage but the last to the next.
[[nodiscard]] LinkShares stageShares(const Fabric& fabric, const StagePlaces& places);

/// Bytes that a GPU sends per step, as counted by the collective model: the mean over all pipeline stages.
struct LinkTraffic {
    std::array<std::array<double, link_level_count>, rank_group_count> bytes{};
    void add(RankGroup group, double sent, const LinkShares& shares);
    [[nodiscard]] double of(LinkLevel level) const;
    [[nodiscard]] double of(RankGroup group) const;
    [[nodiscard]] double of(RankGroup group, LinkLevel level) const;
    [[nodiscard]] double total() const;
    bool operator==(const LinkTraffic&) const = default;
};

} // namespace kneepoint
