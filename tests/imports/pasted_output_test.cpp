// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/format_readers.h"
#include "model/imports/trace_events.h"
#include "tests/imports/samples.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace kneepoint;

namespace {

constexpr auto ranks = "#  Rank  0 Group  0 Pid 5 on hosta device  0 [0x11] NVIDIA A100-SXM4-80GB\n"
                       "#  Rank  1 Group  0 Pid 6 on hosta device  1 [0x12] NVIDIA A100-SXM4-80GB\n"
                       "#  Rank  2 Group  0 Pid 7 on hostb device  0 [0x13] NVIDIA A100-SXM4-80GB\n"
                       "#  Rank  3 Group  0 Pid 8 on hostb device  1 [0x14] NVIDIA A100-SXM4-80GB\n";
constexpr auto header = "#       size         count      type   redop    root     time   algbw   busbw #wrong     time "
                        "  algbw   busbw #wrong\n";
constexpr auto row = "    33554432       8388608     float     sum      -1   1000.0   33.55   50.33      0   1000.0   "
                     "33.55   50.33      0\n";

/// Every line with something before it.
std::string tagged(std::string text, const std::string& tag)
{
    std::string lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at);
        lines += tag + text.substr(at, end - at + 1);
        at = end + 1;
    }
    return lines;
}

const std::string whole = std::string(ranks) + header + row;

std::string config(const std::string& more)
{
    return R"({"model_type": "novel", "hidden_size": 256, "num_hidden_layers": 4, "num_attention_heads": 4,
        "intermediate_size": 1024, "vocab_size": 1000, "tie_word_embeddings": true, )"
        + more + "}";
}

double parametersOf(const std::string& more)
{
    return settingOf(test::imported(config(more)), "workload.parameters").value_or(0);
}

// Embedding and final norm; attention of a layer; norms of a layer with a gated feed-forward.
constexpr double outside = 1000 * 256 + 256, attention = 4 * 256 * 256, norms = 2 * 256;

} // namespace

/// Output as people paste it, and configurations of families that are not known.
class PastedOutputTest : public QObject {
    Q_OBJECT

private slots:
    void tagsBeforeLinesAreLeftOut_data()
    {
        QTest::addColumn<QByteArray>("text");
        const auto add = [](const char* name, const std::string& text) {
            QTest::newRow(name) << QByteArray::fromStdString(text);
        };
        add("none", whole);
        add("mpirun", tagged(whole, "[2] "));
        add("srun", tagged(whole, " 2: "));
        add("pod", tagged(whole, "worker-2: "));
        add("container", tagged(whole, "2026-01-05T10:00:00.123456Z stdout F "));
        std::string inside = whole;
        for (std::size_t at = inside.find("-1   "); at != std::string::npos; at = inside.find("-1   ", at + 2))
            inside.replace(at, 2, "-1[0]");
        add("within rows", tagged(inside, "[0] "));
        std::string without = whole;
        std::erase(without, '#');
        add("the hash is lost", without);
    }
    void tagsBeforeLinesAreLeftOut()
    {
        QFETCH(QByteArray, text);
        const Evidence evidence = test::imported(text.toStdString());
        QCOMPARE(evidence.kind, std::string("nccl-tests"));
        QCOMPARE(evidence.curves.at(0).ranks, 4.);
        QCOMPARE(evidence.curves.at(0).nodes, 2.);
        QCOMPARE(evidence.curves.at(0).operation, std::string("all_reduce"));
    }

