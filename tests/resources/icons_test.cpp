// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/icons.h"

#include "tests/support/test_registry.h"
#include "widgets/theme/theme.h"

#include <QDir>
#include <QImage>
#include <QTest>

using namespace kneepoint;

namespace {

bool sameButForBlending(const QColor& a, const QColor& b)
{
    return qAbs(a.red() - b.red()) <= 2 && qAbs(a.green() - b.green()) <= 2 && qAbs(a.blue() - b.blue()) <= 2;
}

/// Number of opaque pixels that have the color, and of those that do not.
std::pair<int, int> opaquePixels(const QImage& image, const QColor& color)
{
    std::pair<int, int> count{0, 0};
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const QColor pixel = image.pixelColor(x, y);
            if (pixel.alpha() == 255)
                ++(sameButForBlending(pixel, color) ? count.first : count.second);
        }
    }
    return count;
}

} // namespace

class IconsTest : public QObject {
    Q_OBJECT

private slots:
    void everyActionIconIsDrawnInTheTextColor_data()
    {
        QTest::addColumn<QString>("name");
        const QStringList files = QDir(":/icons").entryList({"*.svg"});
        QVERIFY(files.size() > 5);
        for (const QString& file : files) {
            if (file != "kneepoint.svg")
                QTest::newRow(qPrintable(file)) << file.chopped(4);
        }
    }

    void everyActionIconIsDrawnInTheTextColor()
    {
        QFETCH(const QString, name);
        const QIcon icon = actionIcon(name);
        for (const ThemeMode mode : {ThemeMode::light, ThemeMode::dark}) {
            QGuiApplication::setPalette(palette(mode));
            const auto [ink, stain] = opaquePixels(icon.pixmap(64, 64).toImage(), theme(mode).text);
            QVERIFY(ink > 50);
            QCOMPARE(stain, 0);
        }
    }

    void unknownNamesGiveNoIcon() { QVERIFY(actionIcon("no-such-icon").isNull()); }

    void theProgramHasAnIcon() { QVERIFY(!QIcon(":/icons/kneepoint.svg").pixmap(48, 48).isNull()); }
};

KNEEPOINT_TEST(IconsTest)
#include "icons_test.moc"
