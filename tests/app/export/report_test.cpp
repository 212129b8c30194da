// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/report.h"

#include "model/catalogue/catalogue.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/scenario/scenario.h"
#include "tests/support/test_registry.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace kneepoint;

namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class ReportTest : public QObject {
    Q_OBJECT

private slots:
    void theReportMatchesTheEngine()
    {
        const ScenarioFile& file = *findScenarioPreset("gap-64-gpus");
        const Analysis a = analyze(file.scenario);
        const Diagnosis d = diagnose(a);
        const QString html = reportHtml(file, a, d, reportPictures(a));
        QVERIFY(html.contains(QString::fromStdString(file.title).toHtmlEscaped()));
        for (const Finding& f : d.causes)
            QVERIFY(html.contains(QString::fromStdString(f.sentence).toHtmlEscaped()));
        QVERIFY(html.contains(QString::fromStdString(d.causes.front().remedies.front().sentence).toHtmlEscaped()));
        QCOMPARE(html.count(QStringLiteral("data:image/png;base64,")), 4);
        QVERIFY(!html.contains(QStringLiteral("http")) || html.contains(QStringLiteral("Source")));
    }

    void userTextIsNotMarkup()
    {
        ScenarioFile file;
        file.title = "<script>alert(1)</script>";
        const Analysis a = analyze(file.scenario);
        QVERIFY(!reportHtml(file, a, diagnose(a), {}).contains(QStringLiteral("<script>")));
    }

    void theReportAnswersThePlannersQuestions()
    {
        const ScenarioFile& file = *findScenarioPreset("llama3-70b-512xh100");
        const Analysis a = analyze(file.scenario);
        const QString html = reportHtml(file, a, diagnose(a), {});
        QVERIFY(html.contains(QString::fromStdString(
            valueText(parameter("cluster.price_per_gpu_hour"), a.scenario.cluster.price_per_gpu_hour))
                                  .toHtmlEscaped()));
        QVERIFY(html.contains(QStringLiteral("90 % interval")) || html.contains(QStringLiteral("No measured run")));
        QVERIFY(html.contains(QStringLiteral("512 GPUs: ")));
    }

    void listPricesShowTheirDateAndAssumptions()
    {
        ScenarioFile file = *findScenarioPreset("llama3-70b-512xh100");
        const auto html = [&] {
            const Analysis a = analyze(file.scenario);
            return reportHtml(file, a, diagnose(a), {});
        };
        QVERIFY(html().contains(QStringLiteral("as entered; the price list has")));
        Cluster& cluster = file.scenario.cluster;
        cluster.price_per_gpu_hour = *shippedPrices().perGpuHour(cluster);
        QVERIFY(html().contains(QString::fromStdString(priceText(cluster, shippedPrices()))));
        for (const Price* p : shippedPrices().usedBy(cluster))
            QVERIFY(html().contains(QString::fromStdString(basisText(*p))));
    }

    void thePdfIsReadableOnPaper()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("report.pdf"));
        QVERIFY(saveReport(*findScenarioPreset("moe-alltoall"), path).has_value());
        const QByteArray pdf = contentOf(path);
        QVERIFY(pdf.startsWith("%PDF"));
        QVERIFY(pdf.count("/Type /Page\n") >= 2); // charts over the full width take more than one page
    }

    void theFirstPictureIsNotEmpty()
    {
        const QList<ReportPicture> pictures = reportPictures(analyze(findScenarioPreset("knee-simulator")->scenario));
        for (const ReportPicture& picture : pictures) {
            QVERIFY(!picture.sentence.isEmpty());
            QSet<QRgb> colors;
            for (int x = 0; x < picture.image.width(); x += 3)
                for (int y = 0; y < picture.image.height(); y += 3)
                    colors << picture.image.pixel(x, y);
            QVERIFY(colors.size() > 10);
        }
    }
};

KNEEPOINT_TEST(ReportTest)
#include "report_test.moc"
