// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "fit/constants.h"
#include "model/evidence/measured_run.h"

#include <functional>
#include <string_view>

namespace kneepoint::fit {

/// The data that constants are fitted to.
struct Corpus {
    MeasuredRuns runs;
};
[[nodiscard]] Corpus publishedCorpus();

/// The constants fitted to the corpus without one series (none if empty): least squares on the logarithm of step times
/// with a robust loss, with a prior on every constant around its start with its sigma.
[[nodiscard]] Priors fitConstants(Priors priors, const Corpus& corpus, std::string_view left_out);
/// The same, from the runs for which `uses` is true.
[[nodiscard]] Priors fitConstants(
    Priors priors, const Corpus& corpus, const std::function<bool(const MeasuredRun&)>& uses);

/// The fitted constants as a set, with the generic stacks of the runs used.
[[nodiscard]] ConstantSet fittedSet(
    const Priors& priors, const Corpus& corpus, const std::function<bool(const MeasuredRun&)>& uses);

} // namespace kneepoint::fit
