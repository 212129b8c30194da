// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/exit_code.h"

#include <string>

namespace kneepoint {

/// Compares chosen layouts with the fastest measured ones, by groups of a file of measured layouts, as text, JSON or
/// Markdown.
[[nodiscard]] ExitCode writeLayoutValidation(const std::string& file, bool json, bool markdown, Streams streams);

} // namespace kneepoint
