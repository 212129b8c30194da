// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario.h"
#include "model/search/search.h"
#include "tests/support/random_seed.h"

#include <cstdint>
#include <optional>
#include <random>
#include <vector>

/// Random small search problems and their solutions by brute force.
namespace kneepoint::test {

struct SmallQuestion {
    Scenario job;
    SearchRequest request;
};

/// The same problems on every machine.
class SmallQuestions {
public:
    explicit SmallQuestions(std::uint64_t seed)
        : m_bits(randomSeed(seed))
    {
    }
    [[nodiscard]] SmallQuestion next();

private:
    [[nodiscard]] double pick(std::vector<double> values) { return values[m_bits() % values.size()]; }
    [[nodiscard]] bool chance(double share) { return static_cast<double>(m_bits() >> 11) * 0x1p-53 < share; }
    [[nodiscard]] Scenario job();
    [[nodiscard]] OwnRuns ownRuns();
    [[nodiscard]] LayoutSpace space(const Scenario& job);
    std::mt19937_64 m_bits;
};

/// How many of `usual` spaces to try: all, or in proportion to KNEEPOINT_SEARCH_SPACES, which is 10,000 for all.
[[nodiscard]] int spacesWanted(int usual);

/// Every layout that rules, limits and memory allow, evaluated one by one, in the search's order.
[[nodiscard]] std::vector<FoundLayout> byTryingAll(const SmallQuestion& question);

} // namespace kneepoint::test