    void shortenedListsOfRanksAreCompleted_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<double>("ranks");
        QTest::addColumn<double>("nodes");
        const std::string first = "#  Rank  0 Group  0 Pid 5 on hosta device  0 [0x11] NVIDIA A100-SXM4-80GB\n";
        const std::string last = "#  Rank  3 Group  0 Pid 8 on hostb device  1 [0x14] NVIDIA A100-SXM4-80GB\n";
        QTest::newRow("the last alone") << QByteArray::fromStdString(last + header + row) << 4. << 0.;
        QTest::newRow("the first, and GPUs of the process")
            << QByteArray::fromStdString("# nThread 1 nGpus 4 minBytes 8\n" + first + header + row) << 4. << 1.;
        QTest::newRow("none") << QByteArray::fromStdString(std::string(header) + row) << 4. << 0.;
    }
    void shortenedListsOfRanksAreCompleted()
    {
        QFETCH(QByteArray, text);
        QFETCH(double, ranks);
        QFETCH(double, nodes);
        const Evidence evidence = test::imported(text.toStdString());
        QCOMPARE(evidence.curves.at(0).operation, std::string("all_reduce"));
        QCOMPARE(evidence.curves.at(0).ranks, ranks);
        QCOMPARE(evidence.curves.at(0).nodes, nodes);
    }

    void topologiesAreReadInEveryForm_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("links");
        QTest::newRow("underlined") << QByteArray(
            "\t\x1b[4mGPU0\tGPU1\tNUMA Affinity\x1b[0m\nGPU0\t X \tNV12\t0\nGPU1\tNV12\t X \t0\n")
                                    << QByteArray("NV12 (1 pair)");
        QTest::newRow("bold names") << QByteArray(
            "\t\x1b[1mGPU0\tGPU1\x1b[0m\n\x1b[1mGPU0\x1b[0m\t X \tSYS\nGPU1\tSYS\t X \n")
                                    << QByteArray("SYS (1 pair)");
        QTest::newRow("Markdown") << QByteArray(
            "| | GPU0 | GPU1 |\n|---|---|---|\n| **GPU0** | X | NODE |\n| **GPU1** | NODE | X |\n")
                                  << QByteArray("NODE (1 pair)");
        QTest::newRow("rocm-smi") << QByteArray(
            "==== Weight ====\n       GPU0   GPU1\nGPU0   0      15\nGPU1   15     0\n"
            "==== Link Type ====\n       GPU0   GPU1\nGPU0   0      XGMI\nGPU1   XGMI   0\n")
                                  << QByteArray("XGMI (1 pair)");
    }
    void topologiesAreReadInEveryForm()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, links);
        const Evidence evidence = test::imported(text.toStdString());
        QCOMPARE(evidence.kind, std::string("topology"));
        QVERIFY2(evidence.summary.find(links.constData()) != std::string::npos, evidence.summary.c_str());
    }

    void withoutNvlinkTheNodeHasPcie()
    {
        const std::string bridged =
            "      GPU0 GPU1 GPU2 GPU3\nGPU0  X NV4 PHB PHB\nGPU1 NV4  X PHB PHB\nGPU2 PHB PHB  X NV4\n"
            "GPU3 PHB PHB NV4  X\n";
        const Evidence evidence = test::imported(bridged);
        QVERIFY(settingOf(evidence, "cluster.scale_up_bandwidth").value_or(1e12) < 40e9);
        QVERIFY(std::ranges::find(evidence.assumed, "cluster.scale_up_bandwidth") != evidence.assumed.end());
        const Evidence full = test::imported("\tGPU0\tGPU1\nGPU0\t X \tNV12\nGPU1\tNV12\t X \n");
        QVERIFY(!settingOf(full, "cluster.scale_up_bandwidth"));
    }

    void unknownFamiliesAreCountedByTheirKeys()
    {
        QCOMPARE(parametersOf(R"("hidden_act": "silu")"), outside + 4 * (attention + norms + 3. * 256 * 1024));
        QCOMPARE(parametersOf(R"("hidden_act": "relu")"), outside + 4 * (attention + 2 * norms + 2. * 256 * 1024));
        const double experts = 8. * 3 * 256 * 128 + 256 * 8;
        QCOMPARE(parametersOf(R"("num_experts": 8, "num_experts_per_tok": 2, "moe_intermediate_size": 128)"),
            outside + 4 * (attention + norms + experts));
        QCOMPARE(parametersOf(R"("n_routed_experts": 8, "num_experts_per_tok": 2, "moe_intermediate_size": 128,
                                 "n_shared_experts": 1, "first_k_dense_replace": 1)"),
            outside + 4 * (attention + norms) + 3. * 256 * 1024 + 3 * (experts + 3. * 256 * 128));
    }

    void encodersAreNotCausal()
    {
        const Evidence evidence =
            test::imported(config(R"("type_vocab_size": 2, "hidden_act": "gelu", "layer_norm_eps": 1e-5)"));
        QCOMPARE(settingOf(evidence, "workload.causal"), std::optional(0.));
        QCOMPARE(settingOf(evidence, "workload.gated"), std::optional(0.));
    }

    void blocksThatDifferAreAdded()
    {
        const std::string blocks =
            R"("block_configs": [{"attention": {"n_heads_in_group": 2}, "ffn": {"ffn_mult": 3.0}},
            {"attention": {"no_op": true}, "ffn": {"no_op": true}}])";
        QCOMPARE(parametersOf(blocks), outside + 3. * 256 * 256 + 256 + 3. * 256 * 512 + 256);
        QVERIFY(test::skips(test::imported(config(blocks)), "layers differ"));
    }

    void numbersOfPythonAreRead()
    {
        const double plain = parametersOf(R"("hidden_act": "silu")");
        QCOMPARE(parametersOf(R"("hidden_act": "silu", "a": NaN, "b": [0.0, Infinity, -Infinity])"), plain);
        QVERIFY(settingOf(test::imported(config(R"("c": "NaN Infinity")")), "workload.parameters").has_value());
    }

    void keysThatTheCountDoesNotNeedMayBeOdd()
    {
        QVERIFY(parametersOf(R"("max_position_embeddings": -1)") > 0);
        QVERIFY(parametersOf(R"("max_position_embeddings": 1e30)") > 0);
    }

    void omittedKeysAreTheLibrarysDefaults()
    {
        const Evidence evidence =
            test::imported(R"({"model_type": "mixtral", "num_hidden_layers": 2, "hidden_size": 4096})");
        QCOMPARE(settingOf(evidence, "workload.kv_heads"), std::optional(8.));
        QVERIFY(test::skips(evidence, "vocab_size 32000 is the library's default of mixtral"));
    }

    void refusalsNameTheFile()
    {
        QVERIFY(test::refusalOf("{\"model_type\": \"llama\", \"hidden_size\": 12,,}").find("it:") == std::string::npos);
    }

    void otherLinkTestsAreRead_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("operation");
        QTest::addColumn<double>("ranks");
        QTest::addColumn<double>("seconds"); // of the largest size
        QTest::newRow("nccom-test") << QByteArray(
            "nccom-test all_gather -r 16 -b 1M\nsize(B)  count(elems)  type  time(us)  algbw(GB/s)  busbw(GB/s)\n"
            "1048576  262144  fp32  1000.0  1.05  0.98\n2097152  524288  fp32  1500.0  1.40  1.31\n")
                                    << QByteArray("all_gather") << 16. << 1.5e-3;
        QTest::newRow("OSU") << QByteArray("# OSU MPI-CUDA Allgather Latency Test v7.2\n# Size  Avg Latency(us)\n"
                                           "1024  12.0\n65536  99.0\n")
                             << QByteArray("all_gather") << 0. << 99e-6;
        QTest::newRow("payloads") << QByteArray(
            "| payload | busbw | algbw |\n|---|---|---|\n| 1MiB | 7.00GBps | 4.00GBps |\n"
            "| 4MiB | 14.00GBps | 8.00GBps |\n")
                                  << QByteArray("all_reduce") << 8. << 4194304 / 8e9;
    }
    void otherLinkTestsAreRead()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, operation);
        QFETCH(double, ranks);
        QFETCH(double, seconds);
        const Evidence evidence = test::imported(text.toStdString());
        QCOMPARE(evidence.kind, std::string("nccl-tests"));
        const MeasuredCurve& curve = evidence.curves.at(0);
        QCOMPARE(curve.operation, operation.toStdString());
        QCOMPARE(curve.ranks, ranks);
        QVERIFY(std::abs(curve.points.back().y - seconds) < 1e-12);
    }

    void tracesOfXlaAreReadByTheirThreads_data()
    {
        QTest::addColumn<QByteArray>("trace");
        const QByteArray gpu = R"x({"ph": "M", "pid": 2, "name": "process_name", "args": {"name": "/device:GPU:0"}},
            {"ph": "M", "pid": 2, "tid": 5, "name": "thread_name", "args": {"name": "Stream #7(Compute)"
}
},
            {"ph": "M", "pid": 2, "tid": 6, "name": "thread_name", "args": {"name": "Stream #8(NCCL)"}},
            {"ph": "M", "pid": 2, "tid": 9, "name": "thread_name", "args": {"name": "XLA Ops"}},
            {"ph": "X", "pid": 2, "tid": 9, "ts": 0, "dur": 500, "name": "fusion"},
            {"ph": "X", "pid": 2, "tid": 5, "ts": 0, "dur": 500, "name": "loop_fusion"},
            {"ph": "X", "pid": 2, "tid": 6, "ts": 400, "dur": 200, "name": "ncclDevKernel_AllGather"})x";
        const QByteArray tpu = R"x({"ph": "M", "pid": 4, "name": "process_name", "args": {"name": "/device:TPU:0"}},
            {"ph": "M", "pid": 4, "tid": 1, "name": "thread_name", "args": {"name": "XLA Ops"}},
            {"ph": "X", "pid": 4, "tid": 1, "ts": 0, "dur": 500, "name": "fusion.7"},
            {"ph": "X", "pid": 4, "tid": 1, "ts": 500, "dur": 100, "name": "all-gather.2"})x";
        QTest::newRow("GPU") << "{\"traceEvents\": [" + gpu + "]}";
        QTest::newRow("TPU") << "{\"traceEvents\": [" + tpu + "]}";
    }
    void tracesOfXlaAreReadByTheirThreads()
    {
        QFETCH(QByteArray, trace);
        const Evidence evidence = test::imported(trace.toStdString());
        QCOMPARE(evidence.windows.size(), std::size_t(1));
        QVERIFY(std::abs(evidence.windows[0].compute_s - 500e-6) < 1e-12);
        QVERIFY(std::abs(evidence.windows[0].exposed_comm_s - 100e-6) < 1e-12);
    }

    void collectivesOfProgramsCommunicate()
    {
        QVERIFY(isCommunicationKernel("void multimem_all_reduce_kernel<c10::BFloat16>"));
        QVERIFY(isCommunicationKernel("void engine::cross_device_reduce_2stage<half, 4>"));
        QVERIFY(isCommunicationKernel("allreduce_fusion_kernel_oneshot"));
        QVERIFY(!isCommunicationKernel("SoftmaxWarpAllReduce"));
        QVERIFY(!isCommunicationKernel("reduce_kernel<512, 1>"));
    }
};

KNEEPOINT_TEST(PastedOutputTest)
#include "pasted_output_test.moc"
