// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/answer.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

class BadInputTest : public QObject {
    Q_OBJECT

private slots:
    void isRefusedInOneSentence_data()
    {
        QTest::addColumn<QStringList>("args");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, QStringList args, int code, const char* said) {
            QTest::newRow(name) << args << code << QString(said);
        };
        row("unknown verb", {"evaluate", "knee-simulator"}, 2, "evaluate");
        row("no scenario", {"eval"}, 2, "SCENARIO");
        row("unknown option", {"eval", "knee-simulator", "--jason"}, 2, "--jason");
        row("two formats", {"eval", "knee-simulator", "--json", "--csv"}, 2, "--csv");
        row("two scenarios", {"eval", "knee-simulator", "knee-1p3b"}, 2, "knee-1p3b");
        row("k is not a number", {"scale", "knee-simulator", "--k", "1,two"}, 2, "two");
        row("k below one", {"scale", "knee-simulator", "--k", "0"}, 2, "--k");
        row("k is not a number at all", {"scale", "knee-simulator", "--k", "nan"}, 2, "--k");
        row("unknown library", {"presets", "cars"}, 2, "cars");
        row("unknown chart", {"render", "knee-simulator", "--chart", "pie", "-o", "x.png"}, 2, "pie");
        row("size without height", {"render", "knee-simulator", "--size", "100", "-o", "x.png"}, 2, "100");
        row("unknown ending", {"render", "knee-simulator", "-o", "x.bmp"}, 2, "x.bmp");
        row("no output", {"render", "knee-simulator"}, 2, "--output");
        row("unknown preset", {"eval", "no-such-preset"}, 3, "no-such-preset");
        row("unknown parameter", {"eval", "knee-simulator", "--set", "cluster.speed=1"}, 3, "cluster.speed");
        row("setting without a value", {"eval", "knee-simulator", "--set", "cluster.gpus"}, 3, "cluster.gpus");
        row("value out of range", {"eval", "knee-simulator", "--set", "cluster.gpus=-1"}, 3, "cluster.gpus");
        row("value with a wrong unit", {"eval", "knee-simulator", "--set", "cluster.link_rate=3 ms"}, 3, "ms");
        row("bad setting of render", {"render", "knee-simulator", "--set", "a=b", "-o", "x.png"}, 3, "a");
    }

    void isRefusedInOneSentence()
    {
        QFETCH(QStringList, args);
        QFETCH(QString, said);
        std::vector<std::string> line;
        for (const QString& arg : args)
            line.push_back(arg.toStdString());
        const Answer answer = ask(line);
        QTEST(answer.code, "code");
        QVERIFY2(answer.out.empty(), answer.out.c_str());
        QVERIFY2(answer.err.find(said.toStdString()) != std::string::npos, answer.err.c_str());
        QVERIFY(answer.err.starts_with("kneepoint: "));
        QCOMPARE(std::count(answer.err.begin(), answer.err.end(), '\n'), 1);
    }

    void brokenFilesAreRefused_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("cut off") << QByteArray(R"({"kneepoint": 1, "scenario": {)");
        QTest::newRow("not JSON") << QByteArray("\x89PNG\r\n");
        QTest::newRow("unknown key") << QByteArray(R"({"kneepoint": 1, "scenario": {"workload.colour": 3}})");
    }

    void brokenFilesAreRefused()
    {
        QFETCH(QByteArray, content);
        QTemporaryDir folder;
        const QString path = folder.filePath("broken.json");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
        file.close();
        const Answer answer = ask({"eval", path.toStdString()});
        QCOMPARE(answer.code, 3);
        QVERIFY(answer.out.empty());
        QVERIFY2(answer.err.find("broken.json") != std::string::npos, answer.err.c_str());
        QCOMPARE(std::count(answer.err.begin(), answer.err.end(), '\n'), 1);
    }

    void helpDocumentsTheExitCodes_data()
    {
        QTest::addColumn<QString>("verb");
        for (const char* verb : {"", "eval", "scale", "roofline", "render", "presets", "parameters"})
            QTest::newRow(*verb ? verb : "program") << QString(verb);
    }

    void helpDocumentsTheExitCodes()
    {
        QFETCH(QString, verb);
        const Answer answer = verb.isEmpty() ? ask({"--help"}) : ask({verb.toStdString(), "--help"});
        QCOMPARE(answer.code, 0);
        QVERIFY(answer.err.empty());
        QVERIFY(answer.out.find("Exit codes: 0 done") != std::string::npos);
        QVERIFY(answer.out.find(verb.toStdString()) != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(BadInputTest)
#include "bad_input_test.moc"
