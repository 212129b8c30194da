// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "fit/constants.h"
#include "model/evidence/measured_run.h"

#include <functional>
#include <span>
#include <string_view>

namespace kneepoint::fit {

/// What the constants are fitted to.
struct Corpus {
    MeasuredRuns runs;
};
[[nodiscard]] Corpus publishedCorpus();

/// The constants that explain the corpus best without one series (none if empty): least squares on the logarithm of
/// step times with a loss that lets outliers go, every constant held near its start by its sigma.
[[nodiscard]] Priors fitConstants(Priors priors, const Corpus& corpus, std::string_view left_out);
/// The same, from the runs that `uses` takes.
[[nodiscard]] Priors fitConstants(
    Priors priors, const Corpus& corpus, const std::function<bool(const MeasuredRun&)>& uses);

/// As a set, with the generic stacks of what was used.
[[nodiscard]] ConstantSet fittedSet(
    const Priors& priors, const Corpus& corpus, const std::function<bool(const MeasuredRun&)>& uses);

} // namespace kneepoint::fit
