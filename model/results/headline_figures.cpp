// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/results/headline_figures.h"

#include "model/scenario/scenario.h"

namespace kneepoint {

const Metric& headlineMetric(const HeadlineFigure& figure, const Scenario& s)
{
    const Metric& m = metric(figure.id);
    const bool tokens = s.workload.sequence_length > 1 && applies(m, s);
    return figure.without_tokens.empty() || tokens ? m : metric(figure.without_tokens);
}

} // namespace kneepoint
