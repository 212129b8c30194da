// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario_fwd.h"

#include <initializer_list>
#include <string>
#include <string_view>

namespace kneepoint::test {

struct Edit {
    std::string_view id;
    std::string_view text;
};

/// A shipped scenario. Ends the test program on an unknown id.
[[nodiscard]] Scenario preset(std::string_view id);

/// The scenario after edits in order, as a user would type them. Ends the test program if an edit is rejected.
[[nodiscard]] Scenario edited(Scenario s, std::initializer_list<Edit> edits);
/// A shipped model at this sequence length, on 64 H100.
[[nodiscard]] Scenario jobOf(const char* model, double sequence);

/// The parameters of a scenario that differ from the default, as options to repeat what failed.
[[nodiscard]] std::string describe(const Scenario& s);

/// A job with only compute and gradients: no input, no stragglers, no overlap, one GPU per node.
[[nodiscard]] Scenario bareJob();

} // namespace kneepoint::test
