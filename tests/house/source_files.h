// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

/// The project's sources, for tests of the code base itself.
struct SourceFile {
    std::string path; ///< from the project's root: "model/step/step_model.cpp"
    std::string text;
};

/// All files in the given folders with one of the suffixes (".h"), sorted by path.
std::vector<SourceFile> sourceFiles(const std::vector<std::string>& folders, const std::vector<std::string>& suffixes);

/// The targets of all `#include`s, without quotes or brackets.
std::vector<std::string> includesOf(const std::string& text);
