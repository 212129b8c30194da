// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/exploration/reach.h"

#include <string>
#include <string_view>

/// What is asked for and what was found, in words.
namespace kneepoint {

/// "step_s=5 s", "efficiency=80 %" for any figure with a better direction, "knee_gpus=1000", "fits". The error lists
/// what there is.
[[nodiscard]] Result<ReachTarget> parseTarget(std::string_view text);
/// The reverse.
[[nodiscard]] std::string targetId(const ReachTarget& target);

/// "a knee at 1000 GPUs or beyond", "step time of at most 5 s", "the job in memory".
[[nodiscard]] std::string targetText(const ReachTarget& target);
/// "≥ 1000 GPUs", "≤ 5 s"; empty for the memory.
[[nodiscard]] std::string limitText(const ReachTarget& target);
/// "Knee at 750 GPUs", "Step time 4.8 s", "Memory 71 GB of 80 GB".
[[nodiscard]] std::string figureText(const ReachTarget& target, double figure);
/// The same without its name: "750 GPUs", "4.8 s", "89 % of the memory".
[[nodiscard]] std::string shortFigureText(const ReachTarget& target, double figure);
/// "Line rate 400 Gbit/s → 620 Gbit/s".
[[nodiscard]] std::string wayText(const Way& way, const Scenario& s);
/// What reaches the target: how many changes, and the nearest; or that none does, and what comes closest.
[[nodiscard]] std::string reachSentence(const Reached& reached, const Scenario& s);
/// The same above a list of the ways: how many there are, and the figure now.
[[nodiscard]] std::string answerText(const Reached& reached, const Scenario& s);

} // namespace kneepoint
