// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/verbs.h"

#include <string>
#include <vector>

namespace kneepoint {

/// Completion scripts for the command line. They contain all words, so pressing Tab starts no program. That of bash is
/// also that of zsh, as a function file or to be sourced.
[[nodiscard]] std::string bashCompletion(const std::vector<Verb>& verbs);
[[nodiscard]] std::string fishCompletion(const std::vector<Verb>& verbs);

} // namespace kneepoint
