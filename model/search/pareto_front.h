// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/search/search.h"

#include <vector>

namespace kneepoint {

/// Layouts that no other is as good as in all objectives and better in one. Of layouts with the same values one is
/// kept, the first by its own values.
class ParetoFront {
public:
    explicit ParetoFront(const std::vector<Objective>& objectives)
        : m_objectives(&objectives)
    {
    }
    void add(const FoundLayout& found);
    [[nodiscard]] const std::vector<FoundLayout>& layouts() const { return m_layouts; }
    /// From the best to the worst in the first objective.
    [[nodiscard]] std::vector<FoundLayout> ordered() &&;

private:
    [[nodiscard]] bool covers(const FoundLayout& a, const FoundLayout& b) const;
    const std::vector<Objective>* m_objectives;
    std::vector<FoundLayout> m_layouts;
};

} // namespace kneepoint
