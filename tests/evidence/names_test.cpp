// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/apply_presets.h"
#include "model/evidence/hardware_names.h"
#include "model/evidence/measured_run.h"
#include "model/evidence/run_hardware.h"
#include "model/evidence/run_software.h"
#include "tests/support/data_row.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

/// Names of GPUs, networks and programs in publications; an unknown name is reported, not replaced.
class NamesTest : public QObject {
    Q_OBJECT

private slots:
    void mixturesOnMegatronCoreAreTakenForThoseOfItsRecipes()
    {
        RunRecord run;
        run.software = "Megatron-Core MoE (2025)";
        run.gpu = "H100-SXM5-80GB";
        QCOMPARE(softwareOf(run).stack, std::string("megatron-core-2025"));
        run.stated.settings.push_back({"workload.experts", 128, "experts"});
        QCOMPARE(softwareOf(run).stack, std::string("megatron-bridge-2025"));
        QVERIFY(softwareOf(run).known == SoftwareKnowledge::similar);
        run.overlap = "all-to-all overlapped (1F1B)";
        QCOMPARE(softwareOf(run).stack, std::string("megatron-bridge-2025-overlapped"));
        run.overlap.clear();
        run.gpu = "GB300 (NVL72)";
        QCOMPARE(softwareOf(run).stack, std::string("megatron-bridge-2025-graphs"));
    }

    void aPublishedGpuNameFindsItsPreset_data()
    {
        QTest::addColumn<QString>("preset");
        QTest::newRow("A100-PCIE-40GB") << "a100-pcie-40";
        QTest::newRow("A100-PCIe 80 GB") << "a100-pcie-80";
        QTest::newRow("A100-SXM4-40GB") << "a100-sxm-40";
        QTest::newRow("A800-80GB") << "a800-sxm";
        QTest::newRow("H100-SXM5-96GB (HBM2e 2.4 TB/s, 500 W limit)") << "h100-sxm-500w";
        QTest::newRow("GB200 (NVL72)") << "gb200";
        QTest::newRow("MI325X") << "mi325x";
        QTest::newRow("AMD Instinct MI355X") << "mi355x";
        QTest::newRow("L40S-48GB") << "l40s";
        QTest::newRow("L4-24GB") << "l4";
        QTest::newRow("RTX 2080 Ti 11GB") << "";
    }
    void aPublishedGpuNameFindsItsPreset()
    {
        QFETCH(QString, preset);
        QCOMPARE(std::string(gpuPresetOf(QTest::currentDataTag())), preset.toStdString());
    }

    void aPublishedNetworkNameFindsItsPreset_data()
    {
        QTest::addColumn<double>("gbps");
        QTest::addColumn<QString>("preset");
        QTest::newRow("GPUDirect-TCPXO") << 200.0 << "gcp-tcpxo";
        QTest::newRow("ICI inside a slice; DCN between slices") << 25.0 << "tpu-dcn-v5e";
        QTest::newRow("ICI (one slice) / DCN between slices") << 50.0 << "tpu-dcn-v5p";
        QTest::newRow("DCN") << 100.0 << "tpu-dcn-v6e";
        QTest::newRow("GPUDirect-TCPX, 4x 200 Gbps") << 100.0 << "gcp-tcpx";
        QTest::newRow("10GbE with TCP/IP") << 10.0 << "eth10";
        QTest::newRow("100GbE with TCP/IP") << 100.0 << "eth100-tcp";
        QTest::newRow("8x 400 Gbps NDR InfiniBand per node") << 400.0 << "ib-ndr";
        QTest::newRow("RoCE 8x 400 Gbps per node") << 400.0 << "roce400";
        QTest::newRow("EFA v2") << 400.0 << "efa-v3";
        QTest::newRow("EFA, NCCL over TCP sockets") << 25.0 << "eth25";
        QTest::newRow("Slingshot 11") << 200.0 << "slingshot200";
        QTest::newRow("4x Slingshot 11 for 8 GPUs") << 100.0 << "slingshot200-shared";
        QTest::newRow("Slingshot 11 over sockets") << 100.0 << "slingshot-tcp";
        QTest::newRow("carrier pigeons") << 400.0 << "";
    }
    void aPublishedNetworkNameFindsItsPreset()
    {
        QFETCH(double, gbps);
        QFETCH(QString, preset);
        QCOMPARE(std::string(networkPresetOf(QTest::currentDataTag(), gbps)), preset.toStdString());
    }

