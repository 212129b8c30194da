// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

/// Exit code and output of the command line.
struct Answer {
    int code = 0;
    std::string out;
    std::string err;

    [[nodiscard]] nlohmann::ordered_json json() const { return nlohmann::ordered_json::parse(out); }
};

/// Runs the command line in this process.
[[nodiscard]] Answer ask(const std::vector<std::string>& args);

/// Lines without line endings.
[[nodiscard]] std::vector<std::string> lines(const std::string& text);
