// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/command_list.h"

#include "model/catalogue/catalogue.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/scenario/scenario.h"
#include "tests/support/test_registry.h"

#include <QAction>
#include <QTest>

#include <algorithm>

using namespace kneepoint;

class CommandListTest : public QObject {
    Q_OBJECT

private slots:
    void emptyTextListsEverything()
    {
        QAction action(QStringLiteral("&Undo"));
        const QList<Command> found = findCommands({}, {&action}, {});
        QCOMPARE(found.size(), static_cast<qsizetype>(1 + catalogue().size() + scenarioPresets().size()));
        QCOMPARE(found.front().label, QStringLiteral("Undo"));
        const QAction both(QStringLiteral("Drag && &drop…"));
        QCOMPARE(plainText(both), QStringLiteral("Drag & drop"));
    }

    void anActionIsFoundByAnyPartOfItsName()
    {
        QAction save(QStringLiteral("Save &report…"));
        QAction idle(QStringLiteral("Report nothing"));
        idle.setEnabled(false);
        const QList<Command> found = findCommands(QStringLiteral("REPort"), {&idle, &save}, {});
        QVERIFY(!found.isEmpty());
        QCOMPARE(found.front().action, &save);
    }

    void everyParameterIsFoundByItsId()
    {
        for (const Parameter& p : catalogue()) {
            const QList<Command> found = findCommands(QString::fromStdString(std::string(p.id)), {}, {});
            QVERIFY2(std::ranges::any_of(found, [&](const Command& c) { return c.parameter == &p && !c.value; }),
                std::string(p.id).c_str());
        }
    }

    void aNameAndAValueSetAParameter_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("id");
        QTest::addColumn<double>("value");
        QTest::newRow("count") << QStringLiteral("gpus 64") << QStringLiteral("cluster.gpus") << 64.0;
        QTest::newRow("id") << QStringLiteral("cluster.link_rate 400 Gbit/s") << QStringLiteral("cluster.link_rate")
                            << 50e9;
        QTest::newRow("sum") << QStringLiteral("sequence length 2*1024") << QStringLiteral("workload.sequence_length")
                             << 2048.0;
        QTest::newRow("nodes") << QStringLiteral("gpus 16 nodes") << QStringLiteral("cluster.gpus") << 16.0;
        QTest::newRow("flag") << QStringLiteral("stragglers on") << QStringLiteral("assumptions.stragglers") << 1.0;
    }
    void aNameAndAValueSetAParameter()
    {
        QFETCH(const QString, text);
        QFETCH(const QString, id);
        QFETCH(const double, value);
        const QList<Command> found = findCommands(text, {}, {});
        QVERIFY(!found.isEmpty());
        QCOMPARE(QString::fromStdString(std::string(found.front().parameter->id)), id);
        QCOMPARE(found.front().value.value_or(-1), value);
    }

    void hardwareAndModelsAreFoundByName_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("part");
        QTest::newRow("GPU") << QStringLiteral("gpu h100") << QStringLiteral("cluster.gpu") << QStringLiteral("H100");
        QTest::newRow("GPU alone") << QStringLiteral("h100") << QStringLiteral("cluster.gpu") << QStringLiteral("H100");
        QTest::newRow("network") << QStringLiteral("roce") << QStringLiteral("cluster.interconnect")
                                 << QStringLiteral("RoCE");
        QTest::newRow("machine") << QStringLiteral("p5.48xlarge") << QStringLiteral("cluster.machine")
                                 << QStringLiteral("AWS p5.48xlarge");
        QTest::newRow("model") << QStringLiteral("model llama") << QStringLiteral("workload.model")
                               << QStringLiteral("Llama");
        QTest::newRow("initials and a value")
            << QStringLiteral("tp 8") << QStringLiteral("plan.tensor_parallel") << QStringLiteral("8");
    }
    void hardwareAndModelsAreFoundByName()
    {
        QFETCH(const QString, text);
        QFETCH(const QString, id);
        QFETCH(const QString, part);
        const QList<Command> found = findCommands(text, {}, {});
        const auto first = std::ranges::find_if(found, [](const Command& c) { return c.value.has_value(); });
        QVERIFY(first != found.end());
        QCOMPARE(QString::fromStdString(std::string(first->parameter->id)), id);
        QVERIFY2(first->label.contains(part, Qt::CaseInsensitive), qPrintable(first->label));
    }

    void undoIsNotFoundByTheNameOfTheEdit()
    {
        QAction undo(QStringLiteral("Undo Open Llama 3 8B"));
        undo.setProperty("own_text", QStringLiteral("Undo"));
        QVERIFY(!findCommands(QStringLiteral("undo"), {&undo}, {}).isEmpty());
        for (const Command& c : findCommands(QStringLiteral("llama"), {&undo}, {}))
            QVERIFY(c.action != &undo);
    }

    void aMissingUnitIsReported()
    {
        const QList<Command> found = findCommands(QStringLiteral("line rate 400"), {}, {});
        QVERIFY(!found.isEmpty());
        QCOMPARE(found.front().parameter, &parameter("cluster.link_rate"));
        QVERIFY(!found.front().value);
        QVERIFY2(found.front().label.contains(QStringLiteral("Line rate")), qPrintable(found.front().label));
        QVERIFY2(found.front().label.contains(QStringLiteral("unit")), qPrintable(found.front().label));
    }

    void aWholeWordComesBeforeTheBeginningOfOne()
    {
        const QList<Command> found = findCommands(QStringLiteral("nemo"), {}, {});
        const auto first = std::ranges::find_if(found, [](const Command& c) { return c.value.has_value(); });
        QVERIFY(first != found.end());
        QCOMPARE(first->parameter, &parameter("stack.software"));
    }

    void invalidValuesAreNotOffered()
    {
        for (const Command& c : findCommands(QStringLiteral("gpus -3"), {}, {}))
            QVERIFY(!c.value);
    }
};

KNEEPOINT_TEST(CommandListTest)
#include "command_list_test.moc"
