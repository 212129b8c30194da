// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <cstdint>
#include <vector>

namespace kneepoint::test {

/// The search finds what trying everything finds, and only looks at less: some thousand questions for each seed,
/// KNEEPOINT_SEARCH_SPACES for all seeds of all classes together where it is set. Classes with other seeds run at the
/// same time.
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
