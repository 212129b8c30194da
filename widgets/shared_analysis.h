// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"

#include <memory>
#include <utility>
#include <vector>

namespace kneepoint {

/// One analysis that the document, the charts and the panels show without copies; null if there is none.
using SharedAnalysis = std::shared_ptr<const Analysis>;

[[nodiscard]] inline SharedAnalysis share(Analysis analysis)
{
    return std::make_shared<const Analysis>(std::move(analysis));
}

/// Pinned scenarios beside A, and how the shown one is called among them.
struct OtherOptions {
    struct Option {
        char letter = 'B';
        SharedAnalysis analysis;
    };
    std::vector<Option> options;
    char shown = 'B';
};

/// What a chart shows: a job, and what is drawn beside it.
struct Shown {
    SharedAnalysis analysis = {};
    SharedAnalysis reference = {}; ///< the pinned scenario A, dashed
    OtherOptions options = {};     ///< further pinned ones, thin, where the chart has a place for them
    SharedAnalysis ghost = {};     ///< the effect of a remedy while it is previewed, thin
};

} // namespace kneepoint
