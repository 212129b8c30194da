// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/command_list.h"

namespace kneepoint {

/// What people say instead of a parameter's name: "half the batch", "10 % more GPUs", "32k context", "100 nodes". Each
/// says in full what it would set; empty if the text is nothing of the kind.
[[nodiscard]] QList<Command> spokenCommands(const QString& text, const Scenario& scenario);

} // namespace kneepoint
