// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/collective_rate.h"
#include "model/calibrate/evidence_rows.h"
#include "model/calibrate/matching_networks.h"
#include "model/calibrate/measured_beside.h"
#include "model/calibrate/scaling_fit.h"
#include "model/catalogue/apply_presets.h"
#include "model/evidence/apply_evidence.h"
#include "model/evidence/hardware_names.h"
#include "model/presets/presets.h"
#include "model/results/metric.h"
#include "model/scenario/scenario.h"
#include "model/step/step_model.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

using namespace kneepoint;

namespace {

Scenario job()
{
    return test::preset("llama3-8b-64xh100");
}

double tokensPerSecond(const Scenario& s, double step_s)
{
    return s.workload.global_batch * s.workload.sequence_length / step_s;
}

/// A table of sizes that take `slower` times the predicted step.
KeptEvidence tableOf(std::initializer_list<double> gpus, double slower)
{
    KeptEvidence table;
    table.source.name = "runs.csv";
    table.kind = "scaling-table";
    for (const double g : gpus) {
        const Scenario s = withWorkers(job(), g / gpusPerReplica(job()));
        const double rate = tokensPerSecond(s, slower * evaluate(s).step_s);
        table.rows.push_back({fmt::format("row {}", table.rows.size() + 1),
            {{"cluster.gpus", g, "row"}, {"workload.global_batch", s.workload.global_batch, "row"}},
            {{"tokens_per_s", rate, 0, 1, "row"}}});
    }
    return table;
}

KeptEvidence trace(const std::string& name, double step_s)
{
    KeptEvidence e;
    e.source.name = name;
    e.kind = "trace";
    e.settings = {{"cluster.gpus", 64, "/distributedInfo/world_size"}};
    e.measurements = {{"step_s", step_s, 0, 3, "ProfilerStep windows"}};
    e.breakdown = {{"compute", 0.6 * step_s}, {"exposed_comm", 0.4 * step_s}};
    return e;
}

/// nccl-tests of an all-reduce over two nodes, as this network is predicted, times `slower`.
KeptEvidence ncclTests(std::string_view network, double slower)
{
    Scenario s = job();
    const PresetIndex preset = presetIndex(interconnectPresets(), network);
    applyInterconnect(s, preset, shippedCalibration());
    KeptEvidence e;
    e.source.name = "all_reduce.log";
    e.kind = "nccl-tests";
    e.settings = {{"cluster.interconnect", 0, "line 1"},
        {"cluster.protocol", static_cast<double>(s.cluster.protocol), "line 1"},
        {"cluster.link_rate", s.cluster.link_rate, "line 1"},
        {"cluster.link_efficiency", s.cluster.link_efficiency / slower, "line 1"}};
    MeasuredCurve curve{"all_reduce, 16 GPUs on 2 nodes", Unit::bytes, Unit::seconds, {}, "line 1"};
    curve.operation = "all_reduce";
    curve.ranks = 16;
    curve.nodes = 2;
    const CollectiveRate rate(s, shippedCalibration(), {CollectiveOperation::all_reduce, 16, 2});
    for (double bytes = 1e6; bytes < 1e10; bytes *= 4)
        curve.points.push_back({bytes, slower * rate.seconds(bytes)});
    e.curves = {curve};
    return e;
}

bool offers(const std::vector<NetworkMatch>& matches, std::string_view network)
{
    return std::ranges::find(matches, presetIndex(interconnectPresets(), network), &NetworkMatch::preset)
        != matches.end();
}

} // namespace

/// Imported files as runs to calibrate with, and as measurements beside the prediction.
class EvidenceRunsTest : public QObject {
    Q_OBJECT

private slots:
    void rowsOfATableAreRuns()
    {
        const std::vector<KeptEvidence> files{tableOf({16, 32, 64}, 1.25)};
        const OwnRows rows = runsIn(files, job(), shippedCalibration());
        QCOMPARE(rows.rows.size(), std::size_t(3));
        QVERIFY(rows.refused.empty());
        for (const OwnRow& row : rows.rows)
            QVERIFY(std::abs(row.step_s / evaluate(row.scenario).step_s - 1.25) < 1e-9);
        QCOMPARE(rows.rows[0].name, std::string("runs.csv, row 1"));
    }

    void unusedFilesAreLeftOut()
    {
        std::vector<KeptEvidence> files{tableOf({16, 32}, 1)};
        files[0].used = false;
        QVERIFY(runsIn(files, job(), shippedCalibration()).rows.empty());
        QVERIFY(measuredBeside(analyze(job()), files).empty());
    }

