// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/edit.h"
#include "tests/support/random_seed.h"

#include <cstdint>
#include <random>

/// Random scenarios from the whole catalogue, the same on every machine because the distributions are our own. Seeds
/// are those of randomSeed().
namespace kneepoint::test {

/// Number of random scenarios per test; more with KNEEPOINT_RANDOM_SCENARIOS.
[[nodiscard]] int scenariosWanted(int otherwise);

class RandomScenarios {
public:
    explicit RandomScenarios(std::uint64_t seed)
        : m_bits(randomSeed(seed))
    {
    }

    /// Every parameter independently anywhere in its range; one of the two batches follows from the other.
    [[nodiscard]] Scenario scattered();
    /// Fewer than `most` settings of different parameters anywhere in their ranges.
    [[nodiscard]] kneepoint::Edit statements(std::size_t most);
    /// What is derived from such settings.
    [[nodiscard]] Scenario stated();
    /// A default or shipped scenario after some edits as a user would make them.
    [[nodiscard]] Scenario walked();

    /// A valid value of the parameter according to its scale, sometimes one of its ends.
    [[nodiscard]] double valueOf(const Parameter& p);
    /// Uniform in [0, 1).
    [[nodiscard]] double uniform();
    /// Uniform in 0 … count − 1.
    [[nodiscard]] std::size_t index(std::size_t count);

private:
    std::mt19937_64 m_bits;
};

} // namespace kneepoint::test
