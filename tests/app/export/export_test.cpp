// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/export_controller.h"
#include "app/window/file_controller.h"
#include "tests/app/stage.h"
#include "tests/support/eventually.h"
#include "tests/support/test_registry.h"
#include "widgets/charts/kit/chart.h"
#include "widgets/panels/board.h"
#include "widgets/panels/message_bar.h"

#include <QApplication>
#include <QClipboard>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace kneepoint;
using test::Stage;

/// Files and the clipboard.
class ExportTest : public QObject {
    Q_OBJECT

private slots:
    void everyExportWritesAFile_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"chart.png", "chart.svg", "chart.pdf", "chart.csv", "board.png", "board.svg",
                 "board.pdf", "board.csv", "report.pdf"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void everyExportWritesAFile()
    {
        QFETCH(const QString, name);
        const QTemporaryDir folder;
        const QString path = folder.filePath(name);
        Stage stage;
        auto* exports = stage.window.findChild<ExportController*>();
        if (name.startsWith(QLatin1String("chart")))
            exports->exportChart(path);
        else if (name.startsWith(QLatin1String("board")))
            exports->exportBoard(path);
        else
            exports->saveReport(path);
        VERIFY_EVENTUALLY(!stage.window.files().isSaving());
        QVERIFY2(stage.window.messageBar().tone() == MessageBar::Tone::done,
            qPrintable(stage.window.messageBar().sentence()));
        QVERIFY(stage.window.messageBar().isVisible());
        QVERIFY(stage.window.messageBar().sentence().contains(path));
        QVERIFY(QFileInfo(path).size() > 500);
    }

    void anUnknownExtensionGivesAMessage()
    {
        Stage stage;
        stage.window.findChild<ExportController*>()->saveReport(QStringLiteral("report.docx"));
        QVERIFY(stage.window.messageBar().sentence().contains(QStringLiteral("report.docx")));
        QVERIFY(!QFileInfo::exists(QStringLiteral("report.docx")));
    }

    void theFocusedChartIsCopied()
    {
        Stage stage;
        Chart* breakdown = &stage.window.board().chart(QLatin1StringView("breakdown"));
        breakdown->setFocus();
        stage.key(Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(QApplication::clipboard()->text().toStdString(), breakdown->csv());
        const MessageBar& bar = stage.window.messageBar();
        QVERIFY(bar.isVisible() && bar.tone() == MessageBar::Tone::done);
        QVERIFY2(bar.sentence().startsWith(QStringLiteral("Copied the data of ")), qPrintable(bar.sentence()));
        stage.key(Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(!QApplication::clipboard()->image().isNull());
        QVERIFY2(bar.sentence().startsWith(QStringLiteral("Copied the picture of ")), qPrintable(bar.sentence()));
    }
};

KNEEPOINT_TEST(ExportTest)
#include "export_test.moc"
