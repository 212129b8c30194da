// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/handout.h"
#include "app/export/report.h"
#include "app/export/report_appendix.h"
#include "app/export/report_facts.h"
#include "app/teaching/instructor_page.h"
#include "app/teaching/lesson_controller.h"
#include "app/teaching/lesson_panel.h"
#include "app/teaching/speaker_notes.h"
#include "app/window/file_controller.h"
#include "app/window/window_actions.h"
#include "tests/app/stage.h"
#include "tests/support/hostile_texts.h"
#include "tests/support/temporary_files.h"
#include "tests/support/test_registry.h"
#include "widgets/closed_document.h"
#include "widgets/panels/message_bar.h"
#include "widgets/panels/right_panel.h"
#include "widgets/text.h"

#include <QAbstractItemView>
#include <QAction>
#include <QLabel>
#include <QMenu>
#include <QSet>
#include <QTest>
#include <QToolTip>

#include <utility>

using namespace kneepoint;
using test::Stage;

namespace {

/// The missing files that documents wanted as pictures or style sheets since it was made.
class AskedFiles {
public:
    AskedFiles()
    {
        QTextDocument::setDefaultResourceProvider([this](const QUrl& url) {
            m_asked << url.toString();
            return QVariant();
        });
    }
    ~AskedFiles() { QTextDocument::setDefaultResourceProvider(m_before); }
    Q_DISABLE_COPY_MOVE(AskedFiles)
    [[nodiscard]] const QStringList& names() const { return m_asked; }

private:
    QTextDocument::ResourceProvider m_before = QTextDocument::defaultResourceProvider();
    QStringList m_asked;
};

ScenarioFile scenarioWith(const std::string& text)
{
    ScenarioFile file = *findScenarioPreset("knee-1p3b");
    for (std::string* part : {&file.title, &file.about, &file.source, &file.group})
        *part = text;
    file.scenario.own_runs.used = true;
    file.scenario.own_runs.runs = 3;
    file.scenario.own_runs.name = ShortName(text);
    KeptEvidence& trace = file.evidence.emplace_back();
    trace.source = {text, "2026-05-18", 10, 0xab12cd};
    trace.kind = "trace";
    trace.summary = text;
    trace.settings = {{"cluster.gpus", 64, text}};
    trace.measurements = {{"step_s", 1, 0, 3, text}};
    trace.curves = {{text, Unit::bytes, Unit::seconds, {{1e6, 1e-3}, {1e7, 1e-2}}, text}};
    trace.rows = {{text, {{"cluster.gpus", 64, text}}, {{"step_s", 2, 0, 1, text}}, text}};
    trace.findings = {{"straggler", 0.2, text, text}};
    trace.groups = {{text, 8, "all_reduce", 10, 1e6}};
    return file;
}

Lesson lessonWith(const std::string& text)
{
    Lesson lesson = shippedLessons().front();
    lesson.title = text;
    lesson.try_next = text;
    lesson.teaches = {text};
    lesson.instructor = {text, text, text};
    for (LessonStep& step : lesson.steps) {
        step.title = text;
        if (!step.question)
            continue;
        step.question->text = step.question->hint = text;
        for (AnswerChoice& choice : step.question->choices)
            choice.text = text;
        for (WrongNumber& wrong : step.question->wrong_numbers)
            wrong.misconception = {text, text};
    }
    return lesson;
}

/// Shows each tool tip and What's This of the widgets, cells and menu entries. Fails on a label that renders markup of
/// others.
void lookAtEverything(QWidget& window)
{
    QSet<QString> texts;
    for (QWidget* widget : window.findChildren<QWidget*>()) {
        widget->ensurePolished();
        const auto* label = qobject_cast<const QLabel*>(widget);
        QVERIFY(!label || label->textFormat() != Qt::AutoText || label->inherits("QTipLabel"));
        texts << widget->toolTip() << widget->whatsThis();
        if (const auto* view = qobject_cast<QAbstractItemView*>(widget); view && view->model())
            for (int row = 0; row < view->model()->rowCount(); ++row)
                for (int column = 0; column < view->model()->columnCount(); ++column)
                    texts << view->model()->index(row, column).data(Qt::ToolTipRole).toString();
        if (const auto* menu = qobject_cast<QMenu*>(widget); menu && menu->toolTipsVisible())
            for (const QAction* action : menu->actions())
                texts << action->toolTip();
    }
    for (const QString& text : texts)
        QToolTip::showText({10, 10}, text, &window);
    QToolTip::hideText();
}

} // namespace

