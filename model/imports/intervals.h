// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace kneepoint {

/// From start to end, in nanoseconds; end is not before start.
struct TimeSpan {
    std::int64_t start = 0, end = 0;
    bool operator==(const TimeSpan&) const = default;
};

/// The union of intervals. Memory grows with the gaps between them, not with how many were added.
class IntervalUnion {
public:
    void add(TimeSpan interval);
    /// Disjoint and in order.
    [[nodiscard]] std::span<const TimeSpan> parts() const;
    [[nodiscard]] std::int64_t lengthIn(TimeSpan window) const;
    /// Intervals in memory, at most twice the gaps; costs nothing, unlike parts().
    [[nodiscard]] std::size_t held() const { return m_parts.size(); }

private:
    void merge() const;

    mutable std::vector<TimeSpan> m_parts;
    mutable std::size_t m_merged = 0; ///< leading parts that are disjoint and in order
    std::size_t m_merge_at = 4096;
};

[[nodiscard]] IntervalUnion unionOf(const IntervalUnion& a, const IntervalUnion& b);
/// What is in a and not in b.
[[nodiscard]] IntervalUnion without(const IntervalUnion& a, const IntervalUnion& b);

} // namespace kneepoint
