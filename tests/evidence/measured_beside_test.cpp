// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/calibrate/measured_beside.h"

#include "model/results/metric.h"
#include "model/scenario/scenario.h"
#include "model/units/units.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <initializer_list>
#include <string>
#include <vector>

using namespace kneepoint;
using namespace kneepoint::test;

namespace {

const Analysis& analyzedJob()
{
    static const Analysis a = analyze(preset("llama3-8b-64xh100"), shippedCalibration());
    return a;
}

double predictedStep()
{
    return analyzedJob().step.step_s;
}

KeptEvidence logOf(std::vector<Measurement> measurements, double gpus = 64)
{
    KeptEvidence log;
    log.source.name = "train.log";
    log.kind = "training-log";
    log.settings = {{"cluster.gpus", gpus, "line 1"}};
    log.measurements = std::move(measurements);
    return log;
}

KeptEvidence logOf(const char* metric, double value, double gpus = 64)
{
    return logOf({{metric, value, 0, 1, "line 2"}}, gpus);
}

KeptEvidence traceOf(const char* name, double step_s, std::vector<StepPart> shares)
{
    KeptEvidence trace = logOf("step_s", step_s);
    trace.source.name = name;
    trace.kind = "trace";
    for (StepPart& part : shares)
        part.seconds *= step_s;
    trace.breakdown = std::move(shares);
    return trace;
}

Measured besideJob(const std::vector<KeptEvidence>& files)
{
    return measuredBeside(analyzedJob(), files);
}

const MeasuredPart* partOf(const Measured& measured, std::string_view label)
{
    const auto found = std::ranges::find(measured.parts, label, &MeasuredPart::label);
    return found == measured.parts.end() ? nullptr : &*found;
}

double exposedParts(std::initializer_list<Part> parts)
{
    double sum = 0;
    for (const Part part : parts)
        sum += analyzedJob().step.part(part).exposed_s;
    return sum;
}

KeptEvidence collective(const char* operation, double ranks, double nodes)
{
    KeptEvidence file;
    file.source.name = std::string(operation) + ".log";
    file.kind = "nccl-tests";
    MeasuredCurve curve{operation, Unit::bytes, Unit::seconds, {{1e6, 1e-3}, {1e9, 0.1}}, "line 1"};
    curve.operation = operation;
    curve.ranks = ranks;
    curve.nodes = nodes;
    file.curves = {curve};
    return file;
}

} // namespace