    void everyNameFindsAnExistingPreset()
    {
        for (const RunRecord& run : publishedMeasurements().runs) {
            const RunSoftware software = softwareOf(run);
            QVERIFY2(presetIndex(stackPresets(), software.stack) > 0, software.stack.c_str());
            QVERIFY2(!run.software.empty(), run.id.c_str());
        }
    }

    void unknownSoftwareUsesTheGenericStackOfItsFamily_data()
    {
        QTest::addColumn<double>("tp");
        QTest::addColumn<double>("zero");
        QTest::addColumn<QString>("stack");
        QTest::newRow("sharded") << 1.0 << 3.0 << "generic-fsdp";
        QTest::newRow("sharded and split") << 2.0 << 3.0 << "generic-3d";
        QTest::newRow("replicated") << 1.0 << 1.0 << "generic-3d";
    }
    void unknownSoftwareUsesTheGenericStackOfItsFamily()
    {
        QFETCH(double, tp);
        QFETCH(double, zero);
        QFETCH(QString, stack);
        RunRecord run;
        run.software = "an unmeasured program";
        observe(run.stated, {"plan.tensor_parallel", tp, ""});
        observe(run.stated, {"plan.zero_stage", zero, ""});
        QCOMPARE(softwareOf(run).stack, stack.toStdString());
        QVERIFY(softwareOf(run).known == SoftwareKnowledge::generic);
    }

    void unmeasuredPyTorchIsEagerUnlessItsNameSaysCompiled_data()
    {
        QTest::addColumn<double>("tp");
        QTest::addColumn<QString>("stack");
        QTest::newRow("PyTorch DDP, a trainer (2024)") << 1.0 << "generic-fsdp";
        QTest::newRow("PyTorch FSDP, torch.compile") << 1.0 << "generic-fsdp-compiled";
        QTest::newRow("PyTorch FSDP, without torch.compile") << 1.0 << "generic-fsdp";
        QTest::newRow("MaxText (GPU, 2025)") << 1.0 << "generic-fsdp-compiled";
        QTest::newRow("Pax (JAX on GPU)") << 8.0 << "generic-3d";
    }
    void unmeasuredPyTorchIsEagerUnlessItsNameSaysCompiled()
    {
        QFETCH(double, tp);
        QFETCH(QString, stack);
        RunRecord run;
        run.software = QTest::currentDataTag();
        observe(run.stated, {"plan.tensor_parallel", tp, ""});
        QCOMPARE(softwareOf(run).stack, stack.toStdString());
        QVERIFY(softwareOf(run).known == SoftwareKnowledge::generic);
    }

    void megatronLmOverlapsNothingByDefault_data()
    {
        QTest::addColumn<QString>("overlap");
        QTest::addColumn<QString>("stack");
        test::dataRow("Megatron-LM (2024)", "", "megatron-lm-2024");
        test::dataRow("Megatron-LM (megatron-core, 2024)", "", "megatron-lm-2024");
        test::dataRow("Megatron-Core 2024, flags", "none: no overlap flag in the script", "megatron-lm-2024");
        test::dataRow("Megatron-Core 2024", "gradients and parameters overlap", "nemo-2024");
    }
    void megatronLmOverlapsNothingByDefault()
    {
        QFETCH(QString, overlap);
        QFETCH(QString, stack);
        RunRecord run;
        run.software = QTest::currentDataTag();
        run.overlap = overlap.toStdString();
        QCOMPARE(softwareOf(run).stack, stack.toStdString());
        Scenario s;
        applyStack(s, presetIndex(stackPresets(), "megatron-lm-2024"), shippedCalibration());
        QCOMPARE(s.stack.tensor_overlap, 0.0);
        QCOMPARE(s.stack.data_overlap, 0.0);
    }

