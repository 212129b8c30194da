// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/answer.h"
#include "tests/support/test_registry.h"

#include <QTest>

class ReachVerbTest : public QObject {
    Q_OBJECT

private slots:
    /// What the answer says of a change is what eval says of the changed job.
    void aWayHoldsInEval()
    {
        const auto json = ask({"reach", "llama3-70b-512xh100", "--target", "step_s=10 s", "--json"}).json();
        QVERIFY(!json["already"].get<bool>());
        QVERIFY(!json["ways"].empty());
        for (const auto& way : json["ways"]) {
            const QString settings = QString::fromStdString(way["settings"].get<std::string>());
            std::vector<std::string> args{"eval", "llama3-70b-512xh100", "--json"};
            for (const QString& setting : settings.split(QStringLiteral("; "))) {
                args.emplace_back("--set");
                args.push_back(setting.toStdString());
            }
            QVERIFY2(ask(args).json()["step_s"].get<double>() <= 10.001, qPrintable(settings));
        }
    }
    void theTextNamesTheNearestChange()
    {
        const Answer answer = ask({"reach", "knee-simulator", "--target", "knee_gpus=16"});
        QVERIFY2(answer.out.find("single change") != std::string::npos, answer.out.c_str());
    }
    void aWrongTargetIsRefused()
    {
        const Answer answer = ask({"reach", "knee-simulator", "--target", "workers=3"});
        QVERIFY(answer.code != 0);
        QVERIFY(answer.err.find("no target") != std::string::npos);
    }
};

KNEEPOINT_TEST(ReachVerbTest)
#include "reach_test.moc"
