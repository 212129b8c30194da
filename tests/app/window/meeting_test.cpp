// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/stage.h"
#include "tests/support/test_registry.h"
#include "widgets/panels/detail_pages.h"
#include "widgets/panels/message_bar.h"
#include "widgets/panels/reach_panel.h"
#include "widgets/panels/right_panel.h"
#include "widgets/panels/status_line.h"
#include "widgets/text.h"

#include <QLabel>
#include <QTest>

using namespace kneepoint;
using test::Stage;

namespace {

/// What the window says and shows, all in one text.
QString seen(Stage& stage)
{
    QStringList words{stage.window.messageBar().isVisible() ? stage.window.messageBar().sentence() : QString(),
        stage.window.statusLine().text(), stage.window.windowTitle()};
    const QWidget* page = stage.window.details().page();
    if (page)
        words << page->windowTitle();
    if (stage.window.rightPanel().page() == RightPanel::Page::reach)
        for (const QLabel* label : stage.window.reachPanel().findChildren<QLabel*>())
            words << label->text();
    words.removeAll(QString());
    return words.join(QStringLiteral(" | ")).replace(QChar::Nbsp, u' ');
}

} // namespace

/// What a meeting asks about Llama 3.1 70B on 512 H100, each with Ctrl+K, a sentence and Enter: the answer is on the
/// screen, or that it cannot be had.
class MeetingTest : public QObject {
    Q_OBJECT

private slots:
    void aQuestionIsAnswered_data()
    {
        QTest::addColumn<QString>("answer");
        const auto question = [](const char* asked, const char* answer) {
            QTest::newRow(asked) << QString::fromUtf8(answer);
        };
        question("half the batch", "Step time 15.0 s → 7.");
        question("32k context", "Does not fit in memory: needs 1");
        question("fp8", "Step time 15.0 s → 10.9 s");
        question("network 200G", "Step time 15.0 s → 15.2 s");
        question("ethernet", "Step time still 15.0 s");
        question("100 nodes", "Step time still 15.0 s");
        question("what does a day cost", "A day costs $30.3 k");
        question("how sure is this", "nine of ten such predictions hold");
        question("why is mfu only 49.6", "the largest loss is GEMMs below peak");
        question("a rack fails", "15 replicas run on 480 GPUs");
        question("lora on one node", "Step time 15.0 s → 41");
        question("qwen3-next", "Qwen3-Next 80B-A3B was trained");
        question("gb300", "Step time 15.0 s → 7.6");
        question("amd", "NeMo 2025 does not run on MI300X; choose");
        question("compare three", "Options");
        question("power 500 W", "A power cap of 500 W slows a GPU made for 700 W; times here are without the cap");
        question("moe", "Mixtral 8x7B was trained");
        question("knee at 1000 gpus", "The job is already there: no knee on the curve.");
        question("is it measured", "Validation");
        question("what to measure", "Measure next: ");
        question("800 gpus", "Step time still 15.0 s");
        question("kimi k2", "Kimi K2 1T was trained");
        question("calibrate", "Calibrate with your own runs");
        question("edit prices", "| Prices");
    }
    void aQuestionIsAnswered()
    {
        QFETCH(const QString, answer);
        Stage stage("llama3-70b-512xh100");
        stage.command(QString::fromUtf8(QTest::currentDataTag()));
        VERIFY2_EVENTUALLY(seen(stage).contains(answer), qPrintable(seen(stage)));
    }
};

KNEEPOINT_TEST(MeetingTest)
#include "meeting_test.moc"
