// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/lesson/lesson.h"
#include "model/lesson/lesson_check.h"
#include "tests/support/data_row.h"
#include "tests/support/source_path.h"
#include "tests/support/test_registry.h"

#include <QFile>
#include <QTest>

using namespace kneepoint;

namespace {

const std::string head = "---\nkneepoint_lesson: 1\ntitle: Half: the bytes\nminutes: 5\nteaches:\n- One\n- Two\n"
                         "goal: A goal.\nbefore: Nothing.\nnext: More.\n---\n\n";
const std::string settings =
    "# Gradients\n\n```json\n{\"scenario\": \"knee-simulator\", \"charts\": [\"scaling\"],\n"
    " \"question\": {\"kind\": \"number\", \"quantity\": {\"metric\": \"speedup\"}, \"tolerance\": 0.1,\n"
    "  \"wrong\": [{\"near\": {\"metric\": \"gpus\"}, \"misconception\": \"linear\", \"reply\": \"no\"}]}}\n```\n\n";
const std::string prose =
    "K is\n{parameter:cluster.gpus}.\n\n    S = T(1)/T(K)\n\n## Question\n\nHow fast?\n\n## Hint\n\nLess.\n\n"
    "## Explanation\n\nIt is {metric:speedup}.\n\n# The end\n\nThat was it.\n";

} // namespace

/// Lessons written as Markdown with front matter.
class LessonMarkdownTest : public QObject {
    Q_OBJECT

private slots:
    void proseAndSettingsBecomeALesson()
    {
        const auto lesson = parseLesson(head + settings + prose, "l.md");
        QVERIFY2(lesson, lesson ? "" : lesson.error().message.c_str());
        QCOMPARE(lesson->title, std::string("Half: the bytes"));
        QCOMPARE(lesson->teaches.size(), std::size_t(2));
        QCOMPARE(lesson->instructor.next, std::string("More."));
        QCOMPARE(lesson->steps.size(), std::size_t(2));
        const LessonStep& step = lesson->steps.front();
        QCOMPARE(step.text, std::string("K is {parameter:cluster.gpus}.\n\n    S = T(1)/T(K)"));
        QCOMPARE(step.question->text, std::string("How fast?"));
        QCOMPARE(step.question->hint, std::string("Less."));
        QCOMPARE(step.explanation, std::string("It is {metric:speedup}."));
        QVERIFY(checkLesson(*lesson).empty());
    }
    void windowsLineEndingsAreAccepted()
    {
        QString text = QString::fromStdString(head + settings + prose);
        QVERIFY(parseLesson(text.replace("\n", "\r\n").toStdString(), "l.md"));
    }
    /// The example in docs/lessons.md works when copied.
    void theExampleInTheDocumentationPassesTheCheck()
    {
        QFile page(sourcePath("docs/lessons.md"));
        QVERIFY(page.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(page.readAll());
        const QString markdown = text.section("````markdown\n", 1, 1).section("````", 0, 0);
        const auto lesson = parseLesson(markdown.toStdString(), "docs");
        QVERIFY2(lesson, lesson ? "" : lesson.error().message.c_str());
        const auto faults = checkLesson(*lesson);
        QVERIFY2(faults.empty(), faults.empty() ? "" : faults.front().c_str());
    }
    void faultsAreReportedWithTheirLine_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("says");
        test::dataRow("no front matter", "{\"kneepoint_lesson\": 1}\n", "line 1: a lesson is Markdown");
        test::dataRow("no end of the front matter", "---\ntitle: x\n", "is not closed");
        test::dataRow("no key", "---\nnothing\n---\n", "line 2: expected \"key: value\"");
        test::dataRow("list without key", "---\n- x\n---\n", "line 2");
        test::dataRow("no step", QString::fromStdString(head + "Text.\n"), "expected the heading of a step");
        test::dataRow("settings without end", QString::fromStdString(head + "# A\n```json\n{}\n"), "are not closed");
        test::dataRow("settings that are not JSON", QString::fromStdString(head + "# A\n```json\n{,}\n```\nx\n"),
            "l.md: settings:15");
        test::dataRow("unknown section", QString::fromStdString(head + settings + "x\n\n## Answer\n\n3\n"),
            "there is no section Answer");
        test::dataRow("question without settings", QString::fromStdString(head + "# A\n\nx\n\n## Question\n\ny\n"),
            "have no \"question\"");
        test::dataRow(
            "unknown key", QString::fromStdString("---\nkneepoint_lesson: 1\nauthor: me\n---\n# A\n\nx\n"), "author");
        test::dataRow("instructor's page as one key",
            QString::fromStdString("---\nkneepoint_lesson: 1\ninstructor: me\ngoal: x\n---\n# A\n\nx\n"),
            "line 3: the front matter has no key instructor");
        test::dataRow("steps in the front matter",
            QString::fromStdString("---\nkneepoint_lesson: 1\nsteps: 3\n---\n# A\n\nx\n"),
            "line 3: the front matter has no key");
    }
    void faultsAreReportedWithTheirLine()
    {
        QFETCH(const QString, text);
        QFETCH(const QString, says);
        const auto lesson = parseLesson(text.toStdString(), "l.md");
        QVERIFY(!lesson);
        const QString message = QString::fromStdString(lesson.error().message);
        QVERIFY2(message.startsWith("l.md") && message.contains(says), qPrintable(message));
    }
};

KNEEPOINT_TEST(LessonMarkdownTest)
#include "lesson_markdown_test.moc"
