// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/apply_presets.h"
#include "model/constants/left_out_constants.h"
#include "model/cost/fit_chance.h"
#include "model/evidence/hardware_names.h"
#include "model/evidence/measured_memory.h"
#include "model/evidence/measured_run.h"
#include "model/step/step_model.h"
#include "model/validation/memory_validation.h"
#include "model/validation/validation.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

using namespace kneepoint;

namespace {

constexpr auto run =
    R"({"rows": [{"id": "a", "series": "megatron21-t2", "quality": "A", "source": {"paper": "P", "year": 2021},
  "model": {"layers": 24, "hidden": 2048, "heads": 16, "vocab": 51200, "seq_len": 2048, "ffn_hidden": 8192},
  "cluster": {"gpu": "A100-SXM4-80GB", "gpus": 8, "gpus_per_node": 8},
  "layout": {"tp": 2, "pp": 1, "dp": 4, "microbatch": 2, "global_batch": 64, "precision": "fp16", "recompute": "full"},
  "measured": {"step_time_s": 1.5}}]})";

/// The scenario of ResNet-50 on 16 V100, compared with a run on one GPU; `facts` are more members of the row.
Scenario scaledRun(std::string_view layout, std::string_view facts = "")
{
    const std::string text = fmt::format(R"({{"rows": [{{"id": "a", "series": "s", "quality": "A",
  "source": {{"paper": "P", "year": 2020}}, "model": {{"kind": "cnn", "params": 25557032}},
  "cluster": {{"gpu": "V100-SXM2-16GB", "gpus": 16, "gpus_per_node": 8, "inter_node_gbps_per_gpu": 12.5}},
  "layout": {{"tp": 1, "pp": 1, "dp": 16, "microbatch": 128, "global_batch": 2048, {}}}, {}
  "software": "overlapped gradient buckets", "measured": {{"samples_per_s": 4800, "samples_per_s_1gpu": 350}}}}]}})",
        layout, facts);
    const auto read = parseMeasurements(text, "a.json");
    const MeasuredRuns questions = questionsOf(read.value(), shippedCalibration());
    return questions.runs.at(0).candidates.front();
}

/// The spread of memory that a stack states.
double spreadOf(const char* stack)
{
    Scenario s;
    applyStack(s, presetIndex(stackPresets(), stack), shippedCalibration());
    return s.stack.memory_spread;
}

} // namespace

class MeasurementsTest : public QObject {
    Q_OBJECT

private slots:
    void aRunBecomesAScenario()
    {
        const auto read = parseMeasurements(run, "a.json");
        QVERIFY(read);
        const MeasuredRuns questions = questionsOf(*read, shippedCalibration());
        QCOMPARE(questions.runs.size(), std::size_t(1));
        const Scenario& s = questions.runs[0].candidates.front();
        QCOMPARE(workers(s), 4.0);
        QCOMPARE(s.plan.accumulation, 8.0);
        QCOMPARE(questions.runs[0].stack, std::string("megatron-2021"));
        QCOMPARE(questions.runs[0].gpu, std::string("a100-sxm-80"));
        QCOMPARE(evaluate(s).global_batch, 64.0);
    }

    /// A row of table 1 of Narayanan et al. 2021, with null for what it does not state.
    void mixedPrecisionKeepsGradientsInFp32UnlessTheModelIsCast()
    {
        QCOMPARE(scaledRun(R"("precision": "fp32")").plan.gradient_precision, GradientPrecision::fp32);
        QCOMPARE(scaledRun(R"("precision": "fp16")").plan.gradient_precision, GradientPrecision::bf16);
        QCOMPARE(scaledRun(R"("precision": "amp fp16")").plan.gradient_precision, GradientPrecision::fp32);
        QCOMPARE(scaledRun(R"("precision": "amp fp16", "gradient_precision": "fp16")").plan.gradient_precision,
            GradientPrecision::bf16);
        QCOMPARE(scaledRun(R"("precision": "fp32", "gradient_precision": "bf16")").plan.gradient_precision,
            GradientPrecision::bf16);
    }

    void aStatedBucketIsKept()
    {
        QCOMPARE(scaledRun(R"("precision": "fp32")").plan.bucket_bytes, 25e6);
        QCOMPARE(scaledRun(R"("precision": "fp32", "bucket_bytes": 1e9)").plan.bucket_bytes, 1e9);
    }

    void onlyRealInputSlowsTheNode()
    {
        const auto launch = [](std::string_view facts) {
            return evaluate(scaledRun(R"("precision": "fp32")", facts)).part(Part::launch).exposed_s;
        };
        QVERIFY(launch("") > 0);
        QCOMPARE(launch(R"("input": {"synthetic": false},)"), launch(""));
        QCOMPARE(launch(R"("input": {"synthetic": true},)"), 0.0);
    }