/// Whatever a file says is shown as it is: no text becomes markup, which could run, or open files to show them.
class PlainTextWindowTest : public QObject {
    Q_OBJECT

private slots:
    void noTextOfAScenarioOpensAFile_data() { test::hostileRows(); }
    void noTextOfAScenarioOpensAFile()
    {
        QFETCH(const QString, text);
        Stage stage;
        const AskedFiles asked;
        stage.document.open(scenarioWith(text.toStdString()));
        stage.window.actions().pin->trigger();
        stage.window.actions().compare->trigger();
        stage.window.messageBar().say(text);
        stage.window.rightPanel().setPage(RightPanel::Page::evidence);
        test::processPostedEvents();
        lookAtEverything(stage.window);
        QCOMPARE(asked.names(), QStringList());
    }

    void noTextOfALessonOpensAFile_data() { test::hostileRows(); }
    void noTextOfALessonOpensAFile()
    {
        QFETCH(const QString, text);
        Stage stage;
        const AskedFiles asked;
        const Lesson lesson = lessonWith(text.toStdString());
        stage.window.lessons().open(lesson);
        test::processPostedEvents();
        lookAtEverything(stage.window);
        SpeakerNotes notes(stage.window, nullptr);
        notes.setText(stage.window.lessons().notes());
        QVERIFY(instructorPage(lesson).startsWith("%PDF"));
        QCOMPARE(asked.names(), QStringList());
    }

    void noFileNameIsMarkup()
    {
        const test::TemporaryFiles files;
        const QString path = QString::fromStdString(files.write("<img src=x> R&D.kneepoint", "{\"<img src=y>\": \"\n"));
        Stage stage;
        const AskedFiles asked;
        stage.window.files().open(path);
        VERIFY_EVENTUALLY(stage.window.messageBar().isVisible());
        QVERIFY(stage.window.messageBar().sentence().contains(QStringLiteral("<img src=x> R&D.kneepoint")));
        lookAtEverything(stage.window);
        QCOMPARE(asked.names(), QStringList());
    }

    void noTextOpensAFileInAReport_data() { test::hostileRows(); }
    void noTextOpensAFileInAReport()
    {
        QFETCH(const QString, text);
        const AskedFiles asked;
        const ScenarioFile file = scenarioWith(text.toStdString());
        QVERIFY(reportBytes(file, QStringLiteral("report.pdf")));
        QCOMPARE(asked.names(), QStringList());
        const Analysis a = analyze(file.scenario);
        const QString html = reportAppendix(reportFacts(file, a, diagnose(a), shippedPrices()));
        for (const char* markup : {"<script", "<link", "onerror=alert(1)>", "<b><b>", "<!--"})
            QVERIFY2(!html.contains(QLatin1String(markup)), markup);
        QVERIFY(html.contains(text.toHtmlEscaped()));
    }

    /// Even if its text became markup.
    void noDocumentOpensAFile_data()
    {
        QTest::addColumn<int>("type");
        QTest::newRow("a picture") << int(QTextDocument::ImageResource);
        QTest::newRow("a style sheet") << int(QTextDocument::StyleSheetResource);
    }
    void noDocumentOpensAFile()
    {
        QFETCH(const int, type);
        const test::TemporaryFiles files;
        const QString path = QString::fromStdString(files.write("secret.txt", "secret"));
        const ClosedDocument document;
        for (const QUrl& url : {QUrl(path), QUrl::fromLocalFile(path)})
            QVERIFY(!document.resource(type, url).toByteArray().contains("secret"));
    }
};

KNEEPOINT_TEST(PlainTextWindowTest)
#include "plain_text_window_test.moc"
