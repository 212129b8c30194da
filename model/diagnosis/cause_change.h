// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/diagnosis/diagnosis.h"

#include <vector>

namespace kneepoint {

/// An analysis and its diagnosis.
struct Diagnosed {
    Analysis analysis;
    Diagnosis diagnosis;
};

/// The cost of a cause in one scenario and in another.
struct CauseChange {
    enum class Kind {
        stayed,   ///< named in both
        appeared, ///< named only now
        vanished, ///< named only before
    };
    Cause cause = Cause::none;
    Kind kind = Kind::stayed;
    double before = 0; ///< Finding::severity; also if it is too small to be listed
    double now = 0;
    Wall wall = Wall::systems;
};

/// First the causes listed now, in order, then those that have vanished.
[[nodiscard]] std::vector<CauseChange> causeChanges(const Diagnosed& before, const Diagnosed& now);

} // namespace kneepoint
