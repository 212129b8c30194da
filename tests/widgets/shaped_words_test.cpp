// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/shaped_words.h"

#include "tests/support/test_registry.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QTest>

using namespace kneepoint;

namespace {

QImage paper()
{
    QImage image(240, 60, QImage::Format_RGB32);
    image.fill(Qt::white);
    return image;
}

/// The rows and columns that have ink.
QRect inkOf(const QImage& image)
{
    QRect ink;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (image.pixelColor(x, y).lightness() < 128)
                ink |= QRect(x, y, 1, 1);
    return ink;
}

QFont fontOf(double points, bool bold)
{
    QFont font;
    font.setPointSizeF(points);
    font.setBold(bold);
    return font;
}

} // namespace

class ShapedWordsTest : public QObject {
    Q_OBJECT

private slots:
    void widthsMatchTheFont()
    {
        for (const double points : {8.0, 10.0, 22.0})
            for (const bool bold : {false, true})
                for (const char* words : {"knee: E < 80 %", "412 ms", "", "×", "412 ms"}) {
                    const QFont font = fontOf(points, bold);
                    const QString text = QString::fromUtf8(words);
                    QCOMPARE(textAdvance(font, text), QFontMetricsF(font).horizontalAdvance(text));
                }
    }
    void textIsPlacedLikeQPainterText_data()
    {
        QTest::addColumn<Qt::Alignment>("alignment");
        QTest::newRow("center") << Qt::Alignment(Qt::AlignCenter);
        QTest::newRow("left") << (Qt::AlignLeft | Qt::AlignVCenter);
        QTest::newRow("right") << (Qt::AlignRight | Qt::AlignVCenter);
        QTest::newRow("bottom") << (Qt::AlignHCenter | Qt::AlignBottom);
    }
    void textIsPlacedLikeQPainterText()
    {
        QFETCH(const Qt::Alignment, alignment);
        const QRectF place(10.3, 4.6, 220, 50);
        QImage expected = paper();
        QImage drawn = paper();
        for (const char* words : {"speedup", "412 ms", "speedup"}) {
            expected = paper();
            drawn = paper();
            QPainter reference(&expected);
            QPainter painter(&drawn);
            for (QPainter* p : {&reference, &painter})
                p->setFont(fontOf(12, true));
            reference.drawText(place, int(alignment), QString::fromUtf8(words));
            drawWords(painter, place, alignment, QString::fromUtf8(words));
            reference.end();
            painter.end();
            QVERIFY(!inkOf(expected).isEmpty());
            QCOMPARE(drawn, expected);
        }
    }
    void textWithoutRoomIsClipped()
    {
        QImage expected = paper();
        QImage drawn = paper();
        QPainter reference(&expected);
        QPainter painter(&drawn);
        const QRectF narrow(10, 10, 30, 30);
        reference.drawText(narrow, Qt::AlignCenter, QStringLiteral("communication"));
        drawWords(painter, narrow, Qt::AlignCenter, QStringLiteral("communication"));
        reference.end();
        painter.end();
        QCOMPARE(drawn, expected);
        QVERIFY(!inkOf(drawn).isEmpty());
    }
};

KNEEPOINT_TEST(ShapedWordsTest)
#include "shaped_words_test.moc"
