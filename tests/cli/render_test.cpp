// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/answer.h"

#include "tests/support/test_registry.h"
#include "widgets/theme/theme.h"

#include <QFile>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <set>

using namespace kneepoint;

class RenderTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QByteArray render(const QString& chart, const QString& name, const std::vector<std::string>& more = {})
    {
        const QString path = m_folder.filePath(name);
        std::vector<std::string> args{
            "render", "knee-simulator", "--chart", chart.toStdString(), "-o", path.toStdString()};
        args.insert(args.end(), more.begin(), more.end());
        const Answer answer = ask(args);
        QFile file(path);
        if (answer.code != 0 || !file.open(QIODevice::ReadOnly)) {
            qWarning("%s", answer.err.c_str());
            return {};
        }
        return file.readAll();
    }

    static void addCharts()
    {
        QTest::addColumn<QString>("chart");
        for (const char* chart : {"window", "board", "roofline", "scaling", "breakdown", "money"})
            QTest::newRow(chart) << QString(chart);
    }

private slots:
    void pngHasTheRequestedSizeAndIsNotBlank_data()
    {
        addCharts();
        QTest::newRow("kneemap") << QString("kneemap"); // its brightness is independent of the theme
    }
    void pngHasTheRequestedSizeAndIsNotBlank()
    {
        QFETCH(QString, chart);
        const QImage image = QImage::fromData(render(chart, "a.png", {"--size", "1280x720"}));
        QCOMPARE(image.size(), QSize(1280, 720));
        std::set<QRgb> colors;
        for (int y = 0; y < image.height(); y += 2)
            for (int x = 0; x < image.width(); x += 2)
                colors.insert(image.pixel(x, y));
        QVERIFY2(colors.size() > 20, qPrintable(QString::number(colors.size())));
    }

    /// Where both columns beside the charts have no room, one is hidden; only then may the window be so narrow.
    void theWindowFitsAProjectorOfFormerTimes()
    {
        for (const char* plans : {"plan.auto=off", "plan.auto=on"}) {
            const QImage image = QImage::fromData(render("window", "a.png", {"--size", "1024x768", "--set", plans}));
            QCOMPARE(image.size(), QSize(1024, 768));
        }
    }

    void theDarkThemeIsDarkerThanTheLightOne_data() { addCharts(); }
    void theDarkThemeIsDarkerThanTheLightOne()
    {
        QFETCH(QString, chart);
        const auto brightness = [&](const char* theme) {
            const QImage image =
                QImage::fromData(render(chart, "a.png", {"--theme", theme})).scaled(1, 1, {}, Qt::SmoothTransformation);
            return image.isNull() ? -1 : qGray(image.pixel(0, 0));
        };
        const int light = brightness("light");
        const int dark = brightness("dark");
        QVERIFY(light > 180);
        QVERIFY(dark >= 0 && dark < 80);
    }

    void svgIsWellFormed_data() { addCharts(); }
    void svgIsWellFormed()
    {
        QFETCH(QString, chart);
        QXmlStreamReader reader(render(chart, "a.svg"));
        int shapes = 0;
        while (!reader.atEnd())
            if (reader.readNext() == QXmlStreamReader::StartElement
                && (reader.name() == QLatin1String("path") || reader.name() == QLatin1String("polyline")))
                ++shapes;
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        QVERIFY(shapes > 10);
    }

    void pdfHasItsHeader_data() { addCharts(); }
    void pdfHasItsHeader()
    {
        QFETCH(QString, chart);
        const QByteArray pdf = render(chart, "a.pdf");
        QVERIFY(pdf.startsWith("%PDF-"));
        QVERIFY(pdf.trimmed().endsWith("%%EOF"));
    }

    void csvHasAHeaderRowAndNumbers_data()
    {
        QTest::addColumn<QString>("chart");
        for (const char* chart : {"board", "roofline", "scaling", "breakdown"})
            QTest::newRow(chart) << QString(chart);
    }
    void csvHasAHeaderRowAndNumbers()
    {
        QFETCH(QString, chart);
        const auto rows = lines(render(chart, "a.csv").toStdString());
        QVERIFY(rows.size() > 3);
        QVERIFY(rows[0].find(',') != std::string::npos || rows[0].starts_with('#'));
        QVERIFY(rows[2].find_first_of("0123456789") != std::string::npos);
    }

    void aPictureOfAChartHasNoFocusFrame()
    {
        const QImage image = QImage::fromData(render(QStringLiteral("scaling"), QStringLiteral("a.png")));
        QCOMPARE(image.pixelColor(1, 1), theme(ThemeMode::light).panel);
    }

    void aSizeTooSmallForTheLayoutIsAUsageError()
    {
        const QString path = m_folder.filePath("small.png");
        const Answer answer = ask({"render", "knee-simulator", "--size", "200x100", "-o", path.toStdString()});
        QCOMPARE(answer.code, 2);
        QVERIFY(answer.out.empty());
        QVERIFY(answer.err.find("at least") != std::string::npos);
        QVERIFY(!QFile::exists(path));
    }

    void aMissingFolderIsBadInput()
    {
        const Answer answer = ask({"render", "knee-simulator", "--chart", "scaling", "-o", "/no/such/folder/a.png"});
        QCOMPARE(answer.code, 3);
        QVERIFY(answer.out.empty());
        QVERIFY(answer.err.find("/no/such/folder/a.png") != std::string::npos);
    }
};

KNEEPOINT_TEST(RenderTest)
#include "render_test.moc"
