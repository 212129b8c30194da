// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/search/pareto_front.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {

/// Whether a is at least as good as b in all objectives; between equals the preferred micro-batch, then the smaller
/// layout covers the other.
bool ParetoFront::covers(const FoundLayout& a, const FoundLayout& b) const
{
    bool equal = true;
    for (std::size_t i = 0; i < m_objectives->size(); ++i) {
        if ((*m_objectives)[i].isBetter(b.pareto[i], a.pareto[i]))
            return false;
        equal = equal && a.pareto[i] == b.pareto[i];
    }
    if (!equal)
        return true;
    const double doublings_a = microBatchDoublings(*m_job, a.layout[Dimension::micro_batch]);
    const double doublings_b = microBatchDoublings(*m_job, b.layout[Dimension::micro_batch]);
    return doublings_a != doublings_b ? doublings_a < doublings_b : !(b.layout < a.layout);
}

void ParetoFront::add(const FoundLayout& found)
{
    if (std::ranges::any_of(found.pareto, [](double value) { return std::isnan(value); }))
        return;
    if (std::ranges::any_of(m_layouts, [&](const FoundLayout& known) { return covers(known, found); }))
        return;
    std::erase_if(m_layouts, [&](const FoundLayout& known) { return covers(found, known); });
    m_layouts.push_back(found);
}

std::vector<FoundLayout> ParetoFront::ordered() &&
{
    if (!m_objectives->empty())
        std::ranges::sort(m_layouts, [&](const FoundLayout& a, const FoundLayout& b) {
            return a.pareto[0] != b.pareto[0] ? m_objectives->front().isBetter(a.pareto[0], b.pareto[0])
                                              : a.layout < b.layout;
        });
    return std::move(m_layouts);
}

} // namespace kneepoint