    void paddleIsNotNvidiasDeepLearningExamples()
    {
        RunRecord run;
        run.series = "FlagPerf_Paddle";
        QCOMPARE(reportSeries(run), std::string("flagperf-paddle"));
        run.series = "dle-bertlarge-s128";
        QCOMPARE(reportSeries(run), std::string("dle"));
    }

    void recipesOfAProgramAreSeparateStacks_data()
    {
        QTest::addColumn<QString>("software");
        QTest::addColumn<QString>("gpu");
        QTest::addColumn<QString>("overlap");
        QTest::addColumn<QString>("stack");
        test::dataRow("routed by the processor", "Megatron-Bridge 26.02", "B200-SXM", "", "megatron-bridge-2025");
        test::dataRow("experts padded", "Megatron-Bridge 25.09", "H100-SXM5-80GB", "", "megatron-bridge-2025-padded");
        test::dataRow("CUDA Graphs", "Megatron-Bridge 26.04", "GB300 (NVL72)", "", "megatron-bridge-2025-graphs");
        test::dataRow("overlapped", "Megatron-Bridge 26.04", "B200-SXM", "all-to-all behind compute",
            "megatron-bridge-2025-overlapped");
        test::dataRow(
            "whole iterations in a graph", "Megatron-Bridge 26.06", "GB200 (NVL72)", "", "megatron-bridge-2026");
        test::dataRow("no graphs on Hopper", "Megatron-Bridge 26.06", "H100-SXM5-80GB", "", "megatron-bridge-2025");
    }
    void recipesOfAProgramAreSeparateStacks()
    {
        QFETCH(QString, software);
        QFETCH(QString, gpu);
        QFETCH(QString, overlap);
        QFETCH(QString, stack);
        RunRecord run;
        run.software = software.toStdString();
        run.gpu = gpu.toStdString();
        run.overlap = overlap.toStdString();
        QCOMPARE(softwareOf(run).stack, stack.toStdString());
        QVERIFY(softwareOf(run).known == SoftwareKnowledge::measured);
    }

    void aRackIsReadFromItsName_data()
    {
        QTest::addColumn<double>("gpus");
        QTest::newRow("NVL72 x2") << 72.0;
        QTest::newRow("GB300 (NVL36, NVLink5)") << 36.0;
        QTest::newRow("H100 NVL, NVLink4") << 0.0;
        QTest::newRow("NVL99999999999") << 0.0;
        QTest::newRow("NVL") << 0.0;
    }
    void aRackIsReadFromItsName()
    {
        QFETCH(double, gpus);
        QCOMPARE(rackOf(QTest::currentDataTag()), gpus);
    }

    void traysOfARackShareItsDomain()
    {
        RunRecord run;
        run.gpu = "GB200";
        observe(run.stated, {"cluster.gpus_per_node", 4, ""});
        observe(run.stated, {"cluster.gpus", 8, ""});
        QCOMPARE(scaleUpDomain(run), 8.0);
        observe(run.stated, {"cluster.gpus", 512, ""});
        QCOMPARE(scaleUpDomain(run), 64.0);
        run.gpu = "H100-SXM5-80GB";
        observe(run.stated, {"cluster.gpus_per_node", 8, ""});
        QCOMPARE(scaleUpDomain(run), 8.0);
    }

    void anUnknownNetworkIsRefusedByName()
    {
        RunRecord run;
        run.gpu = "H100-SXM5-80GB";
        observe(run.stated, {"cluster.gpus", 64, ""});
        observe(run.stated, {"cluster.gpus_per_node", 8, ""});
        run.network = "carrier pigeons";
        Scenario s;
        const Result<void> refused = setNetwork(s, run, shippedCalibration());
        QVERIFY(!refused && refused.error().message.find("carrier pigeons") != std::string::npos);
        observe(run.stated, {"cluster.gpus", 8, ""});
        QVERIFY(setNetwork(s, run, shippedCalibration()));
    }
};

KNEEPOINT_TEST(NamesTest)
#include "names_test.moc"
