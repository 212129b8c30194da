// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/pipeline_player.h"

#include <algorithm>

namespace kneepoint {

double PipelinePlayer::play(double passed_on)
{
    m_passed_on = passed_on;
    m_started.assign(2 * static_cast<std::size_t>(m_places) * static_cast<std::size_t>(m_micro_batches), -1);
    std::vector<std::size_t> next(m_orders.size(), 0);
    std::vector<double> free_s(m_orders.size(), 0);
    for (bool moved = true; moved;) {
        moved = false;
        for (std::size_t stage = 0; stage < m_orders.size(); ++stage)
            while (next[stage] < m_orders[stage].size() && start(m_orders[stage][next[stage]], free_s[stage])) {
                ++next[stage];
                moved = true;
            }
    }
    for (std::size_t stage = 0; stage < m_orders.size(); ++stage)
        if (next[stage] < m_orders[stage].size())
            return -1;
    return *std::ranges::max_element(free_s);
}

double PipelinePlayer::seconds(Pass pass, int place) const
{
    const auto stages = static_cast<int>(m_orders.size());
    const int stage = loops(m_times.kind) ? place % stages : place < stages ? place : 2 * stages - 1 - place;
    return m_times.load(stage) * m_seconds.of(pass);
}

double& PipelinePlayer::started(Pass pass, int place, int micro_batch)
{
    const int row = (pass == Pass::forward ? 0 : m_places) + place;
    return m_started[static_cast<std::size_t>(row) * static_cast<std::size_t>(m_micro_batches)
        + static_cast<std::size_t>(micro_batch)];
}

double PipelinePlayer::ready(const PlacedPass& placed)
{
    if (placed.pass == Pass::weights)
        return 0;
    const bool forward = placed.pass == Pass::forward;
    if (placed.place == (forward ? 0 : m_places - 1))
        return 0;
    const int from = placed.place + (forward ? -1 : 1);
    const double at = started(placed.pass, from, placed.micro_batch);
    return at < 0 ? at : at + m_passed_on * seconds(placed.pass, from);
}

bool PipelinePlayer::start(StageAction& action, double& free_s)
{
    double start_s = free_s, before_s = 0;
    for (const PlacedPass& placed : action.passes) {
        const double ready_s = ready(placed);
        if (ready_s < 0)
            return false;
        start_s = std::max(start_s, ready_s - before_s);
        before_s += seconds(placed.pass, placed.place);
    }
    action.start_s = start_s;
    for (const PlacedPass& placed : action.passes) {
        if (placed.pass != Pass::weights)
            started(placed.pass, placed.place, placed.micro_batch) = start_s;
        start_s += seconds(placed.pass, placed.place);
    }
    free_s = start_s;
    return true;
}

} // namespace kneepoint
