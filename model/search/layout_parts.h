// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/search/layout.h"

#include <string>
#include <vector>

namespace kneepoint {

/// One part of a layout in words: "TP" "8", "SP" "", "accumulation" "64".
struct LayoutPart {
    std::string name;
    std::string value;                    ///< empty: the name says it
    const Parameter* parameter = nullptr; ///< that a user changes to change it
    std::string brief = {};               ///< name where there is little room; empty: the same
};

/// The used dimensions of a layout, as layoutText() writes them.
[[nodiscard]] std::vector<LayoutPart> layoutParts(const Scenario& job, const Layout& layout);

} // namespace kneepoint
