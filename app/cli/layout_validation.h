// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/exit_code.h"

#include <string>

namespace kneepoint {

/// Text, JSON or Markdown; `rows`: JSON with every layout.
struct LayoutValidationOutput {
    bool json = false, rows = false, markdown = false;
};

/// Compares chosen layouts with the fastest measured ones, by groups of a file of measured layouts.
[[nodiscard]] ExitCode writeLayoutValidation(
    const std::string& file, const LayoutValidationOutput& output, Streams streams);

} // namespace kneepoint