    void theSeriesOfTheJobsSizeCounts()
    {
        KeptEvidence table = tableOf({16, 32}, 1);
        for (EvidenceRow& row : table.rows)
            row.series = "8b, bf16";
        for (const double gpus : {16, 32, 64, 128})
            table.rows.push_back({"other", {{"cluster.gpus", gpus, "row"}}, {{"tokens_per_s", 7, 0, 1, "row"}}, "70b"});
        QCOMPARE(seriesFor(table, job()), std::string("8b, bf16"));
        const OwnRows rows = runsIn(std::vector{table}, job(), shippedCalibration());
        QCOMPARE(rows.rows.size(), std::size_t(2));
        QCOMPARE(rows.refused.size(), std::size_t(1));
        QCOMPARE(rows.refused[0].first, std::string("runs.csv, 4 rows of 70b"));
        QCOMPARE(rows.refused[0].second, std::string("the series 8b, bf16 is used"));
    }

    /// A size that the name states counts, the nearest first; of series as near, the one of most sizes.
    void theSeriesIsChosenByTheSizeInItsName_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("of_more_sizes");
        QTest::addColumn<bool>("chosen");
        const auto row = [](const char* what, const char* name, const char* more, bool chosen) {
            QTest::newRow(what) << name << more << chosen;
        };
        row("billions", "llama 8b", "70b", true);
        row("capitals", "Llama-3.1-8B, bf16", "70B", true);
        row("a fraction", "8.03b", "13.5b", true);
        row("millions", "8030M", "700m", true);
        row("within 15 %", "7b", "6.8b", true);
        row("the nearer of two", "8b", "7b", true);
        row("no size before a size of another model", "bf16", "70b", true);
        row("a word after digits is no size", "70bit", "70b", true);
        row("nothing is no size", "0b", "70b", true);
        row("a unit alone is no size", "b", "70b", true);
        row("a size before no size", "8b", "bf16", true);
        row("billions before no size", "8B", "bf16", true);
        row("millions before no size", "8030m", "bf16", true);
        row("capital millions before no size", "8030M", "bf16", true);
        row("a size within a name before no size", "Llama-3.1-8B, bf16", "bf16", true);
        row("a fraction before no size", "8.03b", "bf16", true);
        row("a fraction without its unit", "8.03", "bf16", false);
        row("hundreds of a fraction", "803.0b", "bf16", false);
        row("the same size", "8b, fp8", "8b, bf16", false);
        row("both of other models", "13b", "70b", false);
        row("no sizes at all", "bf16", "fp8", false);
    }
    void theSeriesIsChosenByTheSizeInItsName()
    {
        QFETCH(const QString, name);
        QFETCH(const QString, of_more_sizes);
        QFETCH(const bool, chosen);
        for (const bool first : {true, false}) {
            KeptEvidence table = tableOf({16, 32}, 1), more = tableOf({16, 32, 64}, 1);
            for (EvidenceRow& row : table.rows)
                row.series = name.toStdString();
            for (EvidenceRow& row : more.rows)
                row.series = of_more_sizes.toStdString();
            table.rows.insert(first ? table.rows.end() : table.rows.begin(), more.rows.begin(), more.rows.end());
            QCOMPARE(seriesFor(table, job()), (chosen ? name : of_more_sizes).toStdString());
        }
        QVERIFY(seriesFor(KeptEvidence{}, job()).empty());
    }

    /// Rows of one size say less of scaling than rows of two.
    void rowsOfOneSizeAreOneSize()
    {
        KeptEvidence table = tableOf({16, 16, 16, 16}, 1);
        for (EvidenceRow& row : table.rows)
            row.series = "a";
        const KeptEvidence two = tableOf({16, 32}, 1);
        table.rows.insert(table.rows.begin(), two.rows.begin(), two.rows.end());
        QCOMPARE(seriesFor(table, job()), std::string());
    }

    void aStepIsThatOfTheMostDirectMeasurement_data()
    {
        QTest::addColumn<QStringList>("metrics");
        QTest::addColumn<QList<double>>("steps");
        QTest::addColumn<double>("used");
        const auto row = [](const char* what, QStringList metrics, QList<double> steps, double used) {
            QTest::newRow(what) << std::move(metrics) << std::move(steps) << used;
        };
        row("a step", {"step_s"}, {3}, 3);
        row("tokens", {"tokens_per_s"}, {3}, 3);
        row("examples", {"examples_per_s"}, {3}, 3);
        row("an MFU", {"mfu"}, {3}, 3);
        row("a step before all others", {"mfu", "examples_per_s", "tokens_per_s", "step_s"}, {9, 3.1, 3.1, 3}, 3);
        row("tokens before examples", {"examples_per_s", "tokens_per_s"}, {3.1, 3}, 3);
        row("an impossible step does not count", {"step_s", "tokens_per_s"}, {1e-9, 3}, 3);
        row("no step does not count", {"step_s", "tokens_per_s"}, {0, 3}, 3);
        row("nothing", {}, {}, 0);
    }
    void aStepIsThatOfTheMostDirectMeasurement()
    {
        QFETCH(const QStringList, metrics);
        QFETCH(const QList<double>, steps);
        QFETCH(const double, used);
        const double batch = job().workload.global_batch, predicted_s = evaluate(job()).step_s;
        KeptEvidence log;
        log.source.name = "train.log";
        log.kind = "training-log";
        log.measurements.push_back({"memory_bytes", 40e9, 0, 1, "line 1"});
        for (qsizetype i = 0; i < metrics.size(); ++i) {
            const std::string id = metrics[i].toStdString();
            const double value = id == "step_s" ? steps[i]
                : id == "mfu"                   ? *measure(metric("mfu"), job()) * predicted_s / steps[i]
                : id == "tokens_per_s"          ? tokensPerSecond(job(), steps[i])
                                                : batch / steps[i];
            log.measurements.push_back({id, value, 0, 1, "line 1"});
        }
        const OwnRows rows = runsIn(std::vector{log}, job(), shippedCalibration());
        QCOMPARE(rows.rows.size(), std::size_t(1));
        QVERIFY2(std::abs(rows.rows[0].step_s - used) <= 1e-6 * used, QByteArray::number(rows.rows[0].step_s));
        QCOMPARE(rows.rows[0].memory_bytes, 40e9);
        QCOMPARE(rows.rows[0].name, std::string("train.log"));
        QVERIFY(rows.refused.empty());
    }

    void runsKeepTheSettingsOfTheFileAndOfTheirRow()
    {
        KeptEvidence table = tableOf({16, 32}, 1);
        table.settings = {{"plan.recompute", 0, "header"}};
        const OwnRows rows = runsIn(std::vector{table}, job(), shippedCalibration());
        QCOMPARE(rows.rows.size(), std::size_t(2));
        for (const OwnRow& row : rows.rows)
            QVERIFY(row.scenario.plan.recompute != job().plan.recompute);
        QCOMPARE(rows.rows[1].scenario.cluster.gpus, 32.);
    }

    /// Whatever the order of the settings; the fastest is used wherever it stands.
    void ofRowsWithTheSameSettingsTheFastestIsUsed()
    {
        KeptEvidence table = tableOf({16}, 1.5);
        table.rows.push_back(tableOf({16}, 1.25).rows.front());
        table.rows.push_back(tableOf({16}, 2).rows.front());
        table.rows[1].name = "row 2";
        table.rows[2].name = "row 3";
        std::ranges::reverse(table.rows[1].settings);
        const OwnRows rows = runsIn(std::vector{table}, job(), shippedCalibration());
        QCOMPARE(rows.rows.size(), std::size_t(1));
        QCOMPARE(rows.rows[0].name, std::string("runs.csv, row 2"));
        QVERIFY(std::abs(rows.rows[0].step_s / evaluate(rows.rows[0].scenario).step_s - 1.25) < 1e-9);
        QCOMPARE(rows.refused.size(), std::size_t(2));
        QCOMPARE(rows.refused[0].first, std::string("runs.csv, row 1"));
        QCOMPARE(rows.refused[1].first, std::string("runs.csv, row 3"));
        QCOMPARE(rows.refused[1].second, std::string("not faster than runs.csv, row 2, with the same settings"));
    }

    void theFastestIsFoundByWhateverBothRowsState_data()
    {
        QTest::addColumn<QString>("metric");
        QTest::addColumn<double>("first");
        QTest::addColumn<QString>("other_metric");
        QTest::addColumn<double>("second");
        QTest::addColumn<QString>("used");
        const auto row = [](const char* what, const char* metric, double first, const char* other, double second,
                             const char* used) { QTest::newRow(what) << metric << first << other << second << used; };
        row("a shorter step", "step_s", 3, "step_s", 2, "row 2");
        row("a longer step", "step_s", 2, "step_s", 3, "row 1");
        row("more examples", "examples_per_s", 40, "examples_per_s", 50, "row 2");
        row("fewer examples", "examples_per_s", 50, "examples_per_s", 40, "row 1");
        row("more FLOPs", "mfu", 0.3, "mfu", 0.4, "row 2");
        row("the same tokens", "tokens_per_s", 1e5, "tokens_per_s", 1e5, "row 1");
        row("memory before a step", "memory_bytes", 4e10, "step_s", 3, "row 2");
        row("a step before memory", "step_s", 3, "memory_bytes", 4e10, "row 1");
        row("nothing in common", "step_s", 3, "examples_per_s", 1e6, "row 1");
    }
    void theFastestIsFoundByWhateverBothRowsState()
    {
        QFETCH(const QString, metric);
        QFETCH(const double, first);
        QFETCH(const QString, other_metric);
        QFETCH(const double, second);
        KeptEvidence table = tableOf({16, 16}, 1);
        table.rows[0].measurements = {{metric.toStdString(), first, 0, 1, "row"}};
        table.rows[1].measurements = {{other_metric.toStdString(), second, 0, 1, "row"}};
        const OwnRows rows = runsIn(std::vector{table}, job(), shippedCalibration());
        QCOMPARE(rows.rows.size(), std::size_t(1));
        QTEST(QString::fromStdString(rows.rows[0].name).sliced(10), "used"); // behind "runs.csv, "
    }

    void aSingleRowOfAnotherSeriesIsOneRow()
    {
        KeptEvidence table = tableOf({16, 32}, 1);
        for (EvidenceRow& row : table.rows)
            row.series = "8b";
        table.rows.push_back({"other", {{"cluster.gpus", 64, "row"}}, {{"tokens_per_s", 7, 0, 1, "row"}}, "70b"});
        const OwnRows rows = runsIn(std::vector{table}, job(), shippedCalibration());
        QCOMPARE(rows.refused.at(0).first, std::string("runs.csv, 1 row of 70b"));
        QCOMPARE(rows.refused[0].second, std::string("the series 8b is used"));
    }

    void filesThatAreAboutNoRunAreNotRefused()
    {
        KeptEvidence config;
        config.source.name = "config.json";
        config.kind = "model-config";
        KeptEvidence log = config;
        log.source.name = "train.log";
        log.kind = "training-log";
        KeptEvidence report = config;
        report.measurements = {{"step_s", 2, 0, 1, "line 1"}};
        const OwnRows rows = runsIn(std::vector{config, log, report}, job(), shippedCalibration());
        QCOMPARE(rows.rows.size(), std::size_t(1));
        QCOMPARE(rows.refused.size(), std::size_t(1));
        QCOMPARE(rows.refused[0].first, std::string("train.log"));
        QCOMPARE(rows.refused[0].second, std::string("states no step time, throughput or memory"));
    }

    void aRunOfAnotherModelIsRefused()
    {
        KeptEvidence other = trace("rank0.json", 3);
        other.settings.push_back({"workload.parameters", 70e9, "config"});
        const OwnRows rows = runsIn(std::vector{other}, job(), shippedCalibration());
        QVERIFY(rows.rows.empty());
        QVERIFY(rows.refused.at(0).second.starts_with("a run with 70"));
    }

    void calibratedJobsAreMeasuredAsTheyAre()
    {
        Scenario own = job();
        own.own_runs = {.used = true, .runs = 1, .compute = 2};
        const OwnRows rows = runsIn(std::vector{trace("rank0.json", 3)}, own, shippedCalibration());
        QVERIFY(rows.rows.at(0).scenario.own_runs == OwnRuns{});
    }

    void aCalibrationUsesAtMostItsNumberOfRuns()
    {
        std::vector<KeptEvidence> files;
        for (std::size_t i = 0; i < most_own_rows + 2; ++i)
            files.push_back(trace(fmt::format("run {}.json", i), 3));
        QCOMPARE(runsIn(files, job(), shippedCalibration()).rows.size(), std::size_t(256));
    }

    /// Ranks without steps of their own count for the name only.
    void theStepOfRanksIsTheMedianOfThoseThatHaveOne()
    {
        std::vector<KeptEvidence> files{trace("rank0.json", 3), trace("rank1.json", 5), trace("rank2.json", 0)};
        const OwnRows rows = runsIn(files, job(), shippedCalibration());
        QCOMPARE(rows.rows.size(), std::size_t(1));
        QCOMPARE(rows.rows[0].step_s, 4.);
        files.pop_back();
        files[1].measurements.clear();
        QCOMPARE(runsIn(files, job(), shippedCalibration()).rows.at(0).step_s, 3.);
    }

    void slowerRowsWithTheSameSettingsAreCounted()
    {
        KeptEvidence table = tableOf({16, 32}, 1);
        table.rows.push_back(table.rows[1]);
        table.rows[2].name = "row 3";
        const OwnRows rows = runsIn(std::vector{table}, job(), shippedCalibration());
        QCOMPARE(rows.rows.size(), std::size_t(2));
        QCOMPARE(rows.refused.size(), std::size_t(1));
        QCOMPARE(rows.refused[0].second, std::string("not faster than runs.csv, row 2, with the same settings"));
    }

    void ranksOfOneRunAreOneRun()
    {
        const std::vector<KeptEvidence> files{trace("rank0.json", 3), trace("rank1.json", 5), trace("rank2.json", 4)};
        const OwnRows rows = runsIn(files, job(), shippedCalibration());
        QCOMPARE(rows.rows.size(), std::size_t(1));
        QCOMPARE(rows.rows[0].step_s, 4.);
        QCOMPARE(rows.rows[0].name, std::string("rank0.json and 2 other ranks"));
    }

    void tracesOfOtherRunsAreRunsOfTheirOwn_data()
    {
        QTest::addColumn<QStringList>("names");
        QTest::addColumn<QList<double>>("steps");
        QTest::addColumn<int>("runs");
        const auto row = [](const char* what, QStringList names, QList<double> steps, int runs) {
            QTest::newRow(what) << std::move(names) << std::move(steps) << runs;
        };
        row("ranks of two stems", {"rank0.json", "rank_1.json"}, {3, 4}, 2);
        row("ranks of one stem", {"job.rank0.json", "job.rank1.json"}, {3, 4}, 1);
        row("before and after", {"before.json", "after.json"}, {3, 2}, 2);
        row("one rank of two runs", {"before/rank0.json", "after/rank0.json"}, {3, 2}, 2);
        row("ranks of two runs", {"before_rank0.json", "after_rank1.json"}, {3, 3}, 2);
        row("two ranks of each of two runs", {"a_rank0.json", "b_rank0.json", "a_rank1.json", "b_rank1.json"},
            {3, 2, 3, 2}, 2);
        row("numbers that are no ranks", {"run1.json", "run2.json"}, {3, 3}, 2);
        row("ranks with process ids", {"n_10.77.rank0.json", "n_11.78.rank1.json"}, {3, 3.1}, 1);
        row("ranks at the end", {"t-Rank 0", "t-Rank 12"}, {3, 9}, 1);
        row("ranks in brackets", {"[RANK=0] a.json", "[RANK=1] a.json"}, {3, 9}, 1);
        row("a rank after another word", {"franky rank.0.json", "franky rank.1.json"}, {3, 9}, 1);
        row("nines and tens", {"rank9.json", "rank10.json"}, {3, 9}, 1);
        row("process ids with nines", {"n_19.rank0.json", "n_8.rank1.json"}, {3, 3}, 1);
        row("a number that is no rank's", {"rank99999999999.json", "rank0.json"}, {3, 3}, 2);
        row("milliseconds that agree", {"n_1.rank0.json", "n_2.rank1.json"}, {0.02, 0.021}, 1);
        row("milliseconds that differ", {"n_1.rank0.json", "n_2.rank1.json"}, {0.02, 0.03}, 2);
        row("a rank without a number", {"rank.json", "rank.json"}, {3, 3}, 2);
        row("ranks and other letters", {"n_a.rank0.json", "n_b.rank1.json"}, {3, 3}, 2);
        row("process ids, one tenth apart", {"n_1.rank0.json", "n_2.rank1.json"}, {4.5, 5}, 1);
        row("process ids, further apart", {"n_1.rank0.json", "n_2.rank1.json"}, {4.4, 5}, 2);
        row("process ids, further apart the other way", {"n_1.rank0.json", "n_2.rank1.json"}, {5, 4.4}, 2);
        row("three ranks, of which two agree", {"n_1.rank0.json", "n_2.rank1.json", "n_3.rank2.json"}, {4, 4.3, 4.7},
            2);
        row("runs with process ids", {"n_10.77.rank0.json", "n_11.99.rank1.json"}, {3, 2}, 2);
    }
    void tracesOfOtherRunsAreRunsOfTheirOwn()
    {
        QFETCH(QStringList, names);
        QFETCH(QList<double>, steps);
        std::vector<KeptEvidence> files;
        for (qsizetype i = 0; i < names.size(); ++i)
            files.push_back(trace(names[i].toStdString(), steps[i]));
        const Analysis a = analyze(job());
        const Measured measured = measuredBeside(a, files);
        QTEST(int(runsIn(files, job(), shippedCalibration()).rows.size()), "runs");
        double sum = 0;
        for (const MeasuredPart& part : measured.parts)
            sum += part.measured_s;
        QVERIFY(std::abs(sum / measured.step_s - 1) < 1e-9);
    }

    /// The rank that a trace records, at the beginning of its summary, is more certain than that of its name.
    void aRecordedRankComesBeforeThatOfTheName_data()
    {
        QTest::addColumn<QStringList>("names");
        QTest::addColumn<QStringList>("summaries");
        QTest::addColumn<int>("runs");
        const auto row = [](const char* what, QStringList names, QStringList summaries, int runs) {
            QTest::newRow(what) << std::move(names) << std::move(summaries) << runs;
        };
        row("recorded alone", {"t1.json", "t2.json"}, {"rank 0 of 2", "rank 1 of 2"}, 1);
        row("recorded by one of them", {"t1.json", "t2.json"}, {"rank 0 of 2", "3 steps"}, 2);
        row("the same rank in two names", {"rank0.json", "rank1.json"}, {"rank 4 of 8", "rank 4 of 8"}, 2);
        row("a rank further on", {"rank0.json", "rank1.json"}, {"compared with rank 4", "compared with rank 4"}, 1);
        row("no number", {"rank0.json", "rank1.json"}, {"rank unknown", "rank unknown"}, 1);
    }
    void aRecordedRankComesBeforeThatOfTheName()
    {
        QFETCH(const QStringList, names);
        QFETCH(const QStringList, summaries);
        std::vector<KeptEvidence> files;
        for (qsizetype i = 0; i < names.size(); ++i) {
            files.push_back(trace(names[i].toStdString(), 3));
            files.back().summary = summaries[i].toStdString();
        }
        QTEST(int(runsIn(files, job(), shippedCalibration()).rows.size()), "runs");
    }

    void twoRanksWithoutStepsAreNoRun()
    {
        std::vector<KeptEvidence> files{trace("rank0.json", 3), trace("rank1.json", 3)};
        for (KeptEvidence& file : files)
            file.measurements.clear();
        const OwnRows rows = runsIn(files, job(), shippedCalibration());
        QVERIFY(rows.rows.empty());
        QCOMPARE(rows.refused.at(0).first, std::string("rank0.json and 1 other rank"));
    }

    void tracesOfOtherSettingsAreOtherRuns()
    {
        std::vector<KeptEvidence> files{trace("rank0.json", 3), trace("rank1.json", 3)};
        files[1].settings[0].value = 32;
        QCOMPARE(runsIn(files, job(), shippedCalibration()).rows.size(), std::size_t(2));
        files[1] = trace("rank1.json", 3);
        files[1].settings.push_back({"plan.zero_stage", 3, "log"});
        QCOMPARE(runsIn(files, job(), shippedCalibration()).rows.size(), std::size_t(2));
    }

    /// A profiler slows a step: its parts are not those of the faster step without it.
    void partsAddUpToTheStepThatIsShown()
    {
        KeptEvidence log;
        log.source.name = "train.log";
        log.kind = "training-log";
        log.settings = {{"cluster.gpus", 64, "line 1"}};
        log.measurements = {{"step_s", 2, 0, 9, "step lines"}};
        const Measured measured = measuredBeside(analyze(job()), std::vector{log, trace("rank0.json", 2.5)});
        QCOMPARE(measured.step_s, 2.5);
        QCOMPARE(measured.sentences.back(),
            std::string(
                "train.log measured 2 s; the step that is shown is that of rank0.json, whose parts are known."));
        KeptEvidence whole = trace("rank0.json", 9);
        whole.measurements.clear(); // a trace without steps
        QVERIFY(measuredBeside(analyze(job()), std::vector{log, whole}).parts.empty());
    }

    void whatIsNoRunIsRefusedWithItsReason()
    {
        KeptEvidence impossible = trace("odd.json", 1);
        impossible.settings.push_back({"workload.global_batch", 0.001, "x"});
        impossible.settings.push_back({"plan.accumulation", 1e9, "x"});
        KeptEvidence silent = trace("silent.json", 1);
        silent.measurements.clear();
        silent.settings[0].value = 32;
        const OwnRows rows = runsIn(std::vector{impossible, silent}, job(), shippedCalibration());
        QCOMPARE(rows.refused.size(), std::size_t(2));
        for (const auto& [name, reason] : rows.refused)
            QVERIFY2(!reason.empty(), name.c_str());
    }

    /// As in a file of own runs: what was silently the first of several would calibrate with a run that never was.
    void aRunThatContradictsItselfIsRefusedWithBothValues()
    {
        const double batch = job().workload.global_batch;
        KeptEvidence log;
        log.source.name = "train.log";
        log.kind = "training-log";
        log.measurements = {{"step_s", 2, 0, 9, "step lines"}, {"examples_per_s", batch / 2.05, 0, 9, "step lines"}};
        QCOMPARE(runsIn(std::vector{log}, job(), shippedCalibration()).rows.at(0).step_s, 2.);
        log.measurements[1].value = batch / 4;
        const OwnRows rows = runsIn(std::vector{log}, job(), shippedCalibration());
        QVERIFY(rows.rows.empty());
        QCOMPARE(rows.refused.at(0).first, std::string("train.log"));
        QCOMPARE(rows.refused[0].second,
            std::string("contradicts itself: it states step_time_s 2 s, and examples_per_s 32 examples/s, a step of "
                        "4 s; with a global batch of 128 on 64 GPUs, only one of them can be right"));
    }

    /// A program computes it from the step time, with a peak of its own: that of BF16 in a job in FP8.
    void anMfuBesideAStepTimeDoesNotContradictIt()
    {
        KeptEvidence log = trace("rank0.json", 2);
        log.measurements.push_back({"mfu", 0.99, 0, 1, "step lines"});
        QCOMPARE(runsIn(std::vector{log}, job(), shippedCalibration()).rows.at(0).step_s, 2.);
    }

    void exactMeasurementsLieOnThePredictedCurve()
    {
        const Analysis a = analyze(job());
        const Measured measured = measuredBeside(a, std::vector{tableOf({16, 32, 64}, 1)});
        QCOMPARE(measured.sizes.size(), std::size_t(3));
        for (const MeasuredSize& size : measured.sizes) {
            const ScalePoint predicted = scalePoint(job(), size.workers, shippedCalibration());
            QVERIFY2(std::abs(size.speedup / predicted.speedup - 1) < 0.02,
                fmt::format("{} workers: {} and {}", size.workers, size.speedup, predicted.speedup).c_str());
        }
        QVERIFY(std::abs(measured.step_s / a.step.step_s - 1) < 1e-9);
        QVERIFY(std::abs(measured.flops / a.roofline.achieved_flops - 1) < 1e-6);
    }

    void measuredPartsAddUpAndNameTheLargestDifference()
    {
        Analysis a = analyze(job());
        KeptEvidence e = trace("rank0.json", 3 * a.step.step_s);
        e.findings = {{"straggler", 0.4, "rank 7 arrives late", "ranks"}};
        const Measured measured = measuredBeside(a, std::vector{e});
        double sum = 0, predicted = 0;
        for (const MeasuredPart& part : measured.parts) {
            sum += part.measured_s;
            predicted += part.predicted_s;
        }
        QVERIFY(std::abs(sum / (3 * a.step.step_s) - 1) < 1e-9);
        QVERIFY(std::abs(predicted / a.step.step_s - 1) < 1e-9);
        QCOMPARE(measured.sentences.size(), std::size_t(2));
        QVERIFY2(measured.sentences[1].find("rank 7 arrives late") != std::string::npos, measured.sentences[1].c_str());
    }

    void aRunOfAnotherLayoutIsNotShownBesideThisOne()
    {
        KeptEvidence e = trace("rank0.json", 3);
        e.settings.push_back({"plan.tensor_parallel", 8, "log"});
        QVERIFY(measuredBeside(analyze(job()), std::vector{e}).sizes.empty());
        e.settings.back().value = job().plan.tensor_parallel;
        QCOMPARE(measuredBeside(analyze(job()), std::vector{e}).sizes.size(), std::size_t(1));
    }

    void measuredTransfersAreBesideThePredictionOfTheirGroup()
    {
        Scenario s = job();
        applyInterconnect(s, presetIndex(interconnectPresets(), "ib-ndr"), shippedCalibration());
        const Analysis a = analyze(s);
        const Measured measured = measuredBeside(a, std::vector{ncclTests("ib-ndr", 1.25)});
        QCOMPARE(measured.transfers.size(), std::size_t(1));
        QCOMPARE(measured.transfers[0].group.nodes, 2.);
        for (const TransferPoint& p : measured.transfers[0].points)
            QVERIFY(std::abs(p.measured_s / p.predicted_s - 1.25) < 1e-9);
        QCOMPARE(measured.sentences.size(), std::size_t(1));
        QVERIFY2(measured.sentences[0].starts_with("All-reduce on 2 nodes: ")
                && measured.sentences[0].find("20 % below the prediction") != std::string::npos,
            measured.sentences[0].c_str());
    }

    void whatTheModelCannotPredictIsNoTransfer()
    {
        KeptEvidence e = ncclTests("ib-ndr", 1);
        e.curves[0].operation = "broadcast";
        QVERIFY(measuredBeside(analyze(job()), std::vector{e}).transfers.empty());
    }

    void aNetworkIsNamedIfOneIsAsFast()
    {
        const auto matching = [](double slower) {
            return matchingNetworks(job(), ncclTests("ib-ndr", slower), shippedCalibration());
        };
        const std::vector<NetworkMatch> matches = matching(1);
        QVERIFY(!matches.empty());
        QCOMPARE(matches[0].preset, presetIndex(interconnectPresets(), "ib-ndr"));
        QVERIFY(std::abs(matches[0].ratio - 1) < 0.001);
        QVERIFY(offers(matching(1.03), "ib-ndr"));
        QVERIFY(!offers(matching(1.3), "ib-ndr"));
        for (const NetworkMatch& match : matches)
            QVERIFY(interconnectPresets()[static_cast<std::size_t>(match.preset) - 1].efficiency < 1);
    }

    void aCustomNetworkHasTheNameOfItsMeasurement()
    {
        const KeptEvidence e = ncclTests("ib-ndr", 1.3);
        const Result<Scenario> custom = withSettings(job(), e.settings, shippedCalibration());
        QVERIFY(custom.has_value());
        QCOMPARE(measuredBeside(analyze(*custom), std::vector{e}).network, std::string("all_reduce.log"));
        QVERIFY(measuredBeside(analyze(job()), std::vector{e}).network.empty());
    }

    void aSmallRunPredictsALargerOne()
    {
        constexpr double slower = 1.2;
        const std::vector<KeptEvidence> small{tableOf({8, 16}, slower)};
        const OwnRows rows = runsIn(small, job(), shippedCalibration());
        const CalibrationReport report = calibrate(job(), rows.rows, shippedCalibration());
        QVERIFY(report.half_width_after < report.half_width_before);
        const double truth = slower * evaluate(job()).step_s;
        const double before = std::abs(std::log(evaluate(job()).step_s / truth));
        const double after = std::abs(std::log(evaluate(report.scenario).step_s / truth));
        QVERIFY2(after < before / 2, fmt::format("{} {}", before, after).c_str());
        const ScalingFit fit = scalingFit(report, rows.rows, shippedCalibration());
        QCOMPARE(fit.runs.size(), std::size_t(2));
        QVERIFY(fit.left_out_error > 0 && fit.left_out_error < 0.2);
        QCOMPARE(fit.outlook.gpus, 32.);
        QVERIFY2(fit.outlook.sentence.find("at 32 GPUs expect an efficiency of ") != std::string::npos,
            fit.outlook.sentence.c_str());
    }

    void keepingAFileStaysWithinTheLimits()
    {
        Evidence evidence;
        evidence.summary = std::string(most_kept_text - 1, 'x') + "µµ";
        evidence.rows.resize(5000);
        evidence.curves.resize(40);
        for (int i = 0; i < 3000; ++i)
            evidence.curves[0].points.push_back({double(i), 1});
        const KeptEvidence k = kept(evidence);
        QCOMPARE(k.rows.size(), most_kept_rows);
        QCOMPARE(k.curves.size(), most_kept_curves);
        QCOMPARE(k.curves[0].points.size(), most_kept_points);
        QCOMPARE(k.curves[0].points.back().x, 2999.);
        QCOMPARE(k.summary.size(), most_kept_text - 1);
        QVERIFY(!noRoomFor(std::vector{k}));
        QVERIFY(noRoomFor(std::vector<KeptEvidence>(most_kept_files + 1)).has_value());
    }
};

KNEEPOINT_TEST(EvidenceRunsTest)
#include "evidence_runs_test.moc"
