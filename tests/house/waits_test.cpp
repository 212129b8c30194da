// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/house/source_files.h"
#include "tests/support/data_row.h"
#include "tests/support/test_registry.h"

#include <QRegularExpression>
#include <QString>
#include <QTest>

#include <string_view>
#include <vector>

namespace {

/// What would let time or chance decide a test, and what to use instead.
struct Rejected {
    QRegularExpression pattern;
    QString instead;
};

const std::vector<Rejected>& rejectedIn(std::string_view path)
{
    const auto row = [](const char* pattern, const char* instead) {
        return Rejected{QRegularExpression(QString::fromLatin1(pattern)), QString::fromLatin1(instead)};
    };
    static const std::vector<Rejected> in_cpp{
        row(R"(QTRY_|qWait\(|qSleep|\.wait\(\))", "VERIFY_EVENTUALLY()"),
        row(R"(qWaitFor\()", "test::eventually()"),
        row(R"(qWaitForWindow\w+\([^,;{]*\)\))", "test::patience_ms as the limit"),
        row(R"(sleep_for|sleep_until|[^\w.]sleep\()", "a gate that the test opens, or test::eventually()"),
        row(R"(QElapsedTimer|(steady|system|high_resolution)_clock)", "a benchmark"),
        row(R"(QRandomGenerator|random_device)", "test::randomSeed()"),
        row(R"(current(Date|Time|MSecs|Secs))", "a fixed date"),
    };
    static const std::vector<Rejected> in_python{
        row(R"(sleep\((0\.|[1-9]))", "wait_until() of support.py"),
        row(R"(import random|datetime|perf_counter)", "fixed values"),
    };
    return path.ends_with(".py") ? in_python : in_cpp;
}

QString objection(std::string_view path, const QString& text)
{
    for (const Rejected& rejected : rejectedIn(path))
        if (const auto found = rejected.pattern.match(text); found.hasMatch())
            return QStringLiteral("%1; use %2").arg(found.captured(), rejected.instead);
    return {};
}

/// Benchmarks measure time; the others wait for all tests, or have examples.
bool isExempt(std::string_view path)
{
    return path.starts_with("tests/benchmarks/") || path == "tests/support/eventually.h"
        || path == "tests/python/support.py" || path == "tests/handout/support.py" || path == "tests/handout/browser.py"
        || path == "tests/house/waits_test.cpp";
}

} // namespace

/// Tests wait for what happens, as long as it takes; see tests/support/eventually.h.
class WaitsTest : public QObject {
    Q_OBJECT

private slots:
    void noTestIsDecidedByTimeOrChance()
    {
        const auto files = sourceFiles({"tests"}, {".h", ".cpp", ".py"});
        QVERIFY(!files.empty());
        for (const SourceFile& file : files) {
            const QString why =
                isExempt(file.path) ? QString() : objection(file.path, QString::fromStdString(file.text));
            QVERIFY2(why.isEmpty(), qPrintable(QString::fromStdString(file.path) + ": " + why));
        }
    }

    void timeAndChanceAreDetected_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("text");
        using kneepoint::test::dataRow;
        dataRow("a pause", "tests/a.cpp", "QTest::qWait(200);");
        dataRow("five seconds of patience", "tests/a.cpp", "QTRY_VERIFY(done);");
        dataRow("a signal within five seconds", "tests/a.cpp", "QVERIFY(spy.wait());");
        dataRow("a window within five seconds", "tests/a.cpp", "QVERIFY(QTest::qWaitForWindowExposed(&window));");
        dataRow("a sleeping thread", "tests/a.cpp", "std::this_thread::sleep_for(pause);");
        dataRow("a shell that sleeps", "tests/a.py", "time.sleep(0.5)");
        dataRow("a stopwatch", "tests/a.h", "QElapsedTimer timer;");
        dataRow("another draw in every run", "tests/a.h", "std::random_device random;");
        dataRow("today", "tests/a.cpp", "QDate::currentDate()");
    }

    void timeAndChanceAreDetected()
    {
        QFETCH(const QString, path);
        QFETCH(const QString, text);
        QVERIFY(!objection(path.toStdString(), text).isEmpty());
    }

    void otherTextIsAccepted_data()
    {
        QTest::addColumn<QString>("text");
        using kneepoint::test::dataRow;
        dataRow("patience", "QVERIFY(QTest::qWaitForWindowExposed(&window, test::patience_ms));");
        dataRow("an event", "VERIFY_EVENTUALLY(spy.size() == 1);");
        dataRow("a gate", "disk->wait();");
    }

    void otherTextIsAccepted()
    {
        QFETCH(const QString, text);
        QCOMPARE(objection("tests/a.cpp", text), QString());
    }
};

KNEEPOINT_TEST(WaitsTest)
#include "waits_test.moc"
