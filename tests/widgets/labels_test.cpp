// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/kit/labels.h"

#include "tests/support/test_registry.h"
#include "widgets/charts/kit/halo.h"

#include <QImage>
#include <QPainter>
#include <QTest>

using namespace kneepoint;

namespace {

QPolygonF diamond(const QPointF& center, double reach)
{
    return {
        center - QPointF(0, reach), center + QPointF(reach, 0), center + QPointF(0, reach), center - QPointF(reach, 0)};
}

/// What one haloed word covers of a device of that many pixels per unit, in units.
QRectF coveredAt(int ratio)
{
    constexpr int side = 200;
    QImage image(QSize(side, side) * ratio, QImage::Format_RGB32);
    image.setDevicePixelRatio(ratio);
    image.fill(theme(ThemeMode::light).panel);
    QPainter painter(&image);
    painter.translate(20, 20);
    drawHaloed(
        painter, QRectF(30, 40, 100, 20), Qt::AlignCenter, QStringLiteral("efficiency"), Qt::black, ThemeMode::light);
    painter.end();
    const QRgb ground = image.pixel(0, 0);
    QRect covered;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (image.pixel(x, y) != ground)
                covered |= QRect(x, y, 1, 1);
    return {QPointF(covered.topLeft()) / ratio, QSizeF(covered.size()) / ratio};
}

} // namespace

class LabelsTest : public QObject {
    Q_OBJECT

private slots:
    void shapesThatOnlyTouchDoNotOverlap()
    {
        const QPolygonF square = corners({0, 0, 10, 10});
        QVERIFY(overlap(square, corners({9, 9, 10, 10})));
        QVERIFY(!overlap(square, corners({10, 0, 10, 10})));
        QVERIFY(!overlap(square, corners({0, 11, 10, 10})));
    }
    void slantedShapesOverlapByEdgesNotBounds()
    {
        const QPolygonF corner = corners({0, 0, 10, 10});
        QVERIFY(!overlap(corner, diamond({17, 17}, 12)));
        QVERIFY(overlap(corner, diamond({15, 15}, 12)));
        QVERIFY(overlap(corners({0, 0, 40, 40}), diamond({20, 20}, 2)));
    }
    void theSecondLabelTakesTheNextFreePlace()
    {
        LabelPlacer placer({0, 0, 100, 100});
        const QRectF first(10, 10, 30, 10);
        const QRectF second(10, 30, 30, 10);
        QCOMPARE(placer.place({first, second}), first);
        QCOMPARE(placer.place({first, second}), second);
    }
    void aLabelWithoutAFreePlaceIsOmitted()
    {
        LabelPlacer placer({0, 0, 100, 100});
        placer.block(QRectF(0, 0, 100, 50));
        QVERIFY(!placer.place({QRectF(10, 10, 30, 10), QRectF(10, 45, 30, 10)}));
    }
    void aLabelLargerThanTheBoundsIsOmitted()
    {
        LabelPlacer placer({0, 0, 100, 100});
        QVERIFY(!placer.place(std::vector{QRectF(0, 0, 120, 10)}));
    }
    void aPlaceBeyondTheBoundsIsMovedInside()
    {
        LabelPlacer placer({0, 0, 100, 100});
        QCOMPARE(placer.place(std::vector{QRectF(90, 95, 30, 10)}), QRectF(70, 90, 30, 10));
    }
    void aLineIsCoveredOnlyAsALastResort()
    {
        LabelPlacer placer({0, 0, 100, 100});
        placer.avoid(corners({0, 14, 100, 2}));
        const QRectF over_it(10, 10, 30, 10);
        const QRectF beside(10, 30, 30, 10);
        QCOMPARE(placer.place({over_it, beside}), beside);
        QCOMPARE(placer.place({over_it, beside}), over_it);
    }
    void aHaloedLabelHasItsPlaceAndSizeOnDenseScreensToo()
    {
        const QRectF plain = coveredAt(1);
        QVERIFY(plain.width() > 20);
        for (const int ratio : {2, 3}) {
            const QRectF dense = coveredAt(ratio);
            QVERIFY((dense.center() - plain.center()).manhattanLength() < 2);
            QVERIFY(qAbs(dense.width() - plain.width()) < 3 && qAbs(dense.height() - plain.height()) < 3);
        }
    }
    void aSlantedLabelStaysInsideTheBounds()
    {
        LabelPlacer placer({0, 0, 100, 100});
        QVERIFY(!placer.placeSlanted({diamond({5, 50}, 10)}));
        QVERIFY(placer.placeSlanted({diamond({5, 50}, 10), diamond({50, 50}, 10)}));
    }
};

KNEEPOINT_TEST(LabelsTest)
#include "labels_test.moc"
