// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <bitset>
#include <cstddef>

namespace kneepoint {

/// What was chosen and typed in a scenario, by a person, a file or a request. Everything else is derived from it
/// (model/catalogue/derive.h), so that nothing that was tried leaves a value behind.
struct Stated {
    static constexpr std::size_t most_parameters = 320;
    static constexpr std::size_t most_held = 20;

    std::bitset<most_parameters> parameters; ///< by their place in the catalogue
    /// The stated values of parameters whose value in the scenario may be another one (Parameter::held): a layout while
    /// it is planned, a global batch that the replicas do not divide. 0 where nothing is stated.
    std::array<double, most_held> held{};
    bool by_hand = false; ///< while a layout is planned: one that was made by hand comes back afterwards
    bool operator==(const Stated&) const = default;
};

} // namespace kneepoint
