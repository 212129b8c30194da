// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/house/source_files.h"

#include "tests/support/source_path.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>

namespace fs = std::filesystem;

std::vector<SourceFile> sourceFiles(const std::vector<std::string>& folders, const std::vector<std::string>& suffixes)
{
    std::vector<SourceFile> files;
    const fs::path root = kneepoint::sourcePath({}).toStdString();
    for (const std::string& folder : folders) {
        for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
            if (!entry.is_regular_file() || std::ranges::count(suffixes, entry.path().extension().string()) == 0) {
                continue;
            }
            std::ifstream in(entry.path(), std::ios::binary);
            files.push_back({fs::relative(entry.path(), root).generic_string(),
                std::string(std::istreambuf_iterator<char>(in), {})});
        }
    }
    std::ranges::sort(files, {}, &SourceFile::path);
    return files;
}

std::vector<std::string> includesOf(const std::string& text)
{
    static const std::regex include(R"re((?:^|\n)\s*#\s*include\s*["<]([^">\n]+)[">])re");
    std::vector<std::string> targets;
    for (std::sregex_iterator match(text.begin(), text.end(), include), end; match != end; ++match) {
        targets.push_back((*match)[1]);
    }
    return targets;
}
