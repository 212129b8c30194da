// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/kit/chart_export.h"

#include "tests/support/eventually.h"
#include "tests/support/test_registry.h"
#include "tests/widgets/chart_fixture.h"
#include "widgets/charts/breakdown_chart.h"
#include "widgets/charts/chart_registry.h"
#include "widgets/charts/scaling_chart.h"
#include "widgets/file_saver.h"

#include <QHashFunctions>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTemporaryDir>

#include <memory>

using namespace kneepoint;
using namespace kneepoint::test;

class ChartExportTest : public QObject {
    Q_OBJECT

private slots:
    void everyFormatHasItsSignature_data()
    {
        QTest::addColumn<QByteArray>("start");
        QTest::newRow("png") << QByteArray("\x89PNG");
        QTest::newRow("svg") << QByteArray("<?xml");
        QTest::newRow("pdf") << QByteArray("%PDF");
        QTest::newRow("csv") << QByteArray("workers,");
    }
    void everyFormatHasItsSignature()
    {
        QFETCH(QByteArray, start);
        ScalingChart chart;
        chart.show(share(smallAnalysis()));
        const auto bytes = chartBytes(chart, QStringLiteral("chart.") + QTest::currentDataTag(), {800, 400});
        QVERIFY(bytes && bytes->startsWith(start));
    }
    void aPictureHasItsSizeTimesTheScale()
    {
        ScalingChart chart;
        chart.show(share(smallAnalysis()));
        const QImage image = chartImage(chart, {640, 320}, 2);
        QCOMPARE(image.size(), QSize(1280, 640));
        QVERIFY(coloredShare(image) > least_ink);
        ScalingChart empty;
        QVERIFY(coloredShare(chartImage(empty, {640, 320}, 2)) < coloredShare(image) / 2);
    }
    void aChartNeverShownIsDrawnCompletely()
    {
        BreakdownChart chart;
        chart.show(share(smallAnalysis()));
        const auto bytes = chartBytes(chart, QStringLiteral("chart.svg"), {800, 400});
        QVERIFY(bytes);
        const QString svg = QString::fromUtf8(*bytes);
        for (const char* workers : {"1", "2", "4", "8", "16", "32", "64"})
            QVERIFY(svg.contains(QStringLiteral(">%1</text>").arg(workers)));
        QSvgRenderer renderer(*bytes);
        QImage image(800, 400, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        renderer.render(&painter);
        painter.end();
        QVERIFY(coloredShare(image.copy(600, 0, 200, 360)) > least_ink);
    }
    void aChartNeverShownHasTheTicksThatFit()
    {
        const auto hasQuarters = [](const QSize& size) {
            ScalingChart chart;
            chart.show(share(analysisOf("knee-simulator")));
            return chartBytes(chart, QStringLiteral("chart.svg"), size)->contains(">75 %</text>");
        };
        QVERIFY(hasQuarters({800, 400}));
        QVERIFY(!hasQuarters({480, 170}));
    }
    /// Qt's hashes have another order in each run; a picture must not depend on it.
    void everyChartIsTheSamePictureInEveryRun()
    {
        const SharedAnalysis analysis = share(analysisOf("llama3-70b-512xh100"));
        for (const ChartKind& kind : chartKinds()) {
            QByteArray first;
            for (int run = 0; run < 6; ++run) {
                QHashSeed::resetRandomGlobalSeed();
                const std::unique_ptr<Chart> chart = makeChart(kind);
                chart->show(analysis);
                const Result<QByteArray> svg = chartBytes(*chart, QStringLiteral("chart.svg"), {800, 400});
                QVERIFY(svg);
                if (run == 0)
                    first = *svg;
                QVERIFY2(*svg == first, std::string(kind.id).c_str());
            }
        }
    }
    void anUnknownExtensionIsRejectedInOneSentence()
    {
        ScalingChart chart;
        const auto bytes = chartBytes(chart, QStringLiteral("chart.bmp"), {100, 100});
        QVERIFY(!bytes);
        QVERIFY(bytes.error().message.find(".png, .svg, .pdf") != std::string::npos);
    }
    void aChartIsSavedAndConfirmed()
    {
        const QTemporaryDir folder;
        ScalingChart chart;
        chart.show(share(smallAnalysis()));
        QSignalSpy saved(&chart.saver(), &FileSaver::saved);
        const QString path = folder.filePath(QStringLiteral("chart.csv"));
        chart.saveTo(path);
        COMPARE_EVENTUALLY(saved.size(), 1);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll().toStdString(), chart.csv());
    }
    void anUnwritablePathIsNamed()
    {
        ScalingChart chart;
        chart.show(share(smallAnalysis()));
        QSignalSpy failed(&chart.saver(), &FileSaver::failed);
        chart.saveTo(QStringLiteral("/nowhere/at/all/chart.csv"));
        COMPARE_EVENTUALLY(failed.size(), 1);
        QVERIFY(failed.front().front().toString().contains(QStringLiteral("/nowhere/at/all/chart.csv")));
    }
};

KNEEPOINT_TEST(ChartExportTest)
#include "chart_export_test.moc"
