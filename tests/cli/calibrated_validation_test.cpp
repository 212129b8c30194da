// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/answer.h"

#include "tests/support/source_path.h"
#include "tests/support/test_registry.h"

#include <QFile>
#include <QTest>

#include <algorithm>

namespace {

Answer afterOneRun(const std::vector<std::string>& more)
{
    std::vector<std::string> args{"validate", "--calibrated", "1", "--series", "internevo"};
    args.insert(args.end(), more.begin(), more.end());
    return ask(args);
}

} // namespace

/// `validate --calibrated` and `--matrix`.
class CalibratedValidationTest : public QObject {
    Q_OBJECT

private slots:
    void everyWayOfCalibratingHasItsErrors()
    {
        const auto json = afterOneRun({"--json"}).json();
        for (const char* way : {"nothing", "smallest", "chosen"}) {
            QVERIFY(json.at(way).at("summary").at("mape") > 0);
            QVERIFY(json.at(way).at("series").contains("internevo"));
        }
    }

    void rowsNameWhatCalibratedThem()
    {
        const auto json = afterOneRun({"--json", "--rows"}).json();
        const auto smallest = std::ranges::count_if(
            json.at("rows"), [](const auto& row) { return row.at("calibrated_with") == "smallest"; });
        QCOMPARE(static_cast<int>(smallest), json.at("smallest").at("summary").at("rows").get<int>());
    }

    void markdownIsATable()
    {
        const Answer answer = afterOneRun({"--markdown"});
        QVERIFY(answer.out.find("| internevo | chosen run |") != std::string::npos);
    }

    void tooManyRunsAreAnError()
    {
        const Answer answer = ask({"validate", "--calibrated", "16", "--series", "palm"});
        QVERIFY(answer.code != 0);
        QVERIFY(answer.err.find("18 or more runs") != std::string::npos);
    }

    void theMatrixOfThePublishedRunsIsItsPage()
    {
        QFile page(kneepoint::sourcePath("docs/measured.md"));
        QVERIFY(page.open(QIODevice::ReadOnly));
        QCOMPARE(QByteArray::fromStdString(ask({"validate", "--matrix", "--markdown"}).out), page.readAll());
    }
};

KNEEPOINT_TEST(CalibratedValidationTest)
#include "calibrated_validation_test.moc"
