// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/planning/moved_text.h"

#include "model/catalogue/catalogue.h"
#include "model/scenario/scenario.h"
#include "widgets/text.h"

#include <QCoreApplication>
#include <QStringList>

#include <array>

namespace kneepoint {

QString movedText(const Scenario& before, const Scenario& after)
{
    // What follows from these, such as the nodes and the price, is not said again.
    constexpr std::array<std::string_view, 13> ids{"cluster.gpus", "cluster.gpu", "cluster.interconnect",
        "workload.global_batch", "workload.training_tokens", "plan.tensor_parallel", "plan.pipeline_parallel",
        "plan.virtual_stages", "plan.context_parallel", "plan.expert_parallel", "plan.zero_stage",
        "workload.batch_per_gpu", "plan.recompute"};
    constexpr qsizetype most_named = 4;
    QStringList moved;
    for (const std::string_view id : ids) {
        const Parameter* p = findParameter(id);
        if (p && p->get(before) != p->get(after))
            moved << QStringLiteral("%1 %2 → %3")
                         .arg(toQString(p->label), toQString(briefText(*p, p->get(before))),
                             toQString(briefText(*p, p->get(after))));
    }
    const qsizetype unnamed = moved.size() - most_named;
    const QString named = moved.mid(0, most_named).join(QStringLiteral(", "));
    return unnamed <= 0 ? named : QCoreApplication::translate("PlanPages", "%1 and %2 more").arg(named).arg(unnamed);
}

} // namespace kneepoint
