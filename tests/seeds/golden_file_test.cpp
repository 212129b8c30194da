// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/analysis.h"
#include "model/cost/collectives.h"
#include "model/diagnosis/diagnosis.h"
#include "model/job/formats.h"
#include "model/scenario/scenario.h"
#include "model/step/step_model.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/source_path.h"
#include "tests/support/test_registry.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>

using namespace kneepoint;
using test::edited;
using test::preset;

namespace {

/// Puts the inputs of a case into a scenario.
Scenario with(Scenario s, const QJsonObject& inputs)
{
    const auto precision = [&] { return static_cast<std::size_t>(s.workload.precision); };
    const auto set = [&](const char* key, auto assign) {
        if (inputs.contains(key))
            assign(inputs[key].toDouble());
    };
    set("params", [&](double x) { s.workload.parameters = s.workload.active_parameters = x; });
    set("grad_bytes_per_param",
        [&](double x) { s.plan.gradient_precision = x == 1 ? GradientPrecision::fp8 : GradientPrecision::bf16; });
    set("gradient_bytes", [&](double x) {
        s.workload.parameters = s.workload.active_parameters = x / bytesPerGradient(s.plan.gradient_precision);
    });
    set("batch_per_replica", [&](double x) { s.workload.batch_per_gpu = x; });
    set("seq_len", [&](double x) { s.workload.sequence_length = x; });
    set("global_batch", [&](double x) { parameter("workload.global_batch").edit(s, x, shippedCalibration()); });
    set("peak_flops", [&](double x) { s.cluster.peak[precision()] = x; });
    set("sustained_flops", [&](double x) { s.stack.compute_efficiency = x / s.cluster.peak[precision()]; });
    set("memory_Bps", [&](double x) { s.cluster.memory_bandwidth = x; });
    set("network_Bps", [&](double x) { s.cluster.link_rate = x / s.cluster.link_efficiency; });
    set("link_gbps", [&](double x) { s.cluster.link_rate = x * 1e9 / 8; });
    set("oversubscription", [&](double x) { s.cluster.oversubscription = x; });
    set("loader_examples_per_s_per_worker", [&](double x) { s.cluster.loader_rate = x; });
    set("p_slow", [&](double x) { s.assumptions.straggler_probability = x; });
    set("delay_s", [&](double x) { s.assumptions.sync_delay_s = x; });
    set("overlap", [&](double x) { s.assumptions.overlap = inputs["overlap"].isString() ? 1 : x; });
    set("compute_s", [&](double x) { s.workload.measured_example_s = x / s.workload.batch_per_gpu; });
    set("iterations", [&](double x) { s.workload.training_steps = x; });
    set("steps", [&](double x) { s.workload.training_steps = x; });
    set("sync_every", [&](double x) { s.plan.sync_every = x; });
    set("accumulation", [&](double x) { s.plan.accumulation = x; });
    set("microbatches", [&](double x) { s.plan.accumulation = x; });
    set("stages", [&](double x) { s.plan.pipeline_parallel = x; });
    set("layers", [&](double x) { s.workload.layers = x; });
    if (inputs["gpus"].isDouble())
        s.cluster.gpus = inputs["gpus"].toDouble();
    return s;
}

QString text(std::string_view words)
{
    return QString::fromUtf8(words.data(), static_cast<qsizetype>(words.size()));
}

QJsonObject rooflineOf(const QJsonObject& inputs)
{
    const Analysis a = analyze(with(preset("roofline-7b-training"), inputs));
    const Roofline& r = a.roofline;
    return {{"communication_intensity", r.roof.communication_intensity}, {"step_flops", a.step.step_flops},
        {"network_bytes", a.step.network_bytes}, {"network_compute_crossover_tokens", r.crossover_tokens},
        {"attainable_flops", r.attainable_flops}, {"bound", text(roofBoundId(r.bound))}};
}

QJsonObject gapOf(const QJsonObject& inputs)
{
    return {{"speedup_with_all_losses", analyze(with(preset("gap-64-gpus"), inputs)).headline.speedup}};
}

QJsonObject weakestLinkOf(const QJsonObject& inputs)
{
    return {{"p_any_slow", evaluate(edited(with({}, inputs), {{"assumptions.stragglers", "on"}})).p_any_slow}};
}

QJsonObject allReduceOf(const QJsonObject& inputs)
{
    const Scenario s = with(preset("allreduce-10b-400g"), inputs);
    const Scenario ring = edited(s, {{"assumptions.collective_model", "ring"}});
    return {{"gradient_bytes", evaluate(s).gradient_bytes}, {"payload_over_bandwidth", evaluate(s).comm_s},
        {"ring_allreduce_bandwidth_term", evaluate(ring).comm_s}};
}

QJsonObject tensorParallelOf(const QJsonObject& inputs)
{
    Scenario s = edited(with(test::bareJob(), inputs), {{"cluster.gpus_per_node", "8"}});
    s.cluster.scale_up_bandwidth = inputs["link_Bps"].toDouble();
    const double once = allReduce(groupLinks(s.cluster, s.cluster.gpus, 1), inputs["bytes"].toDouble(), 1,
        CollectiveAlgorithm::ring, collectiveLaw(CollectiveModel::alpha_beta))
                            .seconds;
    return {{"allreduce_time", once},
        {"tp_comm_per_step", once * s.workload.layers * inputs["collectives_per_layer"].toDouble()}};
}

QJsonObject nvSwitchOf(const QJsonObject&)
{
    const Cluster c = edited(test::bareJob(),
        {{"cluster.gpu", "a100-sxm-80"}, {"cluster.interconnect", "nvlink3-article"},
            {"cluster.gpus",
                "8"}}).cluster;
    const double bytes = 1e9;
    const CollectiveTime ring =
        allReduce(groupLinks(c, 8, 1), bytes, 1, CollectiveAlgorithm::automatic, collectiveLaw(CollectiveModel::ring));
    return {{"nvswitch_busbw_fraction", ring.bytes / ring.seconds / c.scale_up_bandwidth}};
}

QJsonObject stragglersOf(const QJsonObject& inputs)
{
    const Scenario s = with(preset("straggler-512"), inputs);
    const StepReport slow = evaluate(s), even = evaluate(edited(s, {{"assumptions.stragglers", "off"}}));
    return {{"p_any_slow", slow.p_any_slow}, {"throughput_loss", 1 - even.step_s / slow.step_s}};
}

QJsonObject strongScalingOf(const QJsonObject& inputs)
{
    const Scenario s = edited(preset("allreduce-10b-400g"),
        {{"cluster.gpus", "512"}, {"workload.scaling", "strong"}, {"workload.global_batch", "512"}});
    return {{"scaling_efficiency", analyze(with(s, inputs)).headline.efficiency}};
}

QJsonObject opt175bOf(const QJsonObject& inputs)
{
    return {{"scaling_efficiency", analyze(with(preset("opt-175b-992"), inputs)).headline.efficiency}};
}

QJsonObject localSgdOf(const QJsonObject& inputs)
{
    const Scenario every = preset("allreduce-10b-400g");
    return {{"communication_ratio_to_sync_every_1", evaluate(with(every, inputs)).comm_s / evaluate(every).comm_s}};
}

QJsonObject asynchronousOf(const QJsonObject&)
{
    const Scenario s = edited(preset("straggler-512"), {{"plan.synchronisation", "parameter-server"}});
    return {{"straggler_wait", evaluate(s).part(Part::straggler).total_s()}};
}

QJsonObject gradientsOf(const QJsonObject& inputs)
{
    const Scenario s = with(test::bareJob(), inputs);
    const auto bytes = [&](const char* precision) {
        return evaluate(edited(s, {{"plan.gradient_precision", precision}})).gradient_bytes;
    };
    return {{"gradient_bytes_fp32", bytes("fp32")}, {"gradient_bytes_fp16", bytes("bf16")}};
}

QJsonObject networksOf(const QJsonObject&)
{
    QJsonObject throughput;
    for (const char* name : {"1GbE", "10GbE", "25GbE", "100GbE-TCP", "100GbE-RDMA"}) {
        const std::string id = QByteArray(name).toLower().toStdString();
        const Scenario s = edited(test::bareJob(), {{"cluster.interconnect", id}});
        throughput[QString("throughput.") + name] = evaluate(s).roof.network_bandwidth;
    }
    return throughput;
}

QJsonObject payloadOf(const QJsonObject& inputs)
{
    return {{"payload_over_bandwidth", evaluate(with(preset("bert-base-1gbe"), inputs)).comm_s}};
}

QJsonObject utilizationOf(const QJsonObject& inputs)
{
    const Analysis a = analyze(with(preset("bert-base-1gbe"), inputs));
    return {{"step_time", a.step.step_s}, {"gpu_utilisation", a.headline.gpu_utilization}};
}

QJsonObject trainingTimeOf(const QJsonObject& inputs)
{
    const auto hours = [&](const char* id) { return analyze(with(preset(id), inputs)).training.time_s / 3600; };
    const double slow = hours("bert-base-1gbe"), fast = hours("bert-base-100gbe-rdma");
    return {{"training_hours.1GbE", slow}, {"training_hours.100GbE-RDMA", fast}, {"speedup", slow / fast}};
}

/// One second of compute and `gamma` seconds of fully exposed communication.
Analysis networkJob(double gamma)
{
    Scenario s = edited(test::bareJob(), {{"workload.batch_per_gpu", "1"}, {"workload.parameters", "1e9"}});
    s.workload.measured_example_s = 1;
    s.cluster.link_rate = 2e9 / gamma;
    return analyze(s);
}

/// γ at which a sentence of the diagnosis appears or disappears, by bisection.
double verdictChanges(std::string_view words, double low, double high)
{
    const auto says = [&](double gamma) {
        const Diagnosis d = diagnose(networkJob(gamma));
        const auto& evidence = d.causes.front().evidence;
        return std::ranges::any_of(evidence, [&](const auto& line) { return line.find(words) != line.npos; });
    };
    const bool before = says(low);
    if (says(high) == before)
        return NAN;
    while (high - low > 1e-12 * high)
        (says((low + high) / 2) == before ? low : high) = (low + high) / 2;
    return high;
}

QJsonObject verdictsOf(const QJsonObject&)
{
    const auto utilization = [](double gamma) { return networkJob(gamma).headline.gpu_utilization; };
    return {{"verdict thresholds",
        QJsonArray{verdictChanges("etwork-bound:", 0.5, 2), verdictChanges("Severely network-bound", 5, 20),
            utilization(verdictChanges("are idle the rest", 2, 8)),
            utilization(verdictChanges("the network is the bottleneck", 0.5, 2))}}};
}

QJsonObject simulatorOf(const QJsonObject& inputs)
{
    const Scenario s = with(preset("knee-simulator"), inputs);
    QJsonArray rows;
    std::optional<double> inefficient;
    for (double k = 1; k <= 256; k *= 2) {
        const ScalePoint p = scalePoint(s, k);
        rows.append(QJsonObject{{"K", k}, {"compute_s", p.step.compute_s}, {"comm_s", p.step.comm_s},
            {"load_s", p.step.load_s}, {"step_s", p.step.step_s}, {"speedup", p.speedup}, {"efficiency", p.efficiency},
            {"gamma", p.step.gamma}, {"dominant", text(boundId(p.step.bound))}});
        if (p.efficiency < 0.8)
            inefficient = inefficient.value_or(k);
    }
    const ScalingCurve curve = analyze(s).curve;
    return {{"rows", rows}, {"knee_workers_gamma_1", curve.knees.gamma ? curve.knees.gamma->workers : NAN},
        {"first_power_of_two_with_efficiency_below_0.8", inefficient.value_or(NAN)},
        {"max_speedup_over_all_worker_counts", curve.best_speedup}};
}

QJsonObject kneeOf1p3b(const QJsonObject& inputs)
{
    const Scenario s = preset("knee-1p3b");
    const Scenario fixed = edited(s, {{"plan.gradient_precision", "bf16"}, {"workload.global_batch", "512"}});
    QJsonObject found{{"efficiency_at_32_after_remedies", scalePoint(fixed, 32).efficiency}};
    for (const auto& gpus : inputs["gpus"].toArray()) {
        const ScalePoint p = scalePoint(s, gpus.toDouble());
        found[QString("gamma_at_%1").arg(gpus.toDouble())] = p.step.gamma;
        found[QString("efficiency_at_%1").arg(gpus.toDouble())] = p.efficiency;
    }
    return found;
}

const Finding& firstCause(const char* id)
{
    static std::map<std::string, Diagnosis> diagnoses;
    return diagnoses.try_emplace(id, diagnose(analyze(preset(id)))).first->second.causes.front();
}

QJsonObject suspectsOf(const QJsonObject&)
{
    QJsonArray first;
    for (const char* id : {"suspect-exposed-communication", "suspect-starved-input", "suspect-straggler",
             "suspect-tiny-batch", "suspect-large-batch"})
        first.append(text(causeId(firstCause(id).cause)));
    return {{"first diagnosis", first}};
}

QJsonObject wallsOf(const QJsonObject&)
{
    QJsonArray walls;
    for (const char* id : {"suspect-exposed-communication", "suspect-large-batch"})
        walls.append(firstCause(id).wall == Wall::systems ? "systems" : "statistical");
    return {{"wall", walls}};
}

QJsonObject overlapOf(const QJsonObject& inputs)
{
    Scenario s = edited(test::bareJob(), {{"workload.batch_per_gpu", "1"}, {"workload.parameters", "1e9"}});
    s.cluster.link_rate = 2e9 / inputs["comm_s"].toDouble();
    const StepReport step = evaluate(with(s, inputs));
    return {{"step_time", step.step_s}, {"gamma", step.gamma}};
}

QJsonObject stepsOf(const QJsonObject& inputs)
{
    const double gpus = inputs["gpus"].toDouble();
    return {{"ring_steps", ringSteps(gpus)}, {"tree_depth", treeDepth(gpus)}};
}

/// The communication wall's job, and γ relative to it after the case's change.
QJsonObject wallOf(const QJsonObject& inputs)
{
    const Scenario s = preset("comm-wall-1024");
    Scenario b200 = edited(s, {{"cluster.gpu", "b200-sxm"}});
    b200.cluster.scale_up_bandwidth = s.cluster.scale_up_bandwidth;
    b200.cluster.scale_up_efficiency = s.cluster.scale_up_efficiency;
    const Scenario changed = inputs.isEmpty() ? b200 : with(s, inputs);
    Scenario prompt = changed;
    prompt.assumptions.sync_delay_s = 0;
    return {{"gradient_bytes", evaluate(changed).gradient_bytes},
        {"gamma_ratio", evaluate(changed).gamma / evaluate(s).gamma},
        {"lost_gpu_hours", analyze(changed).training.gpu_hours - analyze(prompt).training.gpu_hours}};
}

/// The document accumulates before one all-reduce, so weights are whole.
QJsonObject accumulationOf(const QJsonObject& inputs)
{
    const Scenario s = edited(preset("comm-wall-1024"), {{"plan.zero_stage", "0"}});
    return {{"gamma_ratio", evaluate(with(s, inputs)).gamma / evaluate(s).gamma}};
}

QJsonObject rdmaOf(const QJsonObject&)
{
    const Scenario tcp = preset("bert-large-100gbe");
    const auto wait = [](const Scenario& s) { return evaluate(s).part(Part::data_comm).exposed_s; };
    return {{"wait_reduction", 1 - wait(edited(tcp, {{"cluster.protocol", "rdma"}})) / wait(tcp)}};
}

QJsonObject bubbleOf(const QJsonObject& inputs)
{
    const Scenario plain = with(edited(test::bareJob(), {{"workload.batch_per_gpu", "1"}}), inputs);
    const std::string chunks = std::to_string(inputs["chunks"].toInt());
    const StepReport one = evaluate(plain), more = evaluate(edited(plain, {{"plan.virtual_stages", chunks}}));
    const auto bubble = [](const StepReport& r) { return r.part(Part::bubble).exposed_s; };
    return {{"bubble_fraction_1f1b", bubble(one) / (bubble(one) + one.compute_s)},
        {"bubble_overhead_interleaved", bubble(more) / more.compute_s}};
}

QJsonObject expertsOf(const QJsonObject&)
{
    const bool exposed = evaluate(preset("moe-alltoall")).part(Part::expert_comm).exposed_s > 0;
    return {{"component", exposed ? text(partLabel(Part::expert_comm)) : "none"}};
}

QJsonObject oversubscriptionOf(const QJsonObject& inputs)
{
    const Scenario s = edited(test::bareJob(), {{"cluster.pod_gpus", "8"}, {"cluster.gpus", "64"}});
    return {{"cross_pod_Bps", evaluate(with(s, inputs)).roof.network_bandwidth}};
}

/// Functions that compute the cases, by prefix of their ids.
struct CaseGroup {
    const char* prefix;
    QJsonObject (*computed)(const QJsonObject& inputs);
};
constexpr CaseGroup groups[] = {{"s0-gap", gapOf}, {"s0-weakest", weakestLinkOf}, {"s0-", rooflineOf},
    {"s1-10b", allReduceOf}, {"s1-ring", allReduceOf}, {"s1-tp", tensorParallelOf}, {"s1-nccl", nvSwitchOf},
    {"s1-straggler", stragglersOf}, {"s1-eff", strongScalingOf}, {"s1-opt", opt175bOf}, {"s1-local", localSgdOf},
    {"s1-async", asynchronousOf}, {"s2-grad", gradientsOf}, {"s2-networks", networksOf}, {"s2-allreduce", payloadOf},
    {"s2-util", utilizationOf}, {"s2-train", trainingTimeOf}, {"s2-verdicts", verdictsOf}, {"s3-1p3b", kneeOf1p3b},
    {"s3-five", suspectsOf}, {"s3-two", wallsOf}, {"s3-", simulatorOf}, {"s4-steps", stepsOf}, {"s4-step", overlapOf},
    {"s4-70b", wallOf}, {"s4-accumulate", accumulationOf}, {"s4-h100", wallOf}, {"s4-10ms", wallOf},
    {"s4-rdma", rdmaOf}, {"s4-pipeline", bubbleOf}, {"s4-moe", expertsOf}, {"s4-over", oversubscriptionOf}};

bool agree(const QJsonValue& found, const QJsonValue& expected, double relative, double absolute)
{
    if (expected.isDouble()) {
        const double x = expected.toDouble();
        return found.isDouble() && std::abs(found.toDouble() - x) <= std::max(absolute, relative * std::abs(x));
    }
    if (expected.isArray()) {
        const QJsonArray a = found.toArray(), b = expected.toArray();
        bool all = a.size() == b.size();
        for (qsizetype i = 0; all && i < b.size(); ++i)
            all = agree(a[i], b[i], relative, absolute);
        return all;
    }
    if (expected.isObject()) {
        const QJsonObject a = found.toObject(), b = expected.toObject();
        bool all = true;
        for (auto it = b.constBegin(); all && it != b.constEnd(); ++it)
            all = agree(a[it.key()], it.value(), relative, absolute);
        return all;
    }
    return found == expected;
}

/// Whether a value matches a case: within a tolerance, or between a minimum and a maximum.
bool isAsExpected(const QJsonValue& found, const QJsonObject& expected)
{
    constexpr double unstated = 1e-9;
    if (expected.contains("min") && !(found.toDouble(-INFINITY) >= expected["min"].toDouble()))
        return false;
    if (expected.contains("max") && !(found.toDouble(INFINITY) <= expected["max"].toDouble()))
        return false;
    return !expected.contains("value")
        || agree(found, expected["value"], expected["rel_tol"].toDouble(unstated), expected["abs_tol"].toDouble(0));
}

QByteArray readable(const QJsonValue& value)
{
    return QJsonDocument(QJsonObject{{"value", value}}).toJson(QJsonDocument::Compact);
}

} // namespace

