// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/calibrate/own_rows.h"

#include <map>
#include <string>
#include <vector>

namespace kneepoint::fit {

/// The runs of one source, mostly with one program.
struct MeasuredSource {
    std::string program;
    std::vector<OwnRow> rows;
};

/// The scatter of sources around predictions made without them.
struct LearnedSpreads {
    FactorSpreads all;
    std::map<std::string, FactorSpreads> without; ///< each source
};

/// The distribution of a source's factors.
enum class Scatter {
    normal,
    heavy_tailed, ///< Student t: a source far from all others hardly widens the spread of all
};

/// The maximum-likelihood spreads over all sources, each source being one draw of each factor (expectation maximization
/// for a linear mixed model, Laird and Ware 1982; with heavy tails, that of Lange, Little and Taylor 1989, whose
/// spreads are the scales of the distribution). All programs have the same weight, and so have the sources of a
/// program. Without a source: computed from the other sources' draws at the solution.
[[nodiscard]] LearnedSpreads learnSpreads(
    const std::string& basis, const std::map<std::string, MeasuredSource>& sources, Scatter scatter);

/// The spreads before a calibration, of a program and a cluster that are none of the sources, from the normal and the
/// heavy-tailed estimate. Kernels: the wider of the two standard deviations, so that runs of one's own can reach what
/// is far from the usual. Links in a node, and what software does not hide: the heavy-tailed one, since a single source
/// sets the other. The center, learned from n programs, adds one n-th of their variance. Published runs are of networks
/// that were tuned: another one may be off by a factor of two, at least.
[[nodiscard]] LearnedSpreads beforeCalibration(
    LearnedSpreads normal, const LearnedSpreads& heavy_tailed, const std::map<std::string, MeasuredSource>& sources);

} // namespace kneepoint::fit
