// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/patience.h"
#include "tests/support/source_path.h"
#include "tests/support/test_registry.h"

#include <nlohmann/json.hpp>

#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

/// The program as run from a shell on a machine without a display.
class ProgramTest : public QObject {
    Q_OBJECT

    struct Run {
        int code;
        QByteArray out, err;
    };

    static Run run(const QStringList& args, const QString& platform = {}, const QString& display = {})
    {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char* variable : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
            environment.remove(variable);
        if (!platform.isEmpty())
            environment.insert(QStringLiteral("QT_QPA_PLATFORM"), platform);
        if (!display.isEmpty())
            environment.insert(QStringLiteral("DISPLAY"), display);
        process.setProcessEnvironment(environment);
        process.start(kneepoint::builtPath("../../kneepoint"), args);
        if (!process.waitForFinished(test::patience_ms) || process.exitStatus() != QProcess::NormalExit)
            return {-1, {}, process.errorString().toUtf8()};
        return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
    }

private slots:
    void exitCodes_data()
    {
        QTest::addColumn<QStringList>("args");
        QTest::addColumn<int>("code");
        QTest::newRow("done") << QStringList{"scale", "knee-simulator"} << 0;
        QTest::newRow("no") << QStringList{"eval", "knee-simulator", "--set", "cluster.memory_bytes=1 GB"} << 1;
        QTest::newRow("usage") << QStringList{"eval"} << 2;
        QTest::newRow("layouts without a file") << QStringList{"validate", "--layouts"} << 2;
        QTest::newRow("layouts, and constants left out")
            << QStringList{"validate", "--layouts", "--file", "layouts.json", "--loso"} << 2;
        QTest::newRow("rows of a table") << QStringList{"validate", "--rows"} << 2;
        QTest::newRow("errors as Markdown") << QStringList{"validate", "--markdown"} << 2;
        QTest::newRow("bad input") << QStringList{"eval", "nothing"} << 3;
        QTest::newRow("help") << QStringList{"--help"} << 0;
        QTest::newRow("version") << QStringList{"--version"} << 0;
    }

    void exitCodes()
    {
        QFETCH(QStringList, args);
        const Run result = run(args);
        QTEST(result.code, "code");
        QCOMPARE(result.err.isEmpty(), result.code < 2);
        QCOMPARE(result.out.isEmpty(), result.code >= 2);
    }

    void theVersionIsThatOfTheChangelog()
    {
        QFile changelog(kneepoint::sourcePath("CHANGELOG.md"));
        QVERIFY(changelog.open(QIODevice::ReadOnly));
        const auto heading =
            QRegularExpression(QStringLiteral("^## (\\d+\\.\\d+\\.\\d+), "), QRegularExpression::MultilineOption)
                .match(QString::fromUtf8(changelog.readAll()));
        QVERIFY(heading.hasMatch());
        const QRegularExpression version(
            QStringLiteral("^kneepoint %1(-dev\\.\\d+\\+g[0-9a-f]+|\\+\\d+\\.g[0-9a-f]+)?\n$")
                .arg(QRegularExpression::escape(heading.captured(1))));
        const QByteArray shown = run({"--version"}).out;
        QVERIFY2(version.match(QString::fromUtf8(shown)).hasMatch(), shown.constData());
    }

    void lostOutputIsAnError()
    {
        for (const QString& command :
            {QStringLiteral("eval knee-simulator --json"), QStringLiteral("--help"), QStringLiteral("presets")}) {
            const int code = QProcess::execute(QStringLiteral("sh"),
                {QStringLiteral("-c"),
                    QStringLiteral("%1 %2 > /dev/full 2> /dev/null")
                        .arg(kneepoint::builtPath("../../kneepoint"), command)});
            QVERIFY2(code != 0, qPrintable(command));
        }
    }

    void jsonOutputParses()
    {
        const Run result = run({"eval", "knee-simulator", "--json"});
        const auto json = nlohmann::json::parse(result.out.toStdString());
        QCOMPARE(json["step_s"].get<double>(), 0.14);
    }

    void withoutADisplayTheErrorSaysSo_data()
    {
        QTest::addColumn<QString>("platform");
        QTest::addColumn<QString>("display");
        QTest::newRow("no display") << QString() << QString();
        QTest::newRow("a display that does not exist") << QString() << QStringLiteral(":4711");
        QTest::newRow("an unknown platform") << QStringLiteral("nonsense") << QString();
    }

    void withoutADisplayTheErrorSaysSo()
    {
        QFETCH(const QString, platform);
        QFETCH(const QString, display);
        for (const QStringList& args : {QStringList{}, QStringList{"knee-simulator"}}) {
            const Run result = run(args, platform, display);
            QCOMPARE(result.code, 2);
            QVERIFY(result.out.isEmpty());
            QVERIFY(result.err.contains("no display can be opened"));
            QVERIFY(result.err.contains("kneepoint render"));
            QCOMPARE(result.err.count('\n'), 1);
        }
    }

    void renderingNeedsNoDisplay()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath("board.png");
        const Run result =
            run({"render", "knee-simulator", "--chart", "board", "--size", "800x600", "--scale", "2", "-o", path});
        QVERIFY2(result.code == 0, result.err.constData());
        QVERIFY2(result.err.isEmpty(), result.err.constData());
        QCOMPARE(QImage(path).size(), QSize(1600, 1200));
    }
};

KNEEPOINT_TEST(ProgramTest)
#include "program_test.moc"
