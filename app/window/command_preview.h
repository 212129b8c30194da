// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/edit.h"

#include <QString>

namespace kneepoint {

struct Analysis;
struct Command;
struct Parameter;

/// What setting a parameter leaves out, such as that a power limit slows no clock; mostly empty.
[[nodiscard]] QString leftOutText(const Parameter& p);

/// What would happen: "Step time 15.0 s → 10.9 s, 1.37× faster. Cost $9.40 M → $6.83 M." Of an action its explanation,
/// of a scenario what it is about; empty if there is nothing to say.
[[nodiscard]] QString previewText(const Command& command, const Analysis& now);

} // namespace kneepoint
