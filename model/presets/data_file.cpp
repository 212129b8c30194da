// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/presets/data_file.h"

#include <fmt/format.h>

namespace kneepoint {

Result<std::filesystem::path> dataFile(std::string_view name)
{
    constexpr int most_folders = 3;
    const std::filesystem::path inside = std::filesystem::path("share/kneepoint") / name;
    std::error_code problem;
    std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe", problem);
    for (int i = 0; i < most_folders && folder.has_relative_path(); ++i) {
        folder = folder.parent_path();
        if (std::filesystem::is_regular_file(folder / inside, problem))
            return folder / inside;
    }
    return failure(fmt::format("{} is missing: it is installed with the program", inside.string()));
}

} // namespace kneepoint
