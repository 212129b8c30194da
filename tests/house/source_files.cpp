// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/house/source_files.h"

#include "tests/support/source_path.h"

#include <QRegularExpression>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

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
    static const QRegularExpression include(QStringLiteral(R"re((?:^|\n)\s*#\s*include\s*["<]([^">\n]+)[">])re"));
    std::vector<std::string> targets;
    for (const QRegularExpressionMatch& match : include.globalMatch(QString::fromStdString(text))) {
        targets.push_back(match.captured(1).toStdString());
    }
    return targets;
}
