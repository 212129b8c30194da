// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/lesson/lesson.h"
#include "model/lesson/step_profile.h"
#include "widgets/panels/evidence_bars.h"

namespace kneepoint {

/// The bars that a question names as evidence, each in the color of its figure.
[[nodiscard]] QList<BarRow> evidenceRows(const Question& q);
/// What their axis shows, if they are figures of jobs with one number of GPUs; empty for formulas.
[[nodiscard]] QString evidenceAxis(const Question& q);
/// The lanes of a profile.
[[nodiscard]] QList<BarRow> profileRows(const StepProfile& profile);

} // namespace kneepoint
