// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/machine_names.h"

#include "model/catalogue/catalogue.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>

using namespace kneepoint;

/// Machines in the texts of files and publications.
class MachineNamesTest : public QObject {
    Q_OBJECT

private slots:
    void aTextNamesAMachine_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("gpu");
        QTest::addColumn<QString>("machine"); ///< id; empty: none
        QTest::newRow("instance type") << "p5.48xlarge"
                                       << ""
                                       << "p5.48xlarge";
        QTest::newRow("with a prefix") << "ml.p5en.48xlarge"
                                       << ""
                                       << "p5en.48xlarge";
        QTest::newRow("of Azure") << "Standard_ND96isr_H100_v5"
                                  << ""
                                  << "nd96isr-h100-v5";
        QTest::newRow("in words") << "HPE Slingshot (Alps), libfabric"
                                  << "gh200"
                                  << "alps";
        QTest::newRow("of another GPU") << "HPE Slingshot (Alps)"
                                        << "a100-sxm-80"
                                        << "";
        QTest::newRow("by its GPU") << "Perlmutter"
                                    << "a100-sxm-80"
                                    << "perlmutter-80";
        QTest::newRow("of two kinds") << "Perlmutter"
                                      << ""
                                      << "";
        QTest::newRow("smaller instance") << "AWS p5.4xlarge"
                                          << ""
                                          << "";
        QTest::newRow("of Azure, in words") << "Azure ND H100 v5"
                                            << ""
                                            << "nd96isr-h100-v5";
        QTest::newRow("part of a word") << "the Frontiers of Leonardos"
                                        << ""
                                        << "";
        QTest::newRow("none") << "8x NDR InfiniBand"
                              << ""
                              << "";
    }
    void aTextNamesAMachine()
    {
        QFETCH(const QString, text);
        QFETCH(const QString, gpu);
        const MachinePreset* machine = machineNamed(text.toStdString(), gpu.toStdString());
        QTEST(machine ? QString::fromStdString(machine->id) : QString(), "machine");
    }

    void everyMachineIsFoundByEachOfItsNames()
    {
        for (const MachinePreset& machine : machinePresets())
            for (const std::string& name : machine.called)
                QVERIFY2(machineNamed(name, machine.gpu) != nullptr, name.c_str());
    }

    void whyThereIsNoMachineIsTrue()
    {
        QCOMPARE(whyNoMachine("Aurora"),
            std::string("the machine Aurora is not modeled: its Intel Max GPUs are in no library"));
        QCOMPARE(whyNoMachine("Perlmutter"),
            std::string("Perlmutter has nodes of different GPUs: state which, a100-sxm-40 or a100-sxm-80"));
        QCOMPARE(whyNoMachine("p5.4xlarge"), std::string("the machine p5.4xlarge is not known"));
    }

    void theRateOfAGpuIsItsShareOfTheNics() { QCOMPARE(ratePerGpu(*machineNamed("p4d.24xlarge")), 50e9 / 8); }

    /// A measured network comes before the one that the machine should have.
    void aMeasuredNetworkReplacesTheMachines()
    {
        const auto value = [](std::string_view id, std::string_view text) {
            return ObservedSetting{std::string(id), *parseValue(parameter(id), text), "line 1"};
        };
        std::vector<ObservedSetting> settings{
            value("cluster.machine", "p5.48xlarge"), value("cluster.interconnect", "custom")};
        resolveMachine(settings);
        const auto has = [&](const ObservedSetting& wanted) {
            return std::ranges::any_of(settings,
                [&](const ObservedSetting& s) { return s.parameter == wanted.parameter && s.value == wanted.value; });
        };
        QCOMPARE(settings.size(), std::size_t(3));
        QVERIFY(has(value("cluster.interconnect", "custom")));
        QVERIFY(has(value("cluster.gpu", "h100-sxm")));
        QVERIFY(has(value("cluster.gpus_per_node", "8")));
    }
    void aMachineStaysBesideItsOwnGpu()
    {
        std::vector<ObservedSetting> settings{
            {"cluster.machine", *parseValue(parameter("cluster.machine"), "p5.48xlarge"), ""},
            {"cluster.gpu", *parseValue(parameter("cluster.gpu"), "h100-sxm"), ""}};
        resolveMachine(settings);
        QCOMPARE(settings.front().parameter, std::string("cluster.machine"));
    }
};

KNEEPOINT_TEST(MachineNamesTest)
#include "machine_names_test.moc"
