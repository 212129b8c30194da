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

/// The scenario after edits as a person types them, in order. Ends the test program on an edit that is refused.
[[nodiscard]] Scenario edited(Scenario s, std::initializer_list<Edit> edits);

/// The parameters of a scenario that differ from the default, as options to repeat what failed.
[[nodiscard]] std::string describe(const Scenario& s);

/// A job without anything but compute and gradients: no input, no stragglers, no overlap, one GPU a node.
[[nodiscard]] Scenario bareJob();

} // namespace kneepoint::test
