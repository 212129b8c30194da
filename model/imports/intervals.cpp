// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/intervals.h"

#include <algorithm>

namespace kneepoint {

void IntervalUnion::add(TimeSpan interval)
{
    m_parts.push_back(interval);
    if (m_parts.size() >= m_merge_at) {
        merge();
        constexpr std::size_t least = 4096;
        m_merge_at = std::max(least, 2 * m_parts.size());
    }
}

void IntervalUnion::merge() const
{
    if (m_merged == m_parts.size())
        return;
    std::ranges::sort(m_parts, {}, &TimeSpan::start);
    std::size_t last = 0;
    for (std::size_t i = 1; i < m_parts.size(); ++i) {
        if (m_parts[i].start <= m_parts[last].end)
            m_parts[last].end = std::max(m_parts[last].end, m_parts[i].end);
        else
            m_parts[++last] = m_parts[i];
    }
    m_parts.resize(last + 1);
    m_merged = m_parts.size();
}

std::span<const TimeSpan> IntervalUnion::parts() const
{
    merge();
    return m_parts;
}

std::int64_t IntervalUnion::lengthIn(TimeSpan window) const
{
    std::int64_t length = 0;
    const auto all = parts();
    for (auto part = std::ranges::lower_bound(all, window.start, {}, &TimeSpan::end);
         part != all.end() && part->start < window.end; ++part)
        length += std::max<std::int64_t>(0, std::min(part->end, window.end) - std::max(part->start, window.start));
    return length;
}

IntervalUnion unionOf(const IntervalUnion& a, const IntervalUnion& b)
{
    IntervalUnion both = a;
    for (const TimeSpan& part : b.parts())
        both.add(part);
    return both;
}

IntervalUnion without(const IntervalUnion& a, const IntervalUnion& b)
{
    IntervalUnion rest;
    const auto holes = b.parts();
    auto hole = holes.begin();
    for (const TimeSpan& part : a.parts()) {
        while (hole != holes.end() && hole->end <= part.start)
            ++hole;
        std::int64_t start = part.start;
        for (auto next = hole; next != holes.end() && next->start < part.end; ++next) {
            if (next->start > start)
                rest.add({start, next->start});
            start = std::max(start, next->end);
        }
        if (start < part.end)
            rest.add({start, part.end});
    }
    return rest;
}

} // namespace kneepoint