/// If the collected cases of the source documents are available, the program must reproduce each of them.
class GoldenFileTest : public QObject {
    Q_OBJECT

private slots:
    void theProgramReproducesTheDocuments_data()
    {
        const QString path = qEnvironmentVariable("KNEEPOINT_GOLDEN_CASES", sourcePath("../shared/golden/seeds.json"));
        if (!QFile::exists(path))
            QSKIP("the collected cases (seeds.json) are not beside the source tree");
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonArray cases = QJsonDocument::fromJson(file.readAll()).object()["cases"].toArray();
        QVERIFY(!cases.isEmpty());
        QTest::addColumn<QJsonObject>("stated");
        for (const auto& stated : cases)
            QTest::newRow(stated.toObject()["id"].toString().toUtf8().constData()) << stated.toObject();
    }

    void theProgramReproducesTheDocuments()
    {
        QFETCH(const QJsonObject, stated);
        const QString id = stated["id"].toString();
        const auto* group = std::ranges::find_if(groups, [&](const CaseGroup& g) { return id.startsWith(g.prefix); });
        QVERIFY2(group != std::end(groups), "nothing computes this case");
        const QJsonObject computed = group->computed(stated["inputs"].toObject());
        const QJsonArray all = stated["expect"].toArray();
        QVERIFY(!all.isEmpty());
        for (const auto& one : all) {
            const QJsonObject expected = one.toObject();
            const QString quantity = expected["quantity"].toString();
            QVERIFY2(computed.contains(quantity), qPrintable(quantity + " is not computed"));
            QVERIFY2(expected.contains("value") || expected.contains("min") || expected.contains("max"),
                qPrintable(quantity));
            QVERIFY2(isAsExpected(computed[quantity], expected),
                (quantity.toUtf8() + ": found " + readable(computed[quantity]) + ", expected " + readable(expected)));
        }
    }
};

KNEEPOINT_TEST(GoldenFileTest)
#include "golden_file_test.moc"
