// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/collective_group.h"
#include "model/constants/calibration.h"
#include "model/job/group_links.h"
#include "model/scenario/scenario_fwd.h"

/// The rate of a collective over its size, as a benchmark of the links shows it.
namespace kneepoint {

struct Analysis;

/// The group that synchronizes the gradients of a scenario; a single rank if there is one replica.
[[nodiscard]] CollectiveGroup gradientGroup(const Analysis& a);

/// Bytes of a gradient bucket as it is sent; 0 if there is one replica.
[[nodiscard]] double sentBucketBytes(const Analysis& a);

/// Ratios of a measured rate to the predicted one: nine of ten measurements lie between them.
struct RateRange {
    double low = 1, high = 1;
};

/// A group on the links of a scenario. The calibration must outlive it.
class CollectiveRate {
public:
    CollectiveRate(const Scenario& s, const Calibration& calibration, const CollectiveGroup& group);
    CollectiveRate(const Scenario& s, Calibration&& calibration, const CollectiveGroup& group) = delete;

    /// Of a collective of this size, seconds.
    [[nodiscard]] double seconds(double bytes) const;
    /// Bus bandwidth of a collective of this size that takes so long, bytes/s; 0 for a single rank.
    [[nodiscard]] double busBps(double bytes, double in_seconds) const;
    [[nodiscard]] double busBps(double bytes) const { return busBps(bytes, seconds(bytes)); }
    /// Line rate that bounds the bus bandwidth of rings, bytes/s: of the links within a node, or of all the NICs of the
    /// group in a node; of a single NIC for a send and an all-to-all between nodes.
    [[nodiscard]] double lineBps() const { return m_line_Bps; }
    [[nodiscard]] bool betweenNodes() const { return !m_links.inNode(); }
    /// From the errors of predictions of published measurements; 1 … 1 for textbook laws.
    [[nodiscard]] RateRange range(double bytes) const;

private:
    CollectiveGroup m_group;
    CollectiveAlgorithm m_algorithm;
    GroupLinks m_links;
    const CollectiveLaw* m_law;
    double m_line_Bps = 0;
};

} // namespace kneepoint
