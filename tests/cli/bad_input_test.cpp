// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/answer.h"

#include "tests/support/temporary_files.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <sys/stat.h>

class BadInputTest : public QObject {
    Q_OBJECT

private slots:
    /// No C0 or C1 control character of a file reaches the terminal, in output or in error messages.
    void textFromAFileCannotControlTheTerminal()
    {
        const kneepoint::test::TemporaryFiles files;
        const std::string job = files.write(
            "job.kneepoint", "{\"kneepoint\": 1, \"title\": \"a\\u001b[31mb\\u009b31mc\\u007fé\", \"scenario\": {}}");
        const Answer answer = ask({"eval", job});
        QVERIFY(answer.out.find("é") != std::string::npos || !answer.err.empty());
        const Answer refused = ask({"eval", "no\x1b[31msuch\xC2\x9b"});
        QCOMPARE(refused.code, 3);
        for (const std::string& said : {answer.out, answer.err, refused.err}) {
            QVERIFY(said.find('\x1b') == std::string::npos);
            QVERIFY(said.find('\x7f') == std::string::npos);
            QVERIFY(said.find("\xC2\x9b") == std::string::npos);
        }
    }

    void badInputIsRejectedInOneSentence_data()
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
        row("a list with a word", {"scale", "knee-simulator", "--k", "1,two"}, 2,
            "--k: 1,two cannot be read as numbers");
        row("k below one", {"scale", "knee-simulator", "--k", "0"}, 2, "--k");
        row("k is not a number at all", {"scale", "knee-simulator", "--k", "nan"}, 2, "--k");
        row("a page of nothing", {"handout", "-o", "x.html"}, 2, "--lesson");
        row("a lesson with controls", {"handout", "--lesson", "x", "--controls", "cluster.gpus", "-o", "x.html"}, 2,
            "its own");
        row("an unknown control", {"handout", "knee-simulator", "--controls", "gpus", "-o", "x.html"}, 3, "gpus");
        row("an unknown lesson", {"handout", "--lesson", "none", "-o", "x.html"}, 3, "lesson list");
        row("unknown library", {"presets", "cars"}, 2, "cars");
        row("unknown chart", {"render", "knee-simulator", "--chart", "pie", "-o", "x.png"}, 2, "pie");
        row("size without height", {"render", "knee-simulator", "--size", "100", "-o", "x.png"}, 2, "100");
        row("scale is not a number at all", {"render", "knee-simulator", "--scale", "nan", "-o", "x.png"}, 2,
            "--scale");
        row("more pixels than memory",
            {"render", "knee-simulator", "--size", "16384x16384", "--scale", "4", "-o", "x.png"}, 2, "at most");
        row("more vectors than memory", {"render", "knee-simulator", "--size", "16384x16384", "-o", "x.svg"}, 2,
            "4096 by 4096");
        row("empty option", {"plan", "knee-simulator", "--deadline", ""}, 2,
            "--deadline is followed by an empty value");
        row("empty output", {"render", "knee-simulator", "-o", ""}, 2, "-o is followed by an empty value");
        row("empty value after an equals sign", {"search", "knee-simulator", "--request="}, 2,
            "--request has an empty");
        row("empty item of a list", {"plan", "knee-simulator", "--gpus", "h100-sxm,"}, 2, "has an empty item");
        row("negative threads", {"plan", "knee-simulator", "--threads", "-1"}, 2, "--threads");
        row("value of a flag", {"eval", "knee-simulator", "--json=1"}, 2, "json");
        row("deadline without a unit", {"plan", "llama3-8b-64xh100", "--deadline", "30"}, 2, "which unit?");
        row("deadline with an exponent", {"plan", "llama3-8b-64xh100", "--deadline", "1e3"}, 2, "which unit?");
        row("part of a replica", {"eval", "llama3-70b-512xh100", "--set", "cluster.gpus=208"}, 3, "192 or 224");
        row("unknown ending", {"render", "knee-simulator", "-o", "x.bmp"}, 2, "x.bmp");
        row("no output", {"render", "knee-simulator"}, 2, "--output");
        row("unknown preset", {"eval", "no-such-preset"}, 3, "no-such-preset");
        row("unknown parameter", {"eval", "knee-simulator", "--set", "cluster.speed=1"}, 3, "cluster.speed");
        row("setting without a value", {"eval", "knee-simulator", "--set", "cluster.gpus"}, 3, "cluster.gpus");
        row("value out of range", {"eval", "knee-simulator", "--set", "cluster.gpus=-1"}, 3, "cluster.gpus");
        row("value with a wrong unit", {"eval", "knee-simulator", "--set", "cluster.link_rate=3 ms"}, 3, "ms");
        row("bad setting of render", {"render", "knee-simulator", "--set", "a=b", "-o", "x.png"}, 3, "a");
    }

    void badInputIsRejectedInOneSentence()
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

    void overlongInputIsNotRepeatedWhole_data()
    {
        QTest::addColumn<QStringList>("args");
        const QString overlong(50000, 'x');
        QTest::newRow("verb") << QStringList{overlong};
        QTest::newRow("scenario") << QStringList{"eval", overlong};
        QTest::newRow("option") << QStringList{"eval", "knee-simulator", "--" + overlong};
        QTest::newRow("parameter") << QStringList{"eval", "knee-simulator", "--set", overlong + "=1"};
        QTest::newRow("setting") << QStringList{"eval", "knee-simulator", "--set", overlong};
        QTest::newRow("number") << QStringList{"scale", "knee-simulator", "--k", overlong};
        QTest::newRow("series") << QStringList{"validate", "--series", overlong};
        QTest::newRow("file") << QStringList{"validate", "--file", overlong};
        QTest::newRow("output") << QStringList{"render", "knee-simulator", "-o", overlong};
    }
    void overlongInputIsNotRepeatedWhole()
    {
        QFETCH(QStringList, args);
        std::vector<std::string> line;
        for (const QString& arg : args)
            line.push_back(arg.toStdString());
        const Answer answer = ask(line);
        QVERIFY(answer.code == 2 || answer.code == 3);
        QVERIFY2(answer.err.size() < 800, answer.err.substr(0, 1000).c_str());
        QCOMPARE(std::count(answer.err.begin(), answer.err.end(), '\n'), 1);
    }

    void aPipeIsRejectedWithoutWaiting()
    {
        const kneepoint::test::TemporaryFiles files;
        const std::string pipe = files.path("pipe");
        QCOMPARE(mkfifo(pipe.c_str(), 0600), 0);
        for (const std::vector<std::string>& line :
            {std::vector<std::string>{"eval", pipe}, {"validate", "--file", pipe}}) {
            const Answer answer = ask(line);
            QCOMPARE(answer.code, 3);
            QVERIFY2(answer.err.find("not a regular file") != std::string::npos, answer.err.c_str());
        }
    }

    void brokenFilesAreRejected_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("cut off") << QByteArray(R"({"kneepoint": 1, "scenario": {)");
        QTest::newRow("not JSON") << QByteArray("\x89PNG\r\n");
        QTest::newRow("unknown key") << QByteArray(R"({"kneepoint": 1, "scenario": {"workload.color": 3}})");
    }

    void brokenFilesAreRejected()
    {
        QFETCH(QByteArray, content);
        const kneepoint::test::TemporaryFiles files;
        const Answer answer = ask({"eval", files.write("broken.json", content)});
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

KNEEPOINT_TEST(BadInputTest)
#include "bad_input_test.moc"
