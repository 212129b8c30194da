// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <cstdint>
#include <vector>

namespace kneepoint::test {

/// The search must find what brute force finds with fewer evaluations. Tries some thousand problems per seed, or as
/// many as `spacesWanted` says; classes with other seeds run in parallel.
class TryingEverything : public QObject {
    Q_OBJECT
protected:
    explicit TryingEverything(std::vector<std::uint64_t> seeds)
        : m_seeds(std::move(seeds))
    {
    }

private slots:
    void theOptimumIsThatOfTryingEverything_data();
    void theOptimumIsThatOfTryingEverything();

private:
    std::vector<std::uint64_t> m_seeds;
};

} // namespace kneepoint::test
