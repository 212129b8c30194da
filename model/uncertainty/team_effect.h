// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/choices.h"
#include "model/uncertainty/prediction_interval.h"

#include <span>
#include <string_view>

/// Whose run it is. Runs of one team on one cluster agree with each other far better than with those of another team on
/// the same hardware and software: what the team and its cluster add is one factor for all of their runs.
namespace kneepoint {

/// One team's runs outside vendors' recipes, predicted without anything that it measured.
struct MeasuredTeam {
    /// How its runs came to be known: as publications that the program was made with, or picked later from what people
    /// run. The first say more about publications, the second about people.
    enum class Found { published, picked };
    std::string_view name; ///< of its series in docs/validation.md, or of the source
    Found found = Found::published;
    double rows = 0;
    double ratio = 1; ///< median of measured over predicted time
    std::string_view source;
};
[[nodiscard]] std::span<const MeasuredTeam> measuredTeams();

/// The distribution of the logarithm of a team's factor.
struct TeamEffect {
    double center = 0;
    double sigma = 0;
};
/// Tuned: none, as intervals are learned from runs that nearly all are. Typical: both ways of finding teams count the
/// same, center and mean square. First try, an assumption: the middle of the slower half of typical teams.
[[nodiscard]] TeamEffect teamEffect(TeamSetting setting);

/// Standard deviation of the logarithm of the runs of one team around their own median, measured over predicted: of new
/// rows, which no constant was fitted to (docs/cost-study.md).
inline constexpr double team_row_spread = 0.13;

/// The interval of a team's run, from that of a tuned one with this step time. One's own runs contain the effect.
[[nodiscard]] PredictionInterval withTeam(PredictionInterval interval, double step_s, TeamSetting setting);

} // namespace kneepoint
