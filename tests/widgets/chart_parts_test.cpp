// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_registry.h"
#include "widgets/charts/kit/curves.h"
#include "widgets/charts/kit/handles.h"
#include "widgets/charts/kit/labels.h"

#include <QTest>
#include <qcustomplot.h>

using namespace kneepoint;

/// The parts that charts are made of, each alone.
class ChartPartsTest : public QObject {
    Q_OBJECT

private slots:
    void aLineIsGrabbedAlongItsLength()
    {
        LineHandle line{.room = {0, 0, 100, 50}, .center = {90, 20}, .pen = QPen(Qt::black, 1)};
        QVERIFY(line.contains({5, 26}));
        QVERIFY(!line.contains({5, 30}));
        QVERIFY(!line.contains({110, 20}));
        line.pen = QPen(Qt::NoPen);
        QVERIFY2(!line.contains({5, 20}), "only the pill of a line that is not drawn");
        QVERIFY(line.contains({80, 20}));
    }
    void aTriangleIsGrabbedAroundIt()
    {
        const WorkersTriangle triangle{{50, 100}};
        QVERIFY(triangle.contains({50, 95}));
        QVERIFY(triangle.contains({58, 103}));
        QVERIFY(!triangle.contains({60, 95}));
        QVERIFY(!triangle.contains({50, 80}));
    }
    void aNameIsWrittenInItsLongestWordingWithRoom()
    {
        const Name name{{QStringLiteral("a long name of a curve"), QStringLiteral("short")}, QFont(), Qt::black, 4};
        const double room = textSize(QFont(), name.wordings.back()).width() + name.margin;
        LabelPlacer narrow(QRectF(0, 0, room, 100));
        const auto places = [](const QSizeF& size) { return boxes(size, {0}, {0, 40}); };
        const std::optional<Label> first = placed(narrow, name, places);
        QCOMPARE(first->words, name.wordings.back());
        const std::optional<Label> second = placed(narrow, name, places);
        QCOMPARE(second->box.boundingRect().top(), 40);
        QVERIFY(!placed(narrow, name, places));
    }
    void boxesGoFromTheFirstTopToTheLast()
    {
        const std::vector<QRectF> found = boxes({10, 5}, {1, 2}, {30, 20});
        QCOMPARE(found.size(), std::size_t(4));
        QCOMPARE(found[1], QRectF(2, 30, 10, 5));
        QCOMPARE(found[2], QRectF(1, 20, 10, 5));
    }
    void aBandEndsWhereItsAxisEnds()
    {
        QCustomPlot plot;
        plot.yAxis->setRange(0, 2);
        const Band band = addBand(plot, plot.xAxis, plot.yAxis);
        setBand(band, {{1, 0.5, 1.5}, {2, 1, 3}});
        QCOMPARE(band.low->dataMainValue(1), 1);
        QCOMPARE(band.high->dataMainValue(0), 1.5);
        QCOMPARE(band.high->dataMainValue(1), 2);
    }
    void aCurveHasNoPointThatALogarithmCannotShow()
    {
        QCustomPlot plot;
        QCPGraph* curve = addCurve(plot, plot.xAxis, plot.yAxis);
        setPoints(*curve, std::vector{0.0, 1.0, 2.0}, [](double y) { return QPointF(y, y); });
        QCOMPARE(curve->dataCount(), 2);
    }
    void draggedValuesHaveTwoDigits()
    {
        QCOMPARE(inTwoDigits(1234), 1200);
        QCOMPARE(inTwoDigits(0.0876), 0.088);
    }
};

KNEEPOINT_TEST(ChartPartsTest)
#include "chart_parts_test.moc"
