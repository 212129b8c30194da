// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/derive.h"
#include "model/constants/calibration.h"
#include "model/presets/presets.h"
#include "model/scenario/scenario.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

namespace {

Setting settingOfText(std::string_view id, std::string_view text)
{
    return {&parameter(id), *parseValue(parameter(id), text)};
}

Scenario afterwards(const Scenario& s, const Edit& edit)
{
    return applied(s, edit, shippedCalibration());
}

Scenario onMachine(std::string_view machine)
{
    return afterwards(test::preset("llama3-70b-512xh100"), {settingOfText("cluster.machine", machine)});
}

double gigabitPerGpu(const Scenario& s)
{
    return s.cluster.lineRatePerGpu() * 8 / 1e9;
}

} // namespace

/// A machine known by its name sets its GPU, its node and its network.
class MachineTest : public QObject {
    Q_OBJECT

private slots:
    void aMachineSetsWhatItIsMadeOf_data()
    {
        QTest::addColumn<QString>("gpu");
        QTest::addColumn<double>("node");
        QTest::addColumn<double>("nics");
        QTest::addColumn<double>("gigabit"); ///< per GPU
        QTest::newRow("p4d.24xlarge") << "a100-sxm-40" << 8.0 << 4.0 << 50.0;
        QTest::newRow("p5.48xlarge") << "h100-sxm" << 8.0 << 32.0 << 400.0;
        QTest::newRow("p6-b300.48xlarge") << "b300-sxm" << 8.0 << 16.0 << 800.0;
        QTest::newRow("a3-highgpu-8g") << "h100-sxm" << 8.0 << 4.0 << 100.0;
        QTest::newRow("nd96isr-h100-v5") << "h100-sxm" << 8.0 << 8.0 << 400.0;
        QTest::newRow("alps") << "gh200" << 4.0 << 4.0 << 200.0;
        QTest::newRow("polaris") << "a100-sxm-40" << 4.0 << 2.0 << 100.0;
        QTest::newRow("frontier") << "mi250x" << 4.0 << 4.0 << 200.0;
        QTest::newRow("dgx-gb200") << "gb200" << 64.0 << 64.0 << 400.0;
    }
    void aMachineSetsWhatItIsMadeOf()
    {
        const Scenario s = onMachine(QTest::currentDataTag());
        QTEST(QString::fromStdString(presetAt(gpuPresets(), s.cluster.gpu)->id), "gpu");
        QTEST(s.cluster.gpus_per_node, "node");
        QTEST(s.cluster.nics_per_node, "nics");
        QTEST(gigabitPerGpu(s), "gigabit");
    }

    void everyMachineIsWithinTheRanges()
    {
        for (const MachinePreset& machine : machinePresets()) {
            const Scenario s = onMachine(machine.id);
            const auto checked = checkScenario(s);
            QVERIFY2(checked, machine.id.c_str());
            QVERIFY2(s.cluster.nics_per_node >= 1 && s.cluster.gpus_per_node >= 1, machine.id.c_str());
        }
    }

    void theOversubscriptionOfAMachineIsItsOwn()
    {
        const Scenario s = onMachine("llama3-cluster");
        QCOMPARE(s.cluster.oversubscription, 7.0);
        QCOMPARE(s.cluster.pod_gpus, 3072.0);
        QCOMPARE(afterwards(s, {settingOfText("cluster.machine", "dgx-h100")}).cluster.oversubscription, 1.0);
    }

    /// A typed figure is kept, as under every other preset.
    void aTypedNumberOfNicsStays()
    {
        const Scenario s = afterwards(onMachine("p5.48xlarge"), {settingOfText("cluster.nics_per_node", "16")});
        QCOMPARE(gigabitPerGpu(s), 200.0);
        QVERIFY(s.cluster.machine > 0);
        QCOMPARE(keptText(parameter("cluster.machine"), s, shippedCalibration()),
            std::string("NICs per node 16, typed, is kept."));
    }

    /// What is chosen in place of a part ends the machine; the other parts stay.
    void anotherGpuEndsTheMachine()
    {
        const Scenario s = afterwards(onMachine("polaris"), {settingOfText("cluster.gpu", "h100-sxm")});
        QCOMPARE(s.cluster.machine, 0);
        QCOMPARE(presetAt(interconnectPresets(), s.cluster.interconnect)->id, std::string("slingshot200-shared"));
        QCOMPARE(gigabitPerGpu(s), 100.0);
    }
    void anotherNetworkEndsTheMachine()
    {
        const Scenario s = afterwards(onMachine("polaris"), {settingOfText("cluster.interconnect", "ib-hdr")});
        QCOMPARE(s.cluster.machine, 0);
        QCOMPARE(presetAt(gpuPresets(), s.cluster.gpu)->id, std::string("a100-sxm-40"));
        QCOMPARE(s.cluster.gpus_per_node, 4.0);
        QCOMPARE(gigabitPerGpu(s), 200.0);
    }
    /// Of a GPU or a network that is no preset, nothing is usual: what is left of the machine stays as it was.
    void whatIsLeftOfAMachineMayBeCustom()
    {
        Scenario gpu = onMachine("polaris");
        gpu.cluster.gpu = 0;
        const Scenario another_network = afterwards(gpu, {settingOfText("cluster.interconnect", "ib-hdr")});
        QCOMPARE(another_network.cluster.machine, 0);
        QCOMPARE(another_network.cluster.gpu, 0);
        QCOMPARE(another_network.cluster.gpus_per_node, 4.0);
        Scenario network = onMachine("polaris");
        network.cluster.interconnect = 0;
        const Scenario another_gpu = afterwards(network, {settingOfText("cluster.gpu", "h100-sxm")});
        QCOMPARE(another_gpu.cluster.machine, 0);
        QCOMPARE(another_gpu.cluster.interconnect, 0);
        QCOMPARE(gigabitPerGpu(another_gpu), 100.0);
    }
    void itsOwnGpuKeepsTheMachine()
    {
        const Scenario s = afterwards(onMachine("polaris"), {settingOfText("cluster.gpu", "a100-sxm-40")});
        QVERIFY(isSame(s.cluster, onMachine("polaris").cluster));
    }

    void aMachineAndAnotherGpuContradictEachOther()
    {
        const Edit edit{settingOfText("cluster.machine", "p5.48xlarge"), settingOfText("cluster.gpu", "b200-sxm")};
        const std::string why = contradictionIn(edit, derived(edit, shippedCalibration()));
        QVERIFY2(why.find("contradicts the H100 SXM5 80 GB of AWS p5.48xlarge") != std::string::npos, why.c_str());
        const Edit alike{settingOfText("cluster.machine", "p5.48xlarge"), settingOfText("cluster.gpu", "h100-sxm")};
        QVERIFY(contradictionIn(alike, derived(alike, shippedCalibration())).empty());
    }

    /// A file does not say what waits for the machine to go.
    void whatIsSavedIsWhatIsSeen()
    {
        const Scenario s = onMachine("p5en.48xlarge");
        const Scenario again = derived(statementsFor(s, shippedCalibration()), shippedCalibration());
        QVERIFY(isSame(again.cluster, s.cluster));
        for (const Setting& x : statementsFor(s, shippedCalibration()))
            QVERIFY(x.parameter->id != "cluster.gpu" && x.parameter->id != "cluster.interconnect");
    }

private:
    static bool isSame(Cluster a, const Cluster& b)
    {
        a.price_per_gpu_hour = b.price_per_gpu_hour; // follows the prices, not the statements
        return a == b;
    }
};

KNEEPOINT_TEST(MachineTest)
#include "machine_test.moc"
