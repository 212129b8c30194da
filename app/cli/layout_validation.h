// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/exit_code.h"

#include <string>

namespace kneepoint {

/// Whether the layouts chosen are those that were measured to be the best, by groups of a file of measured layouts;
/// `file` may be empty, then one beside the project is looked for. The table as text, JSON or Markdown.
[[nodiscard]] ExitCode writeLayoutValidation(const std::string& file, bool json, bool markdown, Streams streams);

} // namespace kneepoint
