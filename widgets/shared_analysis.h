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

} // namespace kneepoint
