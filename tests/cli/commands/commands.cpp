// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/answer.h"

#include <iostream>

/// The command line for tests that ask it hundreds of questions: starting the program takes longer than most answers.
/// Each line of the input is a JSON array of arguments; it is answered with a line [exit code, output, errors].
int main()
{
    for (std::string line; std::getline(std::cin, line);) {
        const Answer answer = ask(nlohmann::json::parse(line).get<std::vector<std::string>>());
        std::cout << nlohmann::json{answer.code, answer.out, answer.err}.dump() << std::endl;
    }
    return 0;
}
