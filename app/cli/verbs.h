// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/exit_code.h"

#include <functional>

namespace CLI {
class App;
}

namespace kneepoint {

/// What is left to do once the whole line has been read.
using VerbAction = std::function<ExitCode(Streams)>;

/// Each adds its verb to the command line; when the line names it, `chosen` becomes its action.
void addEval(CLI::App& app, VerbAction& chosen);
void addScale(CLI::App& app, VerbAction& chosen);
void addDiagnose(CLI::App& app, VerbAction& chosen);
void addValidate(CLI::App& app, VerbAction& chosen);
void addRoofline(CLI::App& app, VerbAction& chosen);
void addRender(CLI::App& app, VerbAction& chosen);
void addReport(CLI::App& app, VerbAction& chosen);
void addPresets(CLI::App& app, VerbAction& chosen);
void addParameters(CLI::App& app, VerbAction& chosen);

} // namespace kneepoint
