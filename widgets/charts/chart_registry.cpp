// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_registry.h"

#include "widgets/charts/breakdown_chart.h"
#include "widgets/charts/cluster_chart.h"
#include "widgets/charts/kneemap_chart.h"
#include "widgets/charts/memory_chart.h"
#include "widgets/charts/mfu_chart.h"
#include "widgets/charts/money_chart.h"
#include "widgets/charts/roofline_chart.h"
#include "widgets/charts/scaling_chart.h"
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
                "What a GPU could attain against the work it does for each byte moved: under the roofs of compute, "
                "memory and network. The point is this job. Drag it sideways to change the batch per GPU, and with it "
                "the intensity.")},
        {"scaling", QT_TRANSLATE_NOOP("Charts", "Scaling"), ChartPlace::board, make<ScalingChart>,
            QT_TRANSLATE_NOOP("Charts",
                "Speedup and efficiency over the number of data-parallel workers, and below them γ, communication over "
                "compute time. Flags mark the knees. Drag the triangle on the axis to move the job, the upper dashed "
                "line for the efficiency that is good enough, the lower one for the γ of the knee. A click on the name "
                "of a curve hides it or brings it back.")},
        {"breakdown", QT_TRANSLATE_NOOP("Charts", "Step time"), ChartPlace::board, make<BreakdownChart>,
            QT_TRANSLATE_NOOP("Charts",
                "Where the time of a step goes at each number of workers, in the order in which it happens. Above the "
                "line it lengthens the step; hatched work beneath it is hidden behind compute. The line on the present "
                "bar spans what a measured step would take nine times out of ten. A click on a bar goes to that K; the "
                "legend switches parts off and on.")},
        {"waterfall", QT_TRANSLATE_NOOP("Charts", "Gap"), ChartPlace::tab, make<WaterfallChart>,
            QT_TRANSLATE_NOOP("Charts",
                "From the speedup that so many workers promise down to the predicted one: each bar is what one loss "
                "takes away. Small losses share the last one; the pointer on it names them.")},
        {"mfu", QT_TRANSLATE_NOOP("Charts", "MFU"), ChartPlace::tab, make<MfuChart>,
            QT_TRANSLATE_NOOP("Charts",
                "From the dense peak of the GPUs down to the achieved MFU: each bar is what one loss takes away, in "
                "the order of a step. They add up exactly; failures and checkpoints come last, where they are "
                "included.")},
        {"timeline", QT_TRANSLATE_NOOP("Charts", "Timeline"), ChartPlace::tab, make<TimelineChart>,
            QT_TRANSLATE_NOOP("Charts",
                "One step, from left to right: what the GPU does, and what runs beside it. Hatched work is hidden "
                "behind compute; all else lengthens the step. The legend switches parts off and on.")},
        {"memory", QT_TRANSLATE_NOOP("Charts", "Memory"), ChartPlace::tab, make<MemoryChart>,
            QT_TRANSLATE_NOOP("Charts",
                "What a GPU of the fullest pipeline stage holds at each number of workers, against its capacity. "
                "Hatched kinds come and go within a step.")},
        {"memory-stages", QT_TRANSLATE_NOOP("Charts", "Stages"), ChartPlace::tab, make<StageMemoryChart>,
            QT_TRANSLATE_NOOP("Charts",
                "What a GPU of every pipeline stage holds, against its capacity. The outlined stage is the fullest: it "
                "decides whether the job fits.")},
        {"money", QT_TRANSLATE_NOOP("Charts", "Money"), ChartPlace::tab, make<MoneyChart>,
            QT_TRANSLATE_NOOP("Charts",
                "What the whole run costs and how long it takes, over the number of workers. Drag a pill down from the "
                "top to set a deadline (right) or a budget (left), back over the top to drop it: worker counts that do "
                "not keep to them are dimmed. The triangle on the axis moves the job. Under auto plan, dots show the "
                "best layout at each K.")},
        {"tornado", QT_TRANSLATE_NOOP("Charts", "Sensitivity"), ChartPlace::tab, make<TornadoChart>,
            QT_TRANSLATE_NOOP("Charts",
                "Each parameter halved and doubled on its own: the longest bar is the parameter that the figure "
                "depends "
                "on most. The context menu has other figures.")},
        {"kneemap", QT_TRANSLATE_NOOP("Charts", "Knee map"), ChartPlace::tab, make<KneeMapChart>,
            QT_TRANSLATE_NOOP("Charts",
                "The knee, or another figure, over two parameters; the ring marks the present scenario, and a click "
                "moves it. The context menu changes the parameters and the figure. Under auto plan, every point has "
                "its best layout.")},
        {"cluster", QT_TRANSLATE_NOOP("Charts", "Cluster"), ChartPlace::tab, make<ClusterChart>,
            QT_TRANSLATE_NOOP("Charts",
                "The cluster from the GPUs of a node over network ports and leaf switches to the spine. Beside each "
                "kind of link stands what a GPU sends over it in a step and how much of the step that takes; the "
                "busiest link is the bottleneck.")},
        {"statistics", QT_TRANSLATE_NOOP("Charts", "Statistics"), ChartPlace::tab, make<StatisticsChart>,
            QT_TRANSLATE_NOOP("Charts",
                "The statistical wall: how many examples, and how much time, it takes to reach the target at each "
                "global batch, each replica keeping the batch it has. Beyond the critical batch most examples are "
                "wasted, and more GPUs hardly save time.")},
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

QString chartTitle(const ChartKind& kind)
{
    return QCoreApplication::translate("Charts", kind.title);
}

std::unique_ptr<Chart> makeChart(const ChartKind& kind)
{
    std::unique_ptr<Chart> chart(kind.make());
    chart->setObjectName(QString::fromLatin1(kind.id.data(), static_cast<qsizetype>(kind.id.size())));
    chart->setAccessibleName(chart->title());
    chart->setWhatsThis(QCoreApplication::translate("Charts", kind.help));
    return chart;
}

} // namespace kneepoint
