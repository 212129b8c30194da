// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/answer.h"

#include "app/cli/command_line.h"
#include "app/window/window_program.h"

#include <QWidget>

#include <sstream>

Answer ask(const std::vector<std::string>& args)
{
    std::ostringstream out;
    std::ostringstream err;
    const int code = kneepoint::runCommandLine(args, out, err, kneepoint::makeWindow);
    return {code, out.str(), err.str()};
}

std::vector<std::string> lines(const std::string& text)
{
    std::vector<std::string> result;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
        result.push_back(line);
    return result;
}
