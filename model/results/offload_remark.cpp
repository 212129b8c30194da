// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/results/offload_remark.h"

#include "model/cost/offload.h"
#include "model/job/job.h"
#include "model/scenario/scenario.h"
#include "model/step/step_model.h"
#include "model/units/words.h"

#include <algorithm>
#include <fmt/format.h>

namespace kneepoint {

std::string offloadRemark(const Analysis& a)
{
    const Scenario& s = a.scenario;
    if (s.plan.offload == Offload::none)
        return {};
    Scenario without = s;
    without.plan.offload = Offload::none;
    const double added = std::max(0.0, a.step.step_s - evaluate(without, a.calibration).step_s);
    const double host = a.step.memory.host * std::min(s.cluster.gpus, s.cluster.gpus_per_node);
    const OffloadTime time = offloadTime(resolve(s, a.calibration));
    std::string said = fmt::format(
        "Offloading keeps {} per node in host memory and adds {} to a step", words::bytes(host), words::seconds(added));
    constexpr double noticeable = 0.05;
    if (added <= noticeable * a.step.step_s)
        return said + ".";
    return said
        + (time.update_s > time.stream_s
                ? ": the CPU updates once per step, so more gradient accumulation makes it cheaper."
                : ": every micro-batch sends it over the host link, so larger micro-batches make it cheaper.");
}

} // namespace kneepoint
