// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/architecture.h"
#include "model/constants/calibration.h"
#include "model/cost/operations.h"
#include "model/evidence/measured_run.h"
#include "tests/support/compare.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>

using namespace kneepoint;

namespace {

/// Model FLOP/s per GPU as a source of presets/measurements prints it, by the id of the run there.
struct Published {
    const char* id;
    double tflops;
    bool causal; ///< only half of the attention scores count
};

constexpr double a100 = 312, h100 = 989; // where the source prints MFU

constexpr Published published[] = {
    // Korthikanti et al. 2022, table 5: MFU
    {"korthikanti22-22B-seqsel", 0.415 * a100, false},
    {"korthikanti22-530B-seqsel", 0.560 * a100, false},
    {"korthikanti22-1T-seqsel", 0.563 * a100, false},
    // Jiang et al. 2024 (MegaScale), table 2: MFU of Megatron-LM
    {"megascale-Megatron-LM-256", 0.530 * a100, false},
    {"megascale-Megatron-LM-512", 0.499 * a100, false},
    {"megascale-Megatron-LM-768", 0.467 * a100, false},
    {"megascale-Megatron-LM-1024", 0.447 * a100, false},
    // Nemotron-4 340B technical report, table 2: MFU
    {"nemotron4-340b-1536", 0.424 * h100, false},
    {"nemotron4-340b-3072", 0.423 * h100, false},
    {"nemotron4-340b-6144", 0.410 * h100, false},
    // NeMo 24.07 performance summary
    {"nemo2407-GPT3-5B-64", 765, false},
    {"nemo2407-GPT3-20B-64", 750, false},
    {"nemo2407-GPT3-175B-128", 771, false},
    {"nemo2407-GPT3-175B-512", 888, false},
    {"nemo2407-LLAMA2-7B-8", 780, false},
    {"nemo2407-LLAMA2-13B-16", 760, false},
    {"nemo2407-LLAMA2-70B-64", 768, false},
    {"nemo2407-Nemotron-22B-64", 562, false},
    {"nemo2407-LLAMA3-8B-8", 711, false},
    {"nemo2407-LLAMA3-70B-64", 734, false},
    // AI-Hypercomputer/tpu-recipes, MaxText
    {"tpurecipes-v6e-llama3-8b-256", 417.397, false},
    {"tpurecipes-v6e-llama2-70b-256", 402.274, false},
    {"tpurecipes-v6e-llama3-405b-512", 392.454, false},
    // Megatron Bridge performance summary
    {"mbridge-26.06-LLAMA3.1_405B-GB300-FP8-256-gb1536", 2646, true},
    {"mbridge-26.06-LLAMA3.1_405B-GB200-FP8-256-gb1536", 2129, true},
    {"mbridge-25.11-LLAMA3.1_405B-GB200-FP8-CS-256-gb1536", 2053, true},
    {"mbridge-25.11-LLAMA3_8B-B200-FP8-CS-8-gb128", 1576, true},
    {"mbridge-25.11-LLAMA3_8B-H100-FP8-CS-8-gb128", 744, true},
    {"mbridge-25.09-LLAMA3_8B-H100-FP8-8-gb128", 725, true},
};

/// Three times the forward pass: two FLOPs for each weight of a GEMM and token, and the scores with their product with
/// the values. Korthikanti et al. 2022, appendix A, with grouped keys, gates and causal attention.
double countedFlops(const Workload& w)
{
    const double width = headWidth(w);
    const double attention = 2 * w.hidden * (w.heads + w.kv_heads) * width;
    const double ffn = (w.gated ? 3 : 2) * w.hidden * w.ffn;
    const double weights = w.layers * (attention + ffn) + w.vocabulary * w.hidden;
    const double scores = 4 * w.layers * w.sequence_length * w.heads * width / (w.causal ? 2 : 1);
    return 3 * w.sequence_length * (2 * weights + scores);
}

} // namespace

Q_DECLARE_METATYPE(Published)

/// Model FLOPs of published runs, as their sources and a textbook formula count them.
class PublishedFlopsTest : public QObject {
    Q_OBJECT

    std::vector<MeasuredRun> m_runs;

private slots:
    void initTestCase() { m_runs = questionsOf(publishedMeasurements(), shippedCalibration()).runs; }

    void flopsAreThoseOfTheSource_data()
    {
        QTest::addColumn<Published>("row");
        for (const Published& row : published)
            QTest::newRow(row.id) << row;
    }
    void flopsAreThoseOfTheSource()
    {
        QFETCH(const Published, row);
        const auto run = std::ranges::find(m_runs, row.id, &MeasuredRun::id);
        QVERIFY(run != m_runs.end());
        Scenario s = run->candidates.front();
        s.workload.causal = row.causal;
        const double found = flopsPerExample(resolve(s).setup) * s.workload.global_batch / run->step_s / s.cluster.gpus;
        constexpr double rounding = 0.005; // of the printed step times and rates
        VERIFY_CLOSE(found / 1e12, row.tflops, rounding);
    }

    void flopsOfDenseModelsAreThoseOfTheFormula()
    {
        std::size_t compared = 0;
        for (const MeasuredRun& run : m_runs) {
            const Scenario& s = run.candidates.front();
            if (run.scaling || run.mixture || s.workload.attention_window > 0)
                continue;
            const double found = flopsPerExample(resolve(s).setup);
            constexpr double biases = 0.001; // biases, norms and positions, which parameters include
            QVERIFY2(test::close(found, countedFlops(s.workload), biases),
                (QByteArray::fromStdString(run.id) + test::found(", FLOPs", found, countedFlops(s.workload)))
                    .constData());
            ++compared;
        }
        QVERIFY(compared > 1000);
    }
};

KNEEPOINT_TEST(PublishedFlopsTest)
#include "published_flops_test.moc"
