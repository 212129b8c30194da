// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace kneepoint::job {

/// Whether the text has more aliases or deeper brackets than any configuration, which a parser that follows them should
/// not be given.
[[nodiscard]] bool isUnsafeYaml(std::string_view text);

} // namespace kneepoint::job
