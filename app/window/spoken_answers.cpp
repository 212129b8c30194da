// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/spoken_answers.h"

#include "model/analysis/analysis.h"
#include "model/analysis/mfu_waterfall.h"
#include "model/analysis/throughput.h"
#include "model/catalogue/prices.h"
#include "model/diagnosis/diagnosis.h"
#include "model/results/metric.h"
#include "model/scenario/scenario.h"
#include "model/step/step_model.h"
#include "widgets/text.h"

#include <QHash>

#include <cmath>

namespace kneepoint {
namespace {

constexpr double hours_per_day = 24;
constexpr double seconds_per_day = 86400;
constexpr double seconds_per_hour = 3600;
constexpr double thousand = 1000;

QString money(double dollars)
{
    return toQString(dollars, Unit::dollars);
}

double perHour(const Scenario& s)
{
    return s.cluster.gpus * s.cluster.price_per_gpu_hour;
}

SpokenAnswer dayCost(const Analysis& a)
{
    const Scenario& s = a.scenario;
    const QString price = toQString(priceText(s.cluster, shippedPrices()));
    return {translated("A day costs %1: %2 GPUs × 24 h × %3. A thousand steps cost %4.")
                .arg(money(perHour(s) * hours_per_day), toQString(s.cluster.gpus, Unit::none), price,
                    money(perHour(s) * a.step.step_s * thousand / seconds_per_hour))};
}

SpokenAnswer thousandCost(const Analysis& a)
{
    const double seconds = a.step.step_s * thousand;
    return {translated("A thousand steps take %1 and cost %2; a day costs %3.")
                .arg(toQString(seconds, Unit::hours), money(perHour(a.scenario) * seconds / seconds_per_hour),
                    money(perHour(a.scenario) * hours_per_day))};
}

SpokenAnswer dayTokens(const Analysis& a)
{
    return {translated("%1 tokens a day, for %2.")
                .arg(toQString(tokensPerSecond(a.scenario, a.step) * seconds_per_day, Unit::count),
                    money(perHour(a.scenario) * hours_per_day))};
}

QString valueWithInterval(const Metric& m, const Analysis& a)
{
    const QString interval = toQString(intervalText(m, a));
    const QString value = toQString(valueText(m, a));
    return interval.isEmpty() ? value : translated("%1 (%2)").arg(value, interval);
}

SpokenAnswer figure(const Metric& m, const Analysis& a)
{
    if (!applies(m, a.scenario))
        return {};
    return {translated("%1: %2").arg(toQString(nameText(m, a)), valueWithInterval(m, a))};
}

SpokenAnswer certainty(const Analysis& a)
{
    const PredictionInterval& interval = a.prediction_interval;
    if (!(interval.rows > 0))
        return {translated("Nothing similar has been measured: %1.").arg(toQString(interval.outside))};
    QString sentence = translated("Step time %1: nine of ten such predictions hold; from %2 (%3)")
                           .arg(valueWithInterval(metric("step_s"), a),
                               counted(interval.rows, translated("measured run")), toQString(interval.kind));
    if (!interval.outside.empty())
        sentence += translated("; outside what was measured: %1").arg(toQString(interval.outside));
    return {sentence + u'.'};
}

SpokenAnswer sources(const Analysis& a)
{
    return {translated("Figures of the hardware name their sources in What’s This (Shift+F1) and in the documentation; "
                       "the step’s interval comes from %1.")
                .arg(counted(a.prediction_interval.rows, translated("measured run")))};
}

SpokenAnswer bottleneck(const Analysis& a)
{
    const Diagnosis d = diagnose(a);
    return {toQString(d.causes.empty() ? d.sentence : d.causes.front().sentence)};
}

SpokenAnswer fix(const Analysis& a)
{
    const Diagnosis d = diagnose(a);
    for (const Finding& cause : d.causes)
        if (!cause.remedies.empty())
            return {toQString(cause.remedies.front().sentence), cause.remedies.front().edit};
    return {toQString(d.sentence)};
}

SpokenAnswer memory(const Analysis& a)
{
    const MemoryUse& use = a.step.memory;
    return {translated("Memory: needs %1 of %2 per GPU (%3).")
                .arg(toQString(use.total(), Unit::bytes), toQString(use.capacity, Unit::bytes),
                    toQString(use.total() / use.capacity, Unit::ratio))};
}

/// What is left without so many GPUs: the replicas that the others can form, with as many examples each as now.
SpokenAnswer without(double lost, const QString& name, const Analysis& a)
{
    const Scenario& s = a.scenario;
    const double left = s.cluster.gpus - lost;
    const double replica = gpusPerReplica(s);
    const double replicas = std::floor(left / replica);
    const double idle = left - replicas * replica;
    if (replicas < 1)
        return {translated("Without %1 the job cannot run: a replica needs %2 GPUs.")
                    .arg(name, toQString(replica, Unit::none))};
    const Parameter& batch = parameter("workload.global_batch");
    Edit edit{
        {&parameter("cluster.gpus"), replicas * replica}, {&batch, batch.get(s) * replicas * replica / s.cluster.gpus}};
    const Scenario next = applied(s, edit, a.calibration);
    const double step_s = evaluate(next, a.calibration).step_s;
    const double rate = batch.get(next) / step_s / (batch.get(s) / a.step.step_s);
    QString sentence =
        translated("Without %1, %2 run on %3 GPUs%4: step time %5, %6 of the throughput")
            .arg(name, counted(replicas, translated("replica")), toQString(replicas * replica, Unit::none),
                idle > 0 ? translated(" (%1 idle)").arg(toQString(idle, Unit::none)) : QString(),
                toQString(step_s, Unit::seconds), toQString(rate, Unit::ratio));
    const Metric& training = metric("training_time_s");
    const auto now = training.value(a);
    if (now && applies(training, s) && rate > 0)
        sentence += translated("; if it stays away, training takes %1 instead of %2")
                        .arg(toQString(valueText(training, *now / rate)), toQString(valueText(training, *now)));
    return {sentence + u'.', edit};
}

/// A node and, where it is less, a rack; nobody states how many nodes share one, so four are assumed.
SpokenAnswer nodeFails(const Analysis& a)
{
    constexpr double nodes_of_rack = 4;
    constexpr double gpus_of_rack = 32;
    const Scenario& s = a.scenario;
    const double node = s.cluster.gpus_per_node;
    const QString node_name = translated("a node of %1").arg(toQString(node, Unit::none));
    SpokenAnswer answer = without(node, node_name, a);
    if (node < gpus_of_rack && s.cluster.gpus > nodes_of_rack * node) {
        const double rack = nodes_of_rack * node;
        const QString rack_name = translated("a rack of %1 (4 nodes assumed)").arg(toQString(rack, Unit::none));
        const SpokenAnswer of_rack = without(rack, rack_name, a);
        if (of_rack.edit == answer.edit) // as many replicas are left
            answer = without(rack, translated("%1 or %2").arg(node_name, rack_name), a);
        else
            answer.sentence += u' ' + of_rack.sentence;
    }
    answer.sentence += translated(" The restart itself takes %1, and what was done since the last checkpoint again.")
                           .arg(toQString(s.cluster.restart_s, Unit::seconds));
    return answer;
}

using Answer = SpokenAnswer (*)(const Analysis&);
const QHash<QString, Answer>& answers()
{
    static const QHash<QString, Answer> all{{QStringLiteral("day-cost"), dayCost},
        {QStringLiteral("thousand-cost"), thousandCost}, {QStringLiteral("day-tokens"), dayTokens},
        {QStringLiteral("mfu-losses"),
            [](const Analysis& a) { return SpokenAnswer{toQString(mfuWaterfall(a).sentence)}; }},
        {QStringLiteral("bottleneck"), bottleneck}, {QStringLiteral("fix"), fix},
        {QStringLiteral("certainty"), certainty}, {QStringLiteral("sources"), sources},
        {QStringLiteral("node-fails"), nodeFails}, {QStringLiteral("memory"), memory}};
    return all;
}

} // namespace

SpokenAnswer spokenAnswer(const QString& id, const Analysis& a)
{
    if (const Answer answer = answers().value(id))
        return answer(a);
    const Metric* m = findMetric(id.toStdString());
    return m ? figure(*m, a) : SpokenAnswer{};
}

} // namespace kneepoint
