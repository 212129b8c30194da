// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/search/layout.h"

#include <span>
#include <string>
#include <string_view>

/// A layout as flags or settings of training software.
namespace kneepoint {

/// A training framework for which flags can be generated. To add one, add a record.
struct Framework {
    std::string_view id;     ///< "megatron-lm"
    std::string_view label;  ///< "Megatron-LM flags"
    std::string_view source; ///< where the names of the flags are documented
    /// The whole text, ready to paste.
    std::string (*text)(const Scenario& job, const Layout& layout);
};
[[nodiscard]] std::span<const Framework> frameworks();
/// nullptr if there is no such framework.
[[nodiscard]] const Framework* findFramework(std::string_view id);

} // namespace kneepoint
