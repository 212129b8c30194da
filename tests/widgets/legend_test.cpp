// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/kit/legend.h"

#include "tests/support/test_registry.h"
#include "widgets/charts/kit/rows.h"

#include <QPainter>
#include <QTest>

using namespace kneepoint;

namespace {

std::vector<Legend::Entry> entries(int count)
{
    std::vector<Legend::Entry> made;
    for (int i = 0; i < count; ++i)
        made.push_back({QStringLiteral("entry %1").arg(i), QPen(Qt::NoPen), QBrush(Qt::SolidPattern), true, 1, [] {}});
    return made;
}

} // namespace

/// Legends and labels of bars.
class LegendTest : public QObject {
    Q_OBJECT

private slots:
    void aRemovedEntryIsNotHit()
    {
        QImage image(600, 40, QImage::Format_RGB32);
        QPainter painter(&image);
        Legend legend;
        legend.setEntries(entries(3));
        legend.draw(painter, {0, 0, 600, 20}, QFont(), ThemeMode::light);
        const QPointF last = legend.rectOf(QStringLiteral("entry 2")).center();
        QVERIFY(legend.answers(last));
        legend.setEntries(entries(2)); // the data have changed, the drawing not yet
        QVERIFY(!legend.answers(last));
        legend.click(last);
        QVERIFY(legend.answers(legend.rectOf(QStringLiteral("entry 1")).center()));
    }

    void aLabelIsBesideItsBarOrElided()
    {
        const QRectF area(100, 0, 400, 20);
        const QStringList wordings{QStringLiteral("a long wording of a loss"), QStringLiteral("short")};
        const auto place = [&](double left, double right) {
            return labelBeside(QRectF(QPointF(left, 0), QPointF(right, 20)), area, wordings, QFont());
        };
        QCOMPARE(place(120, 140)->words, wordings.front());
        QVERIFY(place(120, 140)->place.left() > 140);
        QVERIFY(place(460, 480)->place.right() < 460);
        for (const double left : {104.0, 170.0, 300.0})
            if (const auto label = place(left, 490)) {
                QVERIFY(label->place.left() >= area.left() && label->place.right() <= area.right());
                QVERIFY(!label->place.intersects(QRectF(left, 0, 490 - left, 20)));
            }
        QCOMPARE(place(170, 490)->words, wordings.back());
        QVERIFY(!place(104, 490));
    }
};

KNEEPOINT_TEST(LegendTest)
#include "legend_test.moc"
