// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/edit.h"

#include <QString>

namespace kneepoint {

struct Analysis;

/// One sentence with the figures of this job, and what could be tried; most answers have nothing to try.
struct SpokenAnswer {
    QString sentence;
    Edit edit = {};
};

/// Answers a question by its id: "day-cost", "thousand-cost", "day-tokens", "mfu-losses", "bottleneck", "fix",
/// "certainty", "sources", "node-fails", "memory", or the id of a figure. Empty if the job has no such figure.
[[nodiscard]] SpokenAnswer spokenAnswer(const QString& id, const Analysis& a);

} // namespace kneepoint
