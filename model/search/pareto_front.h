// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/search/search.h"

#include <vector>

namespace kneepoint {

/// The Pareto-optimal layouts: no other one is at least as good in all objectives and better in one. Of layouts with
/// equal objective values, only the one with the fewest microBatchDoublings() is kept, of several the first in layout
/// order.
class ParetoFront {
public:
    ParetoFront(const Scenario& job, const std::vector<Objective>& objectives)
        : m_job(&job)
        , m_objectives(&objectives)
    {
    }
    void add(const FoundLayout& found);
    [[nodiscard]] const std::vector<FoundLayout>& layouts() const { return m_layouts; }
    /// Ordered by the first objective, best first.
    [[nodiscard]] std::vector<FoundLayout> ordered() &&;

private:
    [[nodiscard]] bool covers(const FoundLayout& a, const FoundLayout& b) const;
    const Scenario* m_job;
    const std::vector<Objective>* m_objectives;
    std::vector<FoundLayout> m_layouts;
};

} // namespace kneepoint
