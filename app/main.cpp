// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/exit_code.h"
#include "app/window/window_program.h"

#include <QApplication>
#include <QWidget>

#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

namespace {

/// Qt aborts if it cannot open the display. This ends the program with a sentence and an exit code instead.
void explainFailedStart(QtMsgType type, const QMessageLogContext& /*context*/, const QString& /*text*/)
{
    if (type == QtFatalMsg)
        std::_Exit(kneepoint::explainMissingDisplay(std::cerr));
}

} // namespace

int main(int argc, char** argv)
{
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    if (!kneepoint::asksForWindow(arguments))
        return kneepoint::runCommandLine(arguments, std::cout, std::cerr, kneepoint::makeWindow);
    if (!kneepoint::hasDisplay())
        return kneepoint::explainMissingDisplay(std::cerr);
    qInstallMessageHandler(explainFailedStart);
    const QApplication application(argc, argv);
    qInstallMessageHandler(nullptr);
    const bool saved = kneepoint::runWindow(arguments.empty() ? std::string() : arguments.front(), std::cerr);
    return static_cast<int>(saved ? kneepoint::ExitCode::done : kneepoint::ExitCode::bad_input);
}
