// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_registry.h"

#include "model/analysis/analysis.h"
#include "widgets/charts/breakdown_chart.h"
#include "widgets/charts/cluster_chart.h"
#include "widgets/charts/kneemap_chart.h"
#include "widgets/charts/memory_chart.h"
#include "widgets/charts/money_chart.h"
#include "widgets/charts/network_chart.h"
#include "widgets/charts/roofline_chart.h"
#include "widgets/charts/scaling_chart.h"
#include "widgets/charts/schedules_chart.h"
#include "widgets/charts/stage_memory_chart.h"
#include "widgets/charts/statistics_chart.h"
#include "widgets/charts/timeline_chart.h"
#include "widgets/charts/tornado_chart.h"
#include "widgets/charts/waterfall_chart.h"

#include <QCoreApplication>

#include <algorithm>

namespace kneepoint {
namespace {

template <class Kind> Chart* make()
{
    return new Kind;
}

} // namespace

std::span<const ChartKind> chartKinds()
{
    static const std::vector<ChartKind> kinds{
        {"roofline", QT_TRANSLATE_NOOP("Charts", "Roofline"), ChartPlace::board, make<RooflineChart>,
            QT_TRANSLATE_NOOP("Charts",
                "Attainable FLOP/s per GPU against work per byte moved, under the compute, memory and network roofs. "
                "The point is this job. Drag it sideways to change the batch per GPU, and so the intensity.")},
        {"scaling", QT_TRANSLATE_NOOP("Charts", "Scaling"), ChartPlace::board, make<ScalingChart>,
            QT_TRANSLATE_NOOP("Charts",
                "Speedup and efficiency against the number of data-parallel workers, and below them γ, the ratio of "
                "communication to compute time. The flag marks the knee, where efficiency falls below the tolerance; "
                "ticks mark where communication equals compute, and where speedup bends most. Drag the triangle on the "
                "axis to change the number of workers, the upper dotted line to change the efficiency tolerance, the "
                "lower one to change the γ threshold. Bands are 90 % intervals, hatched outside what has been "
                "measured. Click the name of a curve to hide or show it.")},
        {"breakdown", QT_TRANSLATE_NOOP("Charts", "Step time"), ChartPlace::board, make<BreakdownChart>,
            QT_TRANSLATE_NOOP("Charts",
                "Where the time of a step goes at each number of workers, in order of execution. Time above the line "
                "lengthens the step; hatched work below it is hidden behind compute. The whisker on the current bar is "
                "the 90 % interval of a measured step. On the right the current step enlarged, with its largest parts. "
                "Click a bar to go to that K, a part to see its formula.")},
        {"waterfall", QT_TRANSLATE_NOOP("Charts", "Losses"), ChartPlace::tab, make<WaterfallChart>,
            QT_TRANSLATE_NOOP("Charts",
                "From the ideal speedup down to the predicted one, or from the dense peak of the GPUs down to the "
                "achieved MFU: each bar is one loss, and they add up exactly. Small losses share the last bar; hover "
                "over it to see them.")},
        {"mfu", QT_TRANSLATE_NOOP("Charts", "MFU"), ChartPlace::variant,
            []() -> Chart* { return new WaterfallChart(nullptr, WaterfallChart::Measure::mfu); },
            QT_TRANSLATE_NOOP("Charts",
                "From the dense peak of the GPUs down to the achieved MFU: each bar is one loss, in the order of a "
                "step. They add up exactly; failures and checkpoints come last, if they are included.")},
        {"network", QT_TRANSLATE_NOOP("Charts", "Network"), ChartPlace::tab, make<NetworkChart>,
            QT_TRANSLATE_NOOP("Charts",
                "Bus bandwidth of a collective, as nccl-tests counts it, over the size of the message. The line is the "
                "prediction, the band holds nine of ten published measurements, diamonds are measured. Dotted: the "
                "rate of the links and the size of a gradient bucket. The context menu has the other measured "
                "collectives."),
            [](const Analysis& a) { return !a.measured.transfers.empty(); }},
        {"timeline", QT_TRANSLATE_NOOP("Charts", "Timeline"), ChartPlace::tab, make<TimelineChart>,
            QT_TRANSLATE_NOOP("Charts",
                "One step from left to right: what the GPU computes, and what runs in parallel. Hatched work is hidden "
                "behind compute; everything else lengthens the step. Click the legend to switch parts off and on."),
            nullptr, {}, QT_TRANSLATE_NOOP("Charts", "This job")},
        {"memory", QT_TRANSLATE_NOOP("Charts", "Memory"), ChartPlace::tab, make<MemoryChart>,
            QT_TRANSLATE_NOOP("Charts",
                "Memory used on a GPU of the fullest pipeline stage at each number of workers, against its capacity. "
                "Hatched parts are allocated and freed within a step."),
            nullptr, {}, QT_TRANSLATE_NOOP("Charts", "By K")},
        {"money", QT_TRANSLATE_NOOP("Charts", "Money"), ChartPlace::tab, make<MoneyChart>,
            QT_TRANSLATE_NOOP("Charts",
                "Cost and duration of the whole run against the number of workers. Drag a pill down from the top to "
                "set a deadline (right) or a budget (left), back over the top to remove it: worker counts that exceed "
                "either are dimmed. Drag the triangle on the axis to change the number of workers. With auto plan on, "
                "dots show the best layout at each K.")},
        {"tornado", QT_TRANSLATE_NOOP("Charts", "Sensitivity"), ChartPlace::tab, make<TornadoChart>,
            QT_TRANSLATE_NOOP("Charts",
                "Each parameter halved and doubled on its own: the figure depends most on the parameter with the "
                "longest bar. The context menu has other figures.")},
        {"memory-stages", QT_TRANSLATE_NOOP("Charts", "Memory by stage"), ChartPlace::more, make<StageMemoryChart>,
            QT_TRANSLATE_NOOP("Charts",
                "Memory used on a GPU of each pipeline stage, against its capacity. The outlined stage is the fullest: "
                "it decides whether the job fits."),
            nullptr, "memory", QT_TRANSLATE_NOOP("Charts", "By stage")},
        {"schedules", QT_TRANSLATE_NOOP("Charts", "Pipeline schedules"), ChartPlace::more, make<SchedulesChart>,
            QT_TRANSLATE_NOOP("Charts",
                "The stages of the pipeline in every schedule that the job can have, one below the other on the same "
                "time axis: forward passes F, backward passes B, gradients of weights W where they are computed apart, "
                "and the bubble. Beside each schedule is how much it changes the step. Shown are the first and the "
                "last stage and two between them."),
            [](const Analysis& a) { return a.scenario.plan.pipeline_parallel > 1; }, "timeline",
            QT_TRANSLATE_NOOP("Charts", "All schedules")},
        {"kneemap", QT_TRANSLATE_NOOP("Charts", "Knee map"), ChartPlace::more, make<KneeMapChart>,
            QT_TRANSLATE_NOOP("Charts",
                "The knee, or another figure, over two parameters; the ring marks the current scenario, and a click "
                "moves it. The context menu changes the parameters and the figure. With auto plan on, every point has "
                "its best layout.")},
        {"cluster", QT_TRANSLATE_NOOP("Charts", "Cluster"), ChartPlace::more, make<ClusterChart>,
            QT_TRANSLATE_NOOP("Charts",
                "The cluster, from the GPUs of a node through NICs and leaf switches to the spine. Each kind of link "
                "is labeled with the bytes a GPU sends over it per step and the fraction of the step this takes; the "
                "busiest link is the bottleneck.")},
        {"statistics", QT_TRANSLATE_NOOP("Charts", "Statistics"), ChartPlace::more, make<StatisticsChart>,
            QT_TRANSLATE_NOOP("Charts",
                "The statistical wall: the examples and the time needed to reach the target at each global batch, with "
                "a fixed batch per replica. Beyond the critical batch, most examples are wasted and more GPUs hardly "
                "save time."),
            [](const Analysis& a) { return a.scenario.workload.critical_batch > 0; }},
    };
    return kinds;
}

const ChartKind* findChartKind(std::string_view id)
{
    const auto found = std::ranges::find(chartKinds(), id, &ChartKind::id);
    return found == chartKinds().end() ? nullptr : &*found;
}

std::vector<ChartKind> chartsAt(ChartPlace place)
{
    std::vector<ChartKind> found;
    std::ranges::copy_if(
        chartKinds(), std::back_inserter(found), [place](const ChartKind& kind) { return kind.place == place; });
    return found;
}

std::vector<ChartKind> tabbedCharts()
{
    std::vector<ChartKind> found;
    for (const ChartPlace place : {ChartPlace::tab, ChartPlace::more})
        for (const ChartKind& kind : chartsAt(place)) {
            if (!kind.view_of.empty())
                continue;
            found.push_back(kind);
            std::ranges::copy_if(chartKinds(), std::back_inserter(found),
                [&](const ChartKind& other) { return other.view_of == kind.id; });
        }
    return found;
}

QString chartView(const ChartKind& kind)
{
    return kind.view ? QCoreApplication::translate("Charts", kind.view) : QString();
}

QString chartTitle(const ChartKind& kind)
{
    return QCoreApplication::translate("Charts", kind.title);
}

std::unique_ptr<Chart> makeChart(const ChartKind& kind)
{
    std::unique_ptr<Chart> chart(kind.make());
    chart->setObjectName(QString::fromLatin1(kind.id.data(), static_cast<qsizetype>(kind.id.size())));
    chart->setWhatsThis(QCoreApplication::translate("Charts", kind.help));
    return chart;
}

} // namespace kneepoint
