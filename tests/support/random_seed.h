// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace kneepoint::test {

/// Seed of a random test: its own by default, another one for each value of the environment variable KNEEPOINT_SEED.
/// Prints that value once per program, so that a failure can be repeated.
[[nodiscard]] std::uint64_t randomSeed(std::uint64_t own);

} // namespace kneepoint::test
