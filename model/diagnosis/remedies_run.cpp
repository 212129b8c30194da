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
        {
            .id = "checkpoint-optimum",
            .causes = against(Cause::failures),
            .label =
                [](Now j) {
                    const double interval_s =
                        std::sqrt(2 * j.s.plan.checkpoint_write_s * j.s.cluster.gpu_mtbf_s / j.step.gpus);
                    return fmt::format("Checkpoint every {}", formatQuantity(interval_s, Unit::seconds));
                },
            .edit = [](Now j) { return when(j.s.plan.checkpoint_every_s > 0, "plan.checkpoint_every", 0); },
        },
        {
            .id = "checkpoint-asynchronous",
            .causes = against(Cause::failures),
            .name = "Asynchronous checkpoints (10× shorter stalls)",
            .edit =
                [](Now j) {
                    return when(
                        j.s.plan.checkpoint_write_s > 0, "plan.checkpoint_write", j.s.plan.checkpoint_write_s / 10);
                },
            .effort = Effort::engineering,
            .note = "uses host memory",
        },
        {
            .id = "checkpoint-asynchronous-optimum",
            .causes = against(Cause::failures),
            .name = "Asynchronous checkpoints (10× shorter stalls) at the optimal interval",
            .edit =
                [](Now j) {
                    return when(j.s.plan.checkpoint_write_s > 0 && j.s.plan.checkpoint_every_s > 0,
                        {{"plan.checkpoint_write", j.s.plan.checkpoint_write_s / 10}, {"plan.checkpoint_every", 0}});
                },
            .effort = Effort::engineering,
            .note = "uses host memory",
        },
        {
            .id = "fast-restart",
            .causes = against(Cause::failures),
            .name = "Hot spares and automatic restart (4× faster restarts)",
            .edit = [](Now j) { return set("cluster.restart", j.s.cluster.restart_s / 4); },
            .effort = Effort::engineering,
            .note = "needs spare nodes",
        },
        {
            .id = "screen-nodes",
            .causes = against(Cause::failures),
            .name = "Screen out failing nodes (half the interruptions)",
            .edit = [](Now j) { return set("cluster.gpu_mtbf", 2 * j.s.cluster.gpu_mtbf_s); },
            .effort = Effort::engineering,
        },
        {
            .id = "gpus-half",
            .causes = against(Cause::exposed_communication, Cause::starved_input, Cause::straggler, Cause::tiny_batch,
                Cause::large_batch, Cause::failures),
            .label = [](Now j) { return fmt::format("{} GPUs", text(j.s.cluster.gpus / 2)); },
            .edit =
                [](Now j) {
                    return when(j.s.cluster.gpus / 2 >= gpusPerReplica(j.s), "cluster.gpus", j.s.cluster.gpus / 2);
                },
            .target = Target::cost,
        },
    };
    return records;
}

} // namespace kneepoint
