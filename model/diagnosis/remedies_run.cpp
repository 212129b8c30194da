// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diagnosis/remedy_record.h"

#include "model/diagnosis/remedy_words.h"
#include "model/scenario/scenario.h"

#include <cmath>

namespace kneepoint {

using namespace remedy;

std::span<const RemedyRecord> runRemedies()
{
    static const RemedyRecord records[] = {
        {"checkpoint-optimum", against(Cause::failures),
            [](Now j) {
                const double interval_s =
                    std::sqrt(2 * j.s.plan.checkpoint_write_s * j.s.cluster.gpu_mtbf_s / j.step.gpus);
                return fmt::format("Checkpoint every {}", formatQuantity(interval_s, Unit::seconds));
            },
            [](Now j) { return when(j.s.plan.checkpoint_every_s > 0, "plan.checkpoint_every", 0); }},
        {"checkpoint-asynchronous", against(Cause::failures), "Asynchronous checkpoints (10× shorter stalls)",
            [](Now j) {
                return when(j.s.plan.checkpoint_write_s > 0, "plan.checkpoint_write", j.s.plan.checkpoint_write_s / 10);
            },
            {.effort = Effort::engineering, .note = "uses host memory"}},
        {"checkpoint-asynchronous-optimum", against(Cause::failures),
            "Asynchronous checkpoints (10× shorter stalls) at the optimal interval",
            [](Now j) {
                return when(j.s.plan.checkpoint_write_s > 0 && j.s.plan.checkpoint_every_s > 0,
                    {{"plan.checkpoint_write", j.s.plan.checkpoint_write_s / 10}, {"plan.checkpoint_every", 0}});
            },
            {.effort = Effort::engineering, .note = "uses host memory"}},
        {"fast-restart", against(Cause::failures), "Hot spares and automatic restart (4× faster restarts)",
            [](Now j) { return set("cluster.restart", j.s.cluster.restart_s / 4); },
            {.effort = Effort::engineering, .note = "needs spare nodes"}},
        {"screen-nodes", against(Cause::failures), "Screen out failing nodes (half the interruptions)",
            [](Now j) { return set("cluster.gpu_mtbf", 2 * j.s.cluster.gpu_mtbf_s); }, {.effort = Effort::engineering}},
        {"gpus-half",
            against(Cause::exposed_communication, Cause::starved_input, Cause::straggler, Cause::tiny_batch,
                Cause::large_batch, Cause::failures),
            [](Now j) { return fmt::format("{} GPUs", text(j.s.cluster.gpus / 2)); },
            [](Now j) {
                return when(j.s.cluster.gpus / 2 >= gpusPerReplica(j.s), "cluster.gpus", j.s.cluster.gpus / 2);
            },
            {.target = Target::cost}},
    };
    return records;
}

} // namespace kneepoint
