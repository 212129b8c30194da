// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

/// What the command line said.
struct Answer {
    int code = 0;
    std::string out;
    std::string err;

    [[nodiscard]] nlohmann::ordered_json json() const { return nlohmann::ordered_json::parse(out); }
};

/// Asks the command line inside this process.
[[nodiscard]] Answer ask(const std::vector<std::string>& args);

/// Lines without their ends.
[[nodiscard]] std::vector<std::string> lines(const std::string& text);
