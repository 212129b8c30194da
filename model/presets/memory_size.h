// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace kneepoint {

/// Memory of a GPU for people who know it by its name: "85.5 GB (79.6 GiB, sold as 80 GB)"; the nominal size only if a
/// GPU of the library has this memory.
[[nodiscard]] std::string memorySizeText(double bytes);

} // namespace kneepoint
