// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

/// What launchers and clusters put before each line of a program's output.
namespace kneepoint {

/// Without "[0]" of mpirun, at the start of a line and between its cells. "[0x17]" of a rank stays.
[[nodiscard]] std::string withoutTags(std::string_view line);

/// Without "  0: " of srun -l, "[1,0]<stdout>:" of mpirun --tag-output, "worker-0: " and "> " of Markdown.
[[nodiscard]] std::string_view withoutPrefix(std::string_view line);

} // namespace kneepoint
