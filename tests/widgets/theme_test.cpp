// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/fill.h"

#include <QTest>

#include <set>

using namespace kneepoint;

class ThemeTest : public QObject {
    Q_OBJECT

private slots:
    void textIsReadable_data()
    {
        QTest::addColumn<int>("mode");
        QTest::newRow("light") << int(ThemeMode::light);
        QTest::newRow("dark") << int(ThemeMode::dark);
    }
    void textIsReadable()
    {
        QFETCH(int, mode);
        const auto m = static_cast<ThemeMode>(mode);
        for (const QColor& ground : {theme(m).panel, theme(m).window}) {
            QVERIFY(contrast(theme(m).text, ground) >= 4.5);
            QVERIFY(contrast(theme(m).muted, ground) >= 4.5);
            QVERIFY(contrast(theme(m).warning, ground) >= 4.5);
        }
        for (int i = 0; i < quantity_count; ++i) {
            const auto quantity = static_cast<Quantity>(i);
            QVERIFY(contrast(quantityTextColor(quantity, m), theme(m).panel) >= 4.5);
            QVERIFY(contrast(theme(m).text, regionTint(quantity, m)) >= 4.5);
        }
    }
    void quantitiesHaveColoursOfTheirOwn_data() { textIsReadable_data(); }
    void quantitiesHaveColoursOfTheirOwn()
    {
        QFETCH(int, mode);
        std::set<QRgb> seen;
        for (int i = 0; i < quantity_count; ++i)
            seen.insert(quantityColor(static_cast<Quantity>(i), static_cast<ThemeMode>(mode)).rgb());
        QCOMPARE(seen.size(), std::size_t(quantity_count));
    }
    void hiddenIsToldFromExposedWithoutColour()
    {
        const QBrush hidden = fillBrush({Quantity::data_comm, Shade::hidden}, ThemeMode::light);
        QCOMPARE(hidden.style(), Qt::TexturePattern);
        QCOMPARE(fillBrush({Quantity::data_comm}, ThemeMode::light).style(), Qt::SolidPattern);
    }
    void partsOfOneHueAreToldApart_data()
    {
        QTest::addColumn<int>("shade");
        QTest::newRow("exposed") << int(Shade::full);
        QTest::newRow("hidden") << int(Shade::hidden);
    }
    void partsOfOneHueAreToldApart()
    {
        QFETCH(int, shade);
        for (const ThemeMode mode : {ThemeMode::light, ThemeMode::dark})
            for (std::size_t i = 0; i < part_count; ++i)
                for (std::size_t j = 0; j < i; ++j) {
                    const QBrush a = fillBrush(fillOf(Part(i), Shade(shade)), mode);
                    const QBrush b = fillBrush(fillOf(Part(j), Shade(shade)), mode);
                    QVERIFY2(a.style() != b.style() || a.color() != b.color() || a.textureImage() != b.textureImage(),
                        std::string(partId(Part(i))).append(" ").append(partId(Part(j))).c_str());
                }
    }
    void contrastOfBlackAndWhiteIs21() { QCOMPARE(contrast(QColor(Qt::black), QColor(Qt::white)), 21.0); }
    void fontRolesFollowTheFontTheyStartFrom()
    {
        QFont font;
        font.setPointSizeF(20);
        QCOMPARE(roleFont(font, FontRole::headline).pointSizeF(), 44.0);
        QVERIFY(roleFont(font, FontRole::strong).bold());
    }
};

QTEST_MAIN(ThemeTest)
#include "theme_test.moc"
