// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

namespace kneepoint {

/// A file of presets/ built into the program; the name is "folder/stem".
struct EmbeddedFile {
    std::string_view name;
    std::string_view text;
};

/// In the order of folders and names.
[[nodiscard]] std::span<const EmbeddedFile> embeddedFiles();

} // namespace kneepoint
