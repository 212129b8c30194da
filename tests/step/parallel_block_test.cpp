// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/step/step_model.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

/// Attention and feed-forward in parallel need one all-reduce instead of two.
class ParallelBlockTest : public QObject {
    Q_OBJECT

    static PartTime tensorTime(bool parallel, const char* compute_model, double layers, double tensor_parallel = 4)
    {
        Scenario s = test::edited(test::preset("llama3-70b-512xh100"), {{"assumptions.compute_model", compute_model}});
        s.workload.parallel_block = parallel;
        s.workload.layers = layers;
        s.plan.tensor_parallel = tensor_parallel;
        s.stack.tensor_overlap = 0;
        s.assumptions.tensor_overlap = 0;
        return evaluate(s).part(Part::tensor_comm);
    }

private slots:
    void parallelBlocksHalveTheAllReducesAtTextbookLevel()
    {
        const double two = tensorTime(false, "sustained", 80).exposed_s;
        QVERIFY(two > 0);
        VERIFY_CLOSE(tensorTime(true, "sustained", 80).exposed_s, two / 2, 1e-12);
    }

    /// At kernel level, the output layer's all-reduce is unchanged and that of each layer is halved.
    void parallelBlocksHalveThemPerLayerAtKernelLevel()
    {
        const auto ofLayers = [](bool parallel) {
            return tensorTime(parallel, "kernels", 80).exposed_s - tensorTime(parallel, "kernels", 40).exposed_s;
        };
        QVERIFY(ofLayers(false) > 0);
        VERIFY_CLOSE(ofLayers(true), ofLayers(false) / 2, 1e-9);
        QVERIFY(tensorTime(true, "kernels", 80).exposed_s > tensorTime(false, "kernels", 80).exposed_s / 2);
    }

    void withoutTensorParallelismNothingIsSentEitherWay()
    {
        for (const char* model : {"sustained", "kernels"})
            QCOMPARE(tensorTime(true, model, 80, 1).exposed_s, 0.0);
    }

    void presetsStateWhichModelsHaveParallelBlocks()
    {
        const auto hasIt = [](const char* model) {
            return test::edited(test::preset("llama3-70b-512xh100"), {{"workload.model", model}})
                .workload.parallel_block;
        };
        for (const char* model : {"palm-540b", "palm-62b", "palm-8b", "neox-20b"})
            QVERIFY(hasIt(model));
        QVERIFY(!test::preset("llama3-70b-512xh100").workload.parallel_block);
    }
};

KNEEPOINT_TEST(ParallelBlockTest)
#include "parallel_block_test.moc"
