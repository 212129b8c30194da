// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/shipped.h"
#include "widgets/panels/validation_page.h"

#include "model/catalogue/scenario_file.h"
#include "model/step/step_model.h"
#include "tests/support/eventually.h"
#include "tests/support/test_registry.h"
#include "widgets/charts/parity_chart.h"

#include <QCheckBox>
#include <QComboBox>
#include <QTableView>
#include <QTest>

#include <algorithm>

using namespace kneepoint;

class ValidationPageTest : public QObject {
    Q_OBJECT

private slots:
    void itShowsEveryPublishedRun()
    {
        const ValidationPage page;
        QCOMPARE(page.chart().points().size(), questionsOf(publishedMeasurements(), shippedCalibration()).runs.size());
        QCOMPARE(page.table().model()->rowCount(), static_cast<int>(page.chart().points().size()));
    }
    void filtersNarrowPlotAndTableAlike()
    {
        const ValidationPage page;
        QComboBox& series = page.filter(ValidationPage::Filter::series);
        series.setCurrentIndex(series.findData(QStringLiteral("mosaic")));
        const auto& points = page.chart().points();
        QVERIFY(!points.empty());
        QVERIFY(std::ranges::all_of(points, [](const ParityPoint* p) { return p->row.series == "mosaic"; }));
        QCOMPARE(page.table().model()->rowCount(), static_cast<int>(points.size()));
    }
    void heldOutAndFittedPredictionsDiffer()
    {
        const ValidationPage page;
        QVERIFY(page.leftOut().isChecked());
        const auto predictions = [&] {
            std::vector<double> seconds;
            for (const ParityPoint* p : page.chart().points())
                seconds.push_back(p->row.predicted_s);
            return seconds;
        };
        const std::vector<double> left_out = predictions();
        page.leftOut().setChecked(false);
        QVERIFY(left_out != predictions());
    }
    void aPickedRunIsAScenarioWithThatPrediction()
    {
        ValidationPage page;
        page.leftOut().setChecked(false);
        ScenarioFile opened;
        connect(&page, &ValidationPage::scenarioPicked, &page, [&](const ScenarioFile& file) { opened = file; });
        page.QWidget::show();
        QVERIFY(QTest::qWaitForWindowExposed(&page, test::patience_ms));
        page.table().selectRow(3);
        QTest::keyClick(&page.table(), Qt::Key_Return);
        QVERIFY(!opened.title.empty());
        const auto& points = page.chart().points();
        const auto run = std::ranges::find(points, opened.title, [](const ParityPoint* p) { return p->row.id; });
        QVERIFY(run != points.end());
        QCOMPARE(evaluate(opened.scenario).step_s, (*run)->row.predicted_s);
    }
    void inASmallWindowOnlyThePlotIsShown()
    {
        ValidationPage page;
        page.resize(240, 160);
        page.QWidget::show();
        QVERIFY(QTest::qWaitForWindowExposed(&page, test::patience_ms));
        QCOMPARE(page.size(), QSize(240, 160));
        QVERIFY(!page.table().isVisible());
        QVERIFY(page.chart().width() > 200);
        page.resize(1280, 640);
        VERIFY_EVENTUALLY(page.table().isVisible());
    }
    void pickedScenariosAreReadBackFromTheirFile()
    {
        for (const ParityPoint& p : parityPoints(
                 questionsOf(publishedMeasurements(), shippedCalibration()), LeaveOut::nothing, shippedCalibration())) {
            const auto read = parseScenario(writeScenario(p.scenario, shippedCalibration()), "file");
            QVERIFY2(read.has_value(), read ? "" : (p.row.id + ": " + read.error().message).c_str());
            QVERIFY2(read->scenario == p.scenario.scenario, p.row.id.c_str());
        }
    }
};

KNEEPOINT_TEST(ValidationPageTest)
#include "validation_page_test.moc"
