// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/catalogue.h"
#include "tests/imports/samples.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

namespace {

/// One GPU of a report, with another power limit, clock or reason.
std::string reportedGpu(const std::string& limit, const std::string& clock = "1980",
    const std::string& slowdown = "Not Active", const std::string& name = "NVIDIA H100 80GB HBM3")
{
    return "GPU 00000000:1B:00.0\n"
           "    Product Name                          : "
        + name
        + "\n    GPU Link Info\n"
          "            Link Width\n"
          "                Max                       : 16x\n"
          "                Current                   : 8x\n"
          "    Clocks Event Reasons\n"
          "        SW Power Cap                      : Active\n"
          "        HW Thermal Slowdown               : "
        + slowdown
        + "\n    FB Memory Usage\n"
          "        Total                             : 81559 MiB\n"
          "        Used                              : 4 MiB\n"
          "    BAR1 Memory Usage\n"
          "        Total                             : 131072 MiB\n"
          "    GPU Power Readings\n"
          "        Power Draw                        : 412.10 W\n"
          "        Current Power Limit               : "
        + limit
        + " W\n        Default Power Limit               : 700.00 W\n"
          "    Clocks\n"
          "        SM                                : "
        + clock
        + " MHz\n    Max Clocks\n"
          "        SM                                : 1980 MHz\n";
}

std::string report(const std::string& gpus)
{
    return "\n==============NVSMI LOG==============\n\nDriver Version : 550.1\nAttached GPUs : 2\n" + gpus;
}

std::string gpuIn(const Evidence& evidence)
{
    const auto gpu = settingOf(evidence, "cluster.gpu");
    return gpu ? std::string(parameter("cluster.gpu").choice(*gpu).id) : std::string();
}

} // namespace

/// nvidia-smi -q and the table of nvidia-smi.
class DeviceQueryTest : public QObject {
    Q_OBJECT

private slots:
    void aReportSaysWhatIsInTheNode()
    {
        const Evidence evidence = test::imported(report(reportedGpu("700.00") + reportedGpu("700.00")));
        QCOMPARE(evidence.kind, std::string("topology"));
        QCOMPARE(gpuIn(evidence), std::string("h100-sxm"));
        QCOMPARE(settingOf(evidence, "cluster.gpus_per_node"), std::optional(2.0));
        QVERIFY(!settingOf(evidence, "cluster.power_w"));      // the usual one
        QVERIFY(!settingOf(evidence, "cluster.memory_bytes")); // the usual one
    }

    void aLowerPowerLimitIsSetAndSaid()
    {
        const Evidence evidence = test::imported(report(reportedGpu("500.00") + reportedGpu("500.00")));
        QCOMPARE(settingOf(evidence, "cluster.power_w"), std::optional(500.0));
        QVERIFY(test::skips(evidence, "the power limit is 500 W of 700 W"));
    }

    void whatMakesOthersWaitIsListed_data()
    {
        QTest::addColumn<QByteArray>("second");
        QTest::addColumn<QByteArray>("reason");
        QTest::newRow("throttled") << QByteArray::fromStdString(reportedGpu("700.00", "1980", "Active"))
                                   << QByteArray("throttled (HW Thermal Slowdown)");
        QTest::newRow("clock") << QByteArray::fromStdString(reportedGpu("700.00", "1410"))
                               << QByteArray("1410 of 1980 MHz under the power cap");
        QTest::newRow("limits") << QByteArray::fromStdString(reportedGpu("450.00"))
                                << QByteArray("power limits of the GPUs differ");
        QTest::newRow("lanes") << QByteArray::fromStdString(reportedGpu("700.00"))
                               << QByteArray("PCIe runs with 8 of 16 lanes");
    }
    void whatMakesOthersWaitIsListed()
    {
        QFETCH(const QByteArray, second);
        QFETCH(const QByteArray, reason);
        const Evidence evidence = test::imported(report(reportedGpu("700.00") + second.toStdString()));
        QVERIFY(test::skips(evidence, reason.toStdString()));
    }

    void differentGpusSetNone()
    {
        const Evidence evidence =
            test::imported(report(reportedGpu("700.00") + reportedGpu("700.00", "1980", "Not Active", "NVIDIA L40S")));
        QVERIFY(gpuIn(evidence).empty());
        QVERIFY(test::skips(evidence, "different GPUs"));
    }

    void theTableIsReadToo()
    {
        const Evidence evidence =
            test::imported("+---------------------------------------------------------------------------------------+\n"
                           "| NVIDIA-SMI 535.10                 Driver Version: 535.10       CUDA Version: 12.2     |\n"
                           "|-----------------------------------------+----------------------+----------------------+\n"
                           "| GPU  Name                 Persistence-M | Bus-Id        Disp.A | Volatile Uncorr. ECC |\n"
                           "| Fan  Temp   Perf          Pwr:Usage/Cap |         Memory-Usage | GPU-Util  Compute M. |\n"
                           "|=========================================+======================+======================|\n"
                           "|   0  NVIDIA A100-SXM4-40GB          On  | 00000000:07:00.0 Off |                    0 |\n"
                           "| N/A   31C    P0              54W / 350W |      4MiB / 40960MiB |      0%      Default |\n"
                           "|                                         |                      |             Disabled |\n"
                           "+-----------------------------------------+----------------------+----------------------+\n"
                           "|   1  NVIDIA A100-SXM4-40GB          On  | 00000000:0A:00.0 Off |                    0 |\n"
                           "| N/A   30C    P0              52W / 350W |      4MiB / 40960MiB |      0%      Default |\n"
                           "+-----------------------------------------+----------------------+----------------------+\n"
                           "| Processes:                                                                            |\n"
                           "|    0   N/A  N/A      2311      C   python                                    400MiB |\n");
        QCOMPARE(gpuIn(evidence), std::string("a100-sxm-40"));
        QCOMPARE(settingOf(evidence, "cluster.gpus_per_node"), std::optional(2.0));
        QCOMPARE(settingOf(evidence, "cluster.power_w"), std::optional(350.0));
    }

    void aQueryAsCsvIsRead()
    {
        const Evidence evidence =
            test::imported("index, name, power.limit [W], clocks.max.sm [MHz], memory.total [MiB]\n"
                           "0, NVIDIA A100-SXM4-40GB, 350.00 W, 1410 MHz, 40960 MiB\n1, NVIDIA A100-SXM4-40GB, 350.00 "
                           "W, 1410 MHz, 40960 "
                           "MiB\n\nDone.\n");
        QCOMPARE(gpuIn(evidence), std::string("a100-sxm-40"));
        QCOMPARE(settingOf(evidence, "cluster.gpus_per_node"), std::optional(2.0));
        QCOMPARE(settingOf(evidence, "cluster.power_w"), std::optional(350.0));
    }

    void aListOfGpusIsRead()
    {
        const Evidence evidence = test::imported("GPU 0: NVIDIA A100-SXM4-40GB (UUID: GPU-5c1a)\n"
                                                 "GPU 1: NVIDIA A100-SXM4-40GB (UUID: GPU-5c1b)\n");
        QCOMPARE(gpuIn(evidence), std::string("a100-sxm-40"));
        QCOMPARE(settingOf(evidence, "cluster.gpus_per_node"), std::optional(2.0));
    }

    void aReportWithoutGpusIsRefused() { QVERIFY(!test::refusalOf(report("")).empty()); }
};

KNEEPOINT_TEST(DeviceQueryTest)
#include "device_query_test.moc"
