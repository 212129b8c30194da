// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/answer.h"

#include "tests/support/test_registry.h"

#include <QTest>

/// "Distributed roofline": the debugging run of 1 × 512 tokens is network-bound, the training run compute-bound.
class RooflineTest : public QObject {
    Q_OBJECT

private slots:
    void theDebugRunIsNetworkBound()
    {
        const auto json = ask({"roofline", "roofline-7b-debug", "--json"}).json();
        QCOMPARE(json["bound"].get<std::string>(), std::string("network"));
        QCOMPARE(json["communication_intensity"].get<double>(), 768.0);
        QCOMPARE(json["attainable_flops"].get<double>(), 691.2e12);
        QCOMPARE(json["crossover_tokens"].get<double>(), 1481.4814814814815);
    }

    void theTrainingRunIsComputeBound()
    {
        const auto json = ask({"roofline", "roofline-7b-training", "--json"}).json();
        QCOMPARE(json["bound"].get<std::string>(), std::string("compute"));
        QCOMPARE(json["attainable_flops"].get<double>(), 2e15);
    }

    void evalAndRooflineAgree()
    {
        const auto eval = ask({"eval", "roofline-7b-debug", "--json"}).json();
        const auto roofline = ask({"roofline", "roofline-7b-debug", "--json"}).json();
        for (const char* key : {"bound", "attainable_flops", "arithmetic_intensity", "communication_intensity"})
            QVERIFY2(eval[key] == roofline[key], key);
    }

    void textNamesTheBound()
    {
        const Answer answer = ask({"roofline", "roofline-7b-debug"});
        QCOMPARE(answer.code, 0);
        QVERIFY(answer.out.find("Bound: network\n") != std::string::npos);
    }

    void theLastCsvLineHasTheBound()
    {
        QCOMPARE(lines(ask({"roofline", "roofline-7b-debug", "--csv"}).out).back(), std::string("bound,network,"));
    }
};

KNEEPOINT_TEST(RooflineTest)
#include "roofline_test.moc"
