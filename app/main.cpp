// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/window/window_program.h"

#include <QWidget>

#include <iostream>
#include <string>
#include <vector>

int main(int argc, char** argv)
{
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    if (!kneepoint::asksForWindow(arguments))
        return kneepoint::runCommandLine(arguments, std::cout, std::cerr, kneepoint::makeWindow);
    if (!kneepoint::hasDisplay())
        return kneepoint::explainMissingDisplay(std::cerr);
    return kneepoint::runWindow(argc, argv, arguments.empty() ? std::string() : arguments.front());
}