/// What files measured of the scenario that is shown.
class MeasuredBesideTest : public QObject {
    Q_OBJECT

private slots:
    void aStepFollowsFromAnyMeasurement_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<double>("of_predicted"); // the value that states twice the predicted step
        QTest::newRow("step") << "step_s" << 2 * predictedStep();
        QTest::newRow("examples") << "examples_per_s" << analyzedJob().step.global_batch / predictedStep() / 2;
        QTest::newRow("tokens") << "tokens_per_s"
                                << analyzedJob().step.global_batch * analyzedJob().scenario.workload.sequence_length
                / predictedStep() / 2;
        QTest::newRow("MFU") << "mfu" << *measure(metric("mfu"), analyzedJob().scenario) / 2;
    }
    void aStepFollowsFromAnyMeasurement()
    {
        QFETCH(const QString, id);
        QFETCH(const double, of_predicted);
        const Measured measured = besideJob({logOf(id.toUtf8().constData(), of_predicted)});
        QCOMPARE(measured.sizes.size(), std::size_t(1));
        const MeasuredSize& size = measured.sizes.front();
        VERIFY_CLOSE(size.step_s, 2 * predictedStep(), 1e-9);
        QCOMPARE(size.gpus, 64.);
        QCOMPARE(size.workers, 64.);
        VERIFY_CLOSE(size.speedup, analyzedJob().headline.speedup / 2, 1e-9);
        VERIFY_CLOSE(size.efficiency, analyzedJob().headline.efficiency / 2, 1e-9);
        QCOMPARE(size.source, std::string("train.log"));
        VERIFY_CLOSE(measured.step_s, 2 * predictedStep(), 1e-9);
        VERIFY_CLOSE(measured.flops, analyzedJob().roofline.achieved_flops / 2, 1e-9);
        QCOMPARE(measured.sentences.size(), std::size_t(1));
        QCOMPARE(measured.sentences[0],
            fmt::format("The measured step is 100 % longer than predicted: {} instead of {}.",
                formatQuantity(2 * predictedStep(), Unit::seconds), formatQuantity(predictedStep(), Unit::seconds)));
    }

    void whatStatesNoStepIsNoSize()
    {
        QVERIFY(besideJob({logOf("step_s", 0)}).sizes.empty());
        QVERIFY(besideJob({logOf("tokens_per_s", 0)}).sizes.empty());
        QVERIFY(besideJob({logOf("memory_bytes", 4e10)}).sizes.empty());
        QVERIFY(besideJob({}).empty());
    }

    void stepsOfMillisecondsAreStepsToo()
    {
        const Measured measured = besideJob({traceOf("rank0.json", 0.02, {{"compute", 0.75}, {"idle", 0.25}})});
        VERIFY_CLOSE(measured.sizes.at(0).step_s, 0.02, 1e-12);
        VERIFY_CLOSE(measured.step_s, 0.02, 1e-12);
        VERIFY_CLOSE(partOf(measured, "compute")->measured_s, 0.015, 1e-12);
        QVERIFY(!measured.sentences.empty());
        VERIFY_CLOSE(besideJob({logOf("tokens_per_s", 0.5)}).sizes.at(0).step_s,
            2 * analyzedJob().step.global_batch * analyzedJob().scenario.workload.sequence_length, 1e-9);
    }

    void aShorterStepIsShorter()
    {
        const Measured measured = besideJob({logOf("step_s", predictedStep() / 2)});
        QVERIFY(measured.sentences.at(0).starts_with("The measured step is 50 % shorter than predicted: "));
    }

    void aThroughputOfAnotherBatchIsAnotherStep()
    {
        KeptEvidence log = logOf("examples_per_s", 100);
        log.settings.push_back({"workload.global_batch", 800, "line 1"});
        VERIFY_CLOSE(besideJob({log}).sizes.at(0).step_s, 8, 1e-12);
    }

    /// Half the GPUs have half the batch in weak scaling, and the same in strong scaling.
    void theBatchOfAnotherSizeFollowsTheScaling()
    {
        const double batch = analyzedJob().step.global_batch;
        VERIFY_CLOSE(besideJob({logOf("examples_per_s", 100, 32)}).sizes.at(0).step_s, batch / 2 / 100, 1e-9);
        const Analysis strong =
            analyze(edited(analyzedJob().scenario, {{"workload.scaling", "strong"}}), shippedCalibration());
        const std::vector<KeptEvidence> half{logOf("examples_per_s", 100, 32)};
        VERIFY_CLOSE(measuredBeside(strong, half).sizes.at(0).step_s, strong.step.global_batch / 100, 1e-9);
    }

    void fewerGpusThanAReplicaAreNoSize()
    {
        const Analysis parallel =
            analyze(edited(analyzedJob().scenario, {{"plan.tensor_parallel", "8"}}), shippedCalibration());
        const std::vector<KeptEvidence> four{logOf("step_s", 3, 4)}, eight{logOf("step_s", 3, 8)};
        QVERIFY(measuredBeside(parallel, four).sizes.empty());
        QCOMPARE(measuredBeside(parallel, eight).sizes.at(0).workers, 1.);
    }

    void sizesAreSortedAndTheFastestOfEachIsKept()
    {
        const Measured measured = besideJob({logOf("step_s", 3, 64), logOf("step_s", 3, 16), logOf("step_s", 2, 32),
            logOf("step_s", 4, 32), logOf("step_s", 2.5, 16), logOf("step_s", 9, 64)});
        QCOMPARE(measured.sizes.size(), std::size_t(3));
        const std::vector<std::pair<double, double>> expected{{16, 2.5}, {32, 2}, {64, 3}};
        for (std::size_t i = 0; i < expected.size(); ++i) {
            QCOMPARE(measured.sizes[i].gpus, expected[i].first);
            VERIFY_CLOSE(measured.sizes[i].step_s, expected[i].second, 1e-12);
        }
        VERIFY_CLOSE(measured.step_s, 3, 1e-12); // at the scenario's size
    }

    void settingsOfTheJobMayBeRounded_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<double>("value");
        QTest::addColumn<bool>("this_job");
        const double parameters = analyzedJob().scenario.workload.parameters;
        QTest::newRow("its parameters") << "workload.parameters" << parameters << true;
        QTest::newRow("a little less") << "workload.parameters" << 0.985 * parameters << true;
        QTest::newRow("a little more") << "workload.parameters" << 1.015 * parameters << true;
        QTest::newRow("less") << "workload.parameters" << 0.97 * parameters << false;
        QTest::newRow("more") << "workload.parameters" << 1.03 * parameters << false;
        QTest::newRow("another layout") << "plan.pipeline_parallel" << 2. << false;
        QTest::newRow("another accumulation") << "plan.accumulation" << 64. << true;
        QTest::newRow("other replicas") << "plan.data_parallel" << 16. << true;
        QTest::newRow("another batch") << "workload.global_batch" << 4096. << true;
        QTest::newRow("what is no setting") << "plan.of_tomorrow" << 7. << true;
    }
    void settingsOfTheJobMayBeRounded()
    {
        QFETCH(const QString, id);
        QFETCH(const double, value);
        KeptEvidence log = logOf("step_s", 3);
        log.settings.push_back({id.toStdString(), value, "line 1"});
        QTEST(!besideJob({log}).sizes.empty(), "this_job");
    }

    void memoryIsTheMostThatWasMeasuredAtThisSize()
    {
        const Measured measured = besideJob({logOf("memory_bytes", 4e10), logOf("memory_bytes", 5e10),
            logOf("memory_bytes", 3e10), logOf("memory_bytes", 9e10, 32)});
        QCOMPARE(measured.memory_bytes, 5e10);
        QCOMPARE(measured.step_s, 0.);
        QCOMPARE(measured.flops, 0.);
        QVERIFY(measured.sentences.empty());
    }

    void rowsOfATableAreSizes()
    {
        KeptEvidence table;
        table.source.name = "runs.csv";
        table.kind = "scaling-table";
        for (const double gpus : {64., 32.})
            table.rows.push_back({fmt::format("row {}", gpus), {{"cluster.gpus", gpus, "row"}},
                {{"step_s", 3, 0, 1, "row"}, {"memory_bytes", gpus * 1e9, 0, 1, "row"}}});
        table.rows.push_back({"another layout", {{"plan.tensor_parallel", 8, "row"}}, {{"step_s", 1, 0, 1, "row"}}});
        table.rows.push_back({"another series", {}, {{"step_s", 1, 0, 1, "row"}}, "70b"});
        const Measured measured = besideJob({table});
        QCOMPARE(measured.sizes.size(), std::size_t(2));
        QCOMPARE(measured.sizes[0].source, std::string("runs.csv, row 32"));
        QCOMPARE(measured.memory_bytes, 64e9);
        VERIFY_CLOSE(measured.step_s, 3, 1e-12);
    }

    void partsThatATraceCannotTellApartAreTogether()
    {
        const Measured measured = besideJob({traceOf("rank0.json", 10,
            {{"compute", 0.4}, {"exposed_comm", 0.2}, {"memory", 0.1}, {"input", 0.05}, {"idle", 0.25}})});
        const auto check = [&](const char* label, Part like, double measured_s, double predicted_s) {
            const MeasuredPart* part = partOf(measured, label);
            return part && part->like == like && close(part->measured_s, measured_s, 1e-9)
                && within(part->predicted_s, predicted_s, 1e-12);
        };
        QCOMPARE(measured.parts.size(), std::size_t(5));
        QVERIFY(check("compute", Part::compute, 4, exposedParts({Part::compute, Part::memory, Part::optimizer})));
        QVERIFY(check("communication", Part::data_comm, 2,
            exposedParts({Part::tensor_comm, Part::context_comm, Part::expert_comm, Part::pipeline_comm,
                Part::data_comm, Part::straggler})));
        QVERIFY(check("memory copies", Part::memory, 1, 0));
        QVERIFY(check("input", Part::input, 0.5, exposedParts({Part::input})));
        QVERIFY(check("idle", Part::delay, 2.5, exposedParts({Part::launch, Part::bubble, Part::delay})));
    }

    void partsOfRanksAreTheirMean()
    {
        const Measured measured = besideJob({traceOf("rank0.json", 10, {{"compute", 0.9}, {"exposed_comm", 0.1}}),
            traceOf("rank1.json", 10, {{"compute", 0.5}, {"exposed_comm", 0.5}})});
        VERIFY_CLOSE(partOf(measured, "compute")->measured_s, 7, 1e-9);
        VERIFY_CLOSE(partOf(measured, "communication")->measured_s, 3, 1e-9);
        QVERIFY(!partOf(measured, "memory copies") && !partOf(measured, "input")); // neither measured nor predicted
    }

    void emptyBreakdownsHaveNoParts()
    {
        QVERIFY(besideJob({traceOf("rank0.json", 10, {{"compute", 0}})}).parts.empty());
        QVERIFY(besideJob({traceOf("rank0.json", 10, {})}).parts.empty());
    }

    void thePartsAreThoseOfTheFastestTraceAtThisSize()
    {
        KeptEvidence elsewhere = traceOf("c.json", 1, {{"compute", 1}});
        elsewhere.settings[0].value = 32;
        const Measured measured = besideJob({traceOf("a.json", 4, {{"compute", 1}}),
            traceOf("b.json", 3, {{"exposed_comm", 1}}), elsewhere, traceOf("d.json", 2, {})});
        VERIFY_CLOSE(measured.step_s, 3, 1e-12);
        VERIFY_CLOSE(partOf(measured, "communication")->measured_s, 3, 1e-9);
        QCOMPARE(measured.sentences.back(),
            std::string("d.json measured 2 s; the step that is shown is that of b.json, whose parts are known."));
        QCOMPARE(measured.sizes.size(), std::size_t(2));
    }

    void theFastestTraceNeedsNoExplanation()
    {
        const Measured measured =
            besideJob({traceOf("a.json", 4, {{"compute", 1}}), traceOf("b.json", 3, {{"compute", 1}})});
        for (const std::string& sentence : measured.sentences)
            QVERIFY2(sentence.find("is shown") == std::string::npos, sentence.c_str());
    }

    void theLargestDifferenceIsNamedWithWhatTheTraceSaysOfIt_data()
    {
        QTest::addColumn<QString>("part");
        QTest::addColumn<QString>("cause");
        QTest::addColumn<QString>("label");
        QTest::addColumn<bool>("explained");
        QTest::newRow("stragglers") << "exposed_comm"
                                    << "straggler"
                                    << "communication" << true;
        QTest::newRow("communication") << "exposed_comm"
                                       << "exposed-communication"
                                       << "communication" << true;
        QTest::newRow("input") << "input"
                               << "starved-input"
                               << "input" << true;
        QTest::newRow("input is no communication") << "exposed_comm"
                                                   << "starved-input"
                                                   << "communication" << false;
        QTest::newRow("stragglers are no input") << "input"
                                                 << "straggler"
                                                 << "input" << false;
        QTest::newRow("idle") << "idle"
                              << "straggler"
                              << "idle" << false;
    }
    void theLargestDifferenceIsNamedWithWhatTheTraceSaysOfIt()
    {
        QFETCH(const QString, part);
        QFETCH(const QString, cause);
        QFETCH(const QString, label);
        QFETCH(const bool, explained);
        KeptEvidence trace = traceOf("rank0.json", 100, {{part.toStdString(), 1}});
        trace.findings = {{"unknown", 0.1, "nothing known", "x"}, {cause.toStdString(), 0.4, "a slow disk", "x"}};
        const std::string said = besideJob({trace}).sentences.at(1);
        const std::string expected =
            fmt::format("The largest difference is {}: 100 s measured, {} predicted.", label.toStdString(),
                formatQuantity(partOf(besideJob({trace}), label.toStdString())->predicted_s, Unit::seconds));
        QCOMPARE(said, expected + (explained ? " Likely cause: a slow disk." : ""));
    }

    /// Below 2 % of the step.
    void smallDifferencesAreNotNamed()
    {
        const double compute = exposedParts({Part::compute, Part::memory, Part::optimizer}) / predictedStep();
        const auto named = [&](double off) {
            // Whatever is not in compute is communication, input and idle, each as predicted but for `off`.
            const double communication = analyzedJob().step.exposedCommunication() / predictedStep();
            const Measured measured = besideJob({traceOf("rank0.json", predictedStep(),
                {{"compute", compute - off}, {"exposed_comm", communication + off},
                    {"idle", 1 - compute - communication}})});
            return std::ranges::any_of(
                measured.sentences, [](const std::string& s) { return s.starts_with("The largest difference is "); });
        };
        QVERIFY(!named(0));
        QVERIFY(!named(0.015));
        QVERIFY(named(0.025));
        QVERIFY(named(-0.025));
    }

    void collectivesOverMostNodesComeFirst()
    {
        KeptEvidence suspect = collective("all_reduce", 32, 4);
        suspect.findings = {{"slow-link", 0.4, "half the rate", "line 1"}};
        const Measured measured = besideJob({collective("all_gather", 16, 2), collective("reduce_scatter", 16, 2),
            collective("all_reduce", 8, 1), suspect, collective("all_reduce", 16, 2)});
        QCOMPARE(measured.transfers.size(), std::size_t(5));
        QCOMPARE(measured.transfers[0].group.nodes, 4.);
        QVERIFY(measured.transfers[0].suspect && !measured.transfers[1].suspect);
        QCOMPARE(measured.transfers[4].group.nodes, 1.);
        for (std::size_t i = 1; i < 3; ++i) {
            QCOMPARE(measured.transfers[i].group.nodes, 2.);
            QVERIFY(measured.transfers[i].group.operation < measured.transfers[i + 1].group.operation);
        }
        QCOMPARE(measured.sentences.size(), std::size_t(1));
        QVERIFY(measured.sentences[0].starts_with("All-reduce on 4 nodes: "));
    }

    void onlyTimesOfSizesAreTransfers()
    {
        KeptEvidence rates = collective("all_reduce", 16, 2), points = rates, other = rates;
        rates.curves[0].y_unit = Unit::bytes_per_second;
        QVERIFY(besideJob({rates}).transfers.empty());
        rates = collective("all_reduce", 16, 2);
        rates.curves[0].x_unit = Unit::none;
        QVERIFY(besideJob({rates}).transfers.empty());
        points.curves[0].points = {{0, 1e-5}, {1e6, 0}, {1e9, 0.1}};
        const Measured measured = besideJob({points});
        QCOMPARE(measured.transfers.at(0).points.size(), std::size_t(1));
        QCOMPARE(measured.transfers[0].points[0].bytes, 1e9);
        QCOMPARE(measured.transfers[0].points[0].measured_s, 0.1);
        points.curves[0].points.pop_back();
        QVERIFY(besideJob({points}).transfers.empty());
        other.kind = "trace";
        QVERIFY(besideJob({other}).transfers.empty());
    }

    void anAnalysisOfAFileHasItsMeasurements()
    {
        ScenarioFile file;
        file.scenario = analyzedJob().scenario;
        QVERIFY(analyzeWithEvidence(file, shippedCalibration()).measured.empty());
        file.evidence = {logOf("step_s", 3)};
        VERIFY_CLOSE(analyzeWithEvidence(file, shippedCalibration()).measured.step_s, 3, 1e-12);
    }
};

KNEEPOINT_TEST(MeasuredBesideTest)
#include "measured_beside_test.moc"
