// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/command_list.h"

/// What people say instead of a name and a value: "half the batch", "25 % more gpus", "32k context", "amd", "what does
/// a day cost", "knee at 1000 gpus".
namespace kneepoint {

struct Heard {
    QList<Command> commands; ///< what the text means, the likeliest first; empty: nothing known
    bool surely = false;     ///< nearly every word of the text counted
};

/// Words are compared (vocabulary.h), so that any order and any wording with the same words is heard.
[[nodiscard]] Heard spokenCommands(
    const QString& text, const QList<QAction*>& actions, const Scenario& scenario, const Analysis* now = nullptr);

} // namespace kneepoint
