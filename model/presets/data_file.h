// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/units/error.h"

#include <filesystem>
#include <string_view>

namespace kneepoint {

/// A file of the program that is not built into it: NAME under share/kneepoint in one of the three folders above the
/// executable, where both the build and the installation put it. An error says where it was expected.
[[nodiscard]] Result<std::filesystem::path> dataFile(std::string_view name);

} // namespace kneepoint
