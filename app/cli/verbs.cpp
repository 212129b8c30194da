// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verbs.h"

namespace kneepoint {

std::vector<Verb> verbs(const MakeWindow& make_window)
{
    return {
        evalVerb(),
        scaleVerb(),
        diagnoseVerb(),
        searchVerb(),
        planVerb(),
        sweepVerb(),
        importVerb(),
        calibrateVerb(),
        validateVerb(),
        rooflineVerb(),
        reachVerb(),
        renderVerb(make_window),
        reportVerb(),
        handoutVerb(),
        presetsVerb(),
        parametersVerb(),
        lessonVerb(),
        metricsVerb(),
        completionVerb(make_window),
        manualVerb(make_window),
    };
}

} // namespace kneepoint
