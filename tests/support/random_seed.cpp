// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/random_seed.h"

#include <cstdio>
#include <cstdlib>

namespace kneepoint::test {
namespace {

std::uint64_t chosenSeed()
{
    static const std::uint64_t chosen = [] {
        const char* text = std::getenv("KNEEPOINT_SEED");
        const unsigned long long seed = text ? std::strtoull(text, nullptr, 10) : 0;
        std::fprintf(stderr, "Random tests with KNEEPOINT_SEED=%llu\n", seed);
        return seed;
    }();
    return chosen;
}

} // namespace

std::uint64_t randomSeed(std::uint64_t own)
{
    constexpr std::uint64_t spread = 0x9e3779b97f4a7c15; // odd: different seeds stay different
    return own + chosenSeed() * spread;
}

} // namespace kneepoint::test