    void theFastestLayoutThatFitsIsAssumedIfTheSourceLeavesItOpen()
    {
        const auto read = parseMeasurements(
            R"({"rows": [{"id": "t", "series": "megatron21-t1", "source": {"paper": "P", "year": 2021},
              "model": {"layers": 48, "hidden": 8192, "heads": 64, "vocab": 51200, "seq_len": 2048},
              "cluster": {"gpu": "A100-SXM4-80GB", "gpus": 512, "gpus_per_node": 8, "inter_node_gbps_per_gpu": 200},
              "layout": {"tp": 8, "pp": 2, "dp": 32, "microbatch": null, "virtual_stages": null, "global_batch": 1536,
                         "precision": "fp16", "recompute": "full"},
              "measured": {"tflops_per_gpu": 138}, "derived": {"step_time_s": 14.45}}]})",
            "t.json");
        QVERIFY(read);
        const MeasuredRuns questions = questionsOf(*read, shippedCalibration());
        QCOMPARE(questions.runs.size(), std::size_t(1));
        const MeasuredRun& question = questions.runs.front();
        QCOMPARE(question.series, std::string("megatron21-table1"));
        std::set<double> sizes;
        for (const Scenario* layout : plausibleLayouts(question)) {
            const Scenario& s = *layout;
            sizes.insert(s.workload.batch_per_gpu);
            QVERIFY(memoryUse(s).fits());
            QCOMPARE(s.plan.accumulation * s.workload.batch_per_gpu, 1536.0 / 32);
            QCOMPARE(std::fmod(24, s.plan.virtual_stages), 0.0);
            QVERIFY(s.plan.virtual_stages == 1 || std::fmod(s.plan.accumulation, 2) == 0);
            QVERIFY(evaluate(s).step_s >= predictedStep(question, shippedCalibration()));
        }
        QCOMPARE(sizes, (std::set<double>{1, 2, 4, 8}));
        QVERIFY(std::abs(predictedStep(question, shippedCalibration()) / question.step_s - 1) < 0.1);
    }

    void aRunThatStatesTooLittleIsSkippedWithAReason_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("empty row") << QByteArray(R"({"rows": [{}]})");
        QTest::newRow("wrong types") << QByteArray(
            R"({"rows": [{"id": 7, "model": {"layers": "many"}, "cluster": {"gpus": []}, "layout": 3, "measured": null}]})");
        QTest::newRow("not an object") << QByteArray(R"({"rows": [1, "x", null]})");
        QTest::newRow("short row") << QByteArray(R"({"columns": ["gpus", "tp"], "rows": [[1]]})");
        QTest::newRow("negative") << QByteArray(
            R"({"rows": [{"model": {"layers": 2, "hidden": 8, "seq_len": 8}, "cluster": {"gpus": 8},
                "layout": {"tp": -1, "dp": 1, "global_batch": 8, "precision": "bf16"}, "measured": {"step_time_s": 1}}]})");
        QTest::newRow("curve without points")
            << QByteArray(R"({"rows": [{"id": "c", "op": "all_reduce", "points": []}]})");
        QTest::newRow("curves that are no rows")
            << QByteArray(R"({"columns": ["op", "source"], "sources": 3, "collectives": [[], 7, null, {"op": "x"}]})");
        QTest::newRow("nothing of the expected kind") << QByteArray(
            R"({"columns": [1, {}], "common": 2, "sources": {"a": 1}, "source": [], "cluster": {}, "rows": [[1, 2], {}]})");
    }
    void aRunThatStatesTooLittleIsSkippedWithAReason()
    {
        QFETCH(QByteArray, text);
        const auto read = parseMeasurements(text.toStdString(), "bad.json");
        QVERIFY(read);
        const ValidationReport report = validate(*read, {}, shippedCalibration());
        QCOMPARE(report.summary.rows, std::size_t(0));
        QVERIFY(!report.skipped.empty());
        for (const SkippedRow& row : report.skipped)
            QVERIFY(!row.reason.empty());
    }

    void invalidFilesAreRejected()
    {
        for (const char* text : {"", "{", "3", "{}", "{\"rows\": 3}"})
            QVERIFY(!parseMeasurements(text, "x.json"));
    }

    void everyPublishedRowIsPredictedOrSkippedWithAReason()
    {
        const Measurements& all = publishedMeasurements();
        const ValidationReport report = validate(all, {}, shippedCalibration());
        QCOMPARE(report.rows.size() + report.skipped.size(), all.runs.size() + all.collectives.size());
        for (const RowError& row : report.rows)
            QVERIFY2(std::isfinite(row.predicted_s) && row.predicted_s > 0, row.id.c_str());
        QVERIFY(report.dense.mape < 10);
    }

    void aSeriesIsPredictedWithConstantsFittedWithoutIt()
    {
        const ValidationReport fitted = validate(publishedMeasurements(), {"vtrain-multi"}, shippedCalibration());
        const ValidationReport left_out =
            validate(publishedMeasurements(), {"vtrain-multi", LeaveOut::series}, shippedCalibration());
        QCOMPARE(fitted.summary.rows, left_out.summary.rows);
        QVERIFY(left_out.summary.mape > fitted.summary.mape);
    }

    void intervalsCoverNinetyPercentOfTheMeasurements()
    {
        const ValidationReport report = validate(publishedMeasurements(), {"", LeaveOut::source}, shippedCalibration());
        const double of_rows = report.summary.coverage.value_or(0);
        QVERIFY2(of_rows > 86 && of_rows < 94, QByteArray::number(of_rows).constData());
        double covered = 0, series = 0; // each series counts once: a long one is no more likely to recur
        for (const ErrorSummary& e : report.series) {
            if (!e.coverage || e.series.starts_with("collectives"))
                continue;
            covered += *e.coverage;
            ++series;
        }
        QVERIFY2(covered / series > 80 && covered / series < 97, QByteArray::number(covered / series).constData());
    }

    void anIntervalIsLearnedWithoutItsOwnSource()
    {
        const auto all = errorKinds();
        const auto others = errorKindsWithout("vtrain");
        const auto rows = [](std::span<const ErrorKind> kinds) {
            return std::ranges::find(kinds, "dense/measured/node", &ErrorKind::kind)->rows;
        };
        QVERIFY(rows(others) < rows(all));
        for (const ErrorKind& kind : all)
            QVERIFY2(kind.low < 1 && kind.high > 1, kind.kind.c_str());
    }

    void runsWithFinerScalesAndOlderAttentionTakeLonger()
    {
        Scenario s;
        applyGpu(s, presetIndex(gpuPresets(), "h100-sxm"), shippedCalibration());
        applyStack(s, presetIndex(stackPresets(), "torchtitan-2024"), shippedCalibration());
        s.workload.sequence_length = 8192;
        s.workload.precision = Precision::fp8;
        const double by_tensor = evaluate(s).step_s;
        s.workload.narrow_scaling = NarrowScaling::row;
        const double by_row = evaluate(s).step_s;
        s.stack.native_attention = true;
        QVERIFY(by_row > by_tensor);
        QVERIFY(evaluate(s).step_s < by_row);
    }

    void memoryFiguresArePredictedSeparately()
    {
        const auto read = parseMeasurements(
            R"({"rows": [{"id": "m", "kind": "memory", "series": "bigscience", "source": {"paper": "P", "year": 2022},
              "model": {"layers": 24, "hidden": 2048, "vocab": 51200, "seq_len": 2048},
              "cluster": {"gpu": "A100-SXM4-80GB"},
              "layout": {"tp": 2, "pp": 2, "dp": 4, "microbatch": 2, "precision": "fp16", "recompute": "full"},
              "measured": {"peak_memory_GB": 20, "activation_memory_GiB": 3, "parameters_and_optimizer_GB": 9}}]})",
            "m.json");
        QVERIFY(read);
        QVERIFY(questionsOf(*read, shippedCalibration()).runs.empty());
        const MeasuredMemories memories = memoryQuestionsOf(*read, shippedCalibration());
        QCOMPARE(memories.figures.size(), std::size_t(3));
        double bytes = 0;
        for (const MeasuredMemory& figure : memories.figures) {
            QCOMPARE(figure.series, std::string("memory-bigscience"));
            QCOMPARE(figure.scenario.cluster.gpus, 16.0);
            bytes += figure.bytes;
        }
        QCOMPARE(bytes, 29e9 + 3.0 * 1073741824);
    }

    void memoryFiguresAreOfTheDeviceTheAllocatorOrTensors()
    {
        const auto figuresOf = [](const char* series, const char* column) {
            const std::string row = fmt::format(
                R"({{"rows": [{{"id": "m", "kind": "memory", "series": "{}", "source": {{"paper": "P", "year": 2026}},
                  "model": {{"layers": 24, "hidden": 2048, "heads": 16, "vocab": 51200, "seq_len": 2048}},
                  "cluster": {{"gpu": "A100-SXM4-80GB", "gpus": 8}},
                  "layout": {{"tp": 2, "pp": 1, "dp": 4, "microbatch": 2, "precision": "bf16"}},
                  "measured": {{"{}": 20}}}}]}})",
                series, column);
            const auto read = parseMeasurements(row, "m.json");
            return read ? memoryQuestionsOf(*read, shippedCalibration()).figures : std::vector<MeasuredMemory>();
        };
        const auto device = figuresOf("mine", "peak_memory_GB"), reserved = figuresOf("mine", "reserved_memory_GB"),
                   tensors = figuresOf("mine", "allocated_memory_GB"), simumax = figuresOf("simumax", "peak_memory_GB");
        QVERIFY(device.size() == 1 && reserved.size() == 1 && tensors.size() == 1 && simumax.size() == 1);
        QVERIFY(simumax.front().kind == MemoryFigureKind::allocated);
        const MemoryUse use = memoryUse(device.front().scenario);
        QCOMPARE(predictedMemory(device.front()), use.total());
        QCOMPARE(predictedMemory(reserved.front()), use.total() - device.front().scenario.stack.reserved_bytes);
        QCOMPARE(predictedMemory(tensors.front()), use.total() - use.reserve);
        QVERIFY(predictedMemory(tensors.front()) < predictedMemory(reserved.front()));
    }

    void aColumnMayNameItsRecomputation()
    {
        const auto read = parseMeasurements(
            R"({"rows": [{"id": "m", "kind": "memory", "series": "korthikanti22", "source": {"paper": "P", "year": 2022},
              "model": {"layers": 48, "hidden": 6144, "heads": 64, "vocab": 51200, "seq_len": 2048},
              "cluster": {"gpu": "A100-SXM4-80GB", "gpus": 8},
              "layout": {"tp": 8, "pp": 1, "dp": 1, "microbatch": 4, "precision": "fp16"},
              "measured": {"activations_none_GiB": 59.25, "activations_selective_sp_GiB": 9.5625,
                           "total_memory_none_GiB": 104.8125}}]})",
            "m.json");
        QVERIFY(read);
        const MeasuredMemories memories = memoryQuestionsOf(*read, shippedCalibration());
        QCOMPARE(memories.figures.size(), std::size_t(3));
        constexpr double one_row_of_the_tables = 1e-6;
        for (const MeasuredMemory& figure : memories.figures)
            QVERIFY(std::abs(predictedMemory(figure) / figure.bytes - 1) < one_row_of_the_tables);
    }

    void memoryCountsOnlyInItsOwnSummary()
    {
        const ValidationReport all = validate(publishedMeasurements(), {}, shippedCalibration());
        QCOMPARE(all.summary.rows, static_cast<std::size_t>(std::ranges::count_if(all.rows, [](const RowError& row) {
            return row.gate && !row.series.starts_with("collectives");
        })));
        QCOMPARE(all.memory.rows, all.memory_figures.size());
        for (const RowError& row : all.rows)
            QVERIFY(!row.series.starts_with("memory"));
    }

    /// The accuracy that the validation page states, with some margin for a refit.
    void memoryErrorsStayWithinTheStatedOnes_data()
    {
        QTest::addColumn<double>("most");
        QTest::newRow("memory-korthikanti22") << 1.0;
        QTest::newRow("memory-bigscience") << 5.0;
        QTest::newRow("memory-simumax-context") << 5.0;
        QTest::newRow("memory-simumax-dense") << 5.0;
        QTest::newRow("memory-simumax-moe") << 5.0;
        QTest::newRow("memory-fsdp") << 10.0;
    }
    void memoryErrorsStayWithinTheStatedOnes()
    {
        QFETCH(double, most);
        const ValidationReport report =
            validate(publishedMeasurements(), {QTest::currentDataTag()}, shippedCalibration());
        QVERIFY(report.memory.rows >= 7);
        QVERIFY2(report.memory.mape < most, QByteArray::number(report.memory.mape).constData());
    }

    /// The chance that a layout fits depends on it: narrow for software whose memory was fitted, wide for other.
    void theSpreadOfMemoryIsLearnedFromPublishedFigures_data()
    {
        QTest::addColumn<bool>("unseen");
        QTest::addColumn<double>("stated");
        QTest::newRow("fitted") << false << memory_spread;
        QTest::newRow("held out") << true << spreadOf("generic-3d");
    }
    void theSpreadOfMemoryIsLearnedFromPublishedFigures()
    {
        QFETCH(bool, unseen);
        QFETCH(double, stated);
        const MeasuredMemories memories = memoryQuestionsOf(publishedMeasurements(), shippedCalibration());
        double sum = 0, figures = 0;
        for (const MemoryError& e : memoryErrors(memories.figures, "", unseen)) {
            using enum MemoryFigureKind;
            if (!e.gate || (e.kind != device && e.kind != allocator && e.kind != allocated))
                continue;
            sum += std::pow(std::log(e.predicted / e.measured), 2);
            ++figures;
        }
        const double spread = std::sqrt(sum / figures);
        QVERIFY2(std::abs(stated / spread - 1) < 0.25, QByteArray::number(spread).constData());
    }
};

KNEEPOINT_TEST(MeasurementsTest)
#include "measurements_test.moc"
