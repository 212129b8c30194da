// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/step/step_report.h"
#include "widgets/theme/fill.h"

#include "tests/support/test_registry.h"
#include "widgets/style/style.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QRadioButton>
#include <QTest>

#include <algorithm>
#include <cmath>

#include <set>

using namespace kneepoint;

namespace {

/// The best contrast with the window of all pixels in a part of a widget.
double bestContrast(QWidget& widget, const QRect& part, ThemeMode mode)
{
    const QImage picture = widget.grab().toImage();
    double best = 1;
    for (int y = part.top(); y <= part.bottom(); ++y)
        for (int x = part.left(); x <= part.right(); ++x)
            best = std::max(best, contrast(picture.pixelColor(x, y), theme(mode).window));
    return best;
}

} // namespace

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
            QVERIFY(contrast(theme(m).accent, ground) >= 4.5);
            QVERIFY(contrast(theme(m).better, ground) >= 4.5);
            QVERIFY(contrast(theme(m).worse, ground) >= 4.5);
            QVERIFY(contrast(theme(m).border, ground) >= 3);
        }
        for (int i = 0; i < quantity_count; ++i) {
            const auto quantity = static_cast<Quantity>(i);
            QVERIFY(contrast(quantityTextColor(quantity, m), theme(m).panel) >= 4.5);
            QVERIFY(contrast(theme(m).text, regionTint(quantity, m)) >= 4.5);
        }
    }
    void quantitiesHaveDistinctColors_data() { textIsReadable_data(); }
    void quantitiesHaveDistinctColors()
    {
        QFETCH(int, mode);
        std::set<QRgb> seen;
        for (int i = 0; i < quantity_count; ++i)
            seen.insert(quantityColor(static_cast<Quantity>(i), static_cast<ThemeMode>(mode)).rgb());
        QCOMPARE(seen.size(), std::size_t(quantity_count));
    }
    void hiddenAndExposedDifferWithoutColor()
    {
        const QBrush hidden = fillBrush({Quantity::data_comm, Shade::hidden}, ThemeMode::light);
        QCOMPARE(hidden.style(), Qt::TexturePattern);
        QCOMPARE(fillBrush({Quantity::data_comm}, ThemeMode::light).style(), Qt::SolidPattern);
    }
    void partsOfOneHueAreDistinguishable_data()
    {
        QTest::addColumn<int>("shade");
        QTest::newRow("exposed") << int(Shade::full);
        QTest::newRow("hidden") << int(Shade::hidden);
    }
    void partsOfOneHueAreDistinguishable()
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
    void controlsHaveVisibleEdges_data() { textIsReadable_data(); }
    void controlsHaveVisibleEdges()
    {
        QFETCH(int, mode);
        const auto m = static_cast<ThemeMode>(mode);
        const QPalette p = palette(m);
        for (const auto ground : {QPalette::Window, QPalette::Base, QPalette::Button})
            QVERIFY(contrast(theme(m).border, p.color(ground)) >= 3);
    }
    void smallAndDisabledTextIsReadable_data() { textIsReadable_data(); }
    void smallAndDisabledTextIsReadable()
    {
        QFETCH(int, mode);
        const QPalette p = palette(static_cast<ThemeMode>(mode));
        for (const auto ground : {QPalette::Window, QPalette::Base, QPalette::Button, QPalette::AlternateBase}) {
            QVERIFY(contrast(p.color(QPalette::PlaceholderText), p.color(ground)) >= 4.5);
            for (const auto words : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
                QVERIFY(contrast(p.color(QPalette::Disabled, words), p.color(ground)) >= 4.5);
        }
    }
    /// The edge is actually drawn: the outermost pixels of a field have the token's contrast.
    void fieldsAreDrawnWithTheirEdges_data() { textIsReadable_data(); }
    void fieldsAreDrawnWithTheirEdges()
    {
        QFETCH(int, mode);
        const auto m = static_cast<ThemeMode>(mode);
        applyTheme(*qApp, m);
        QLineEdit field;
        QComboBox list;
        list.addItem(QStringLiteral("one"));
        for (QWidget* widget : {static_cast<QWidget*>(&field), static_cast<QWidget*>(&list)}) {
            widget->resize(120, 28);
            const double best = bestContrast(*widget, {60, 0, 1, 3}, m);
            QVERIFY2(best >= 3, qPrintable(QString::number(best)));
        }
        applyTheme(*qApp, ThemeMode::light);
    }
    void choicesAreDrawnWithTheirEdges_data() { textIsReadable_data(); }
    void choicesAreDrawnWithTheirEdges()
    {
        QFETCH(int, mode);
        const auto m = static_cast<ThemeMode>(mode);
        applyTheme(*qApp, m);
        QCheckBox box;
        QRadioButton one_of_several;
        for (QWidget* widget : {static_cast<QWidget*>(&box), static_cast<QWidget*>(&one_of_several)})
            for (const bool enabled : {true, false}) {
                widget->setEnabled(enabled);
                widget->resize(widget->sizeHint());
                const double best = bestContrast(*widget, widget->rect(), m);
                QVERIFY2(best >= 3, qPrintable(QString::number(best)));
            }
        applyTheme(*qApp, ThemeMode::light);
    }
    /// Machado, Oliveira and Fernandes 2009, severity 1: linear RGB as a deuteranope sees it.
    void deuteranopesCanDistinguishExpertsFromGradients_data() { textIsReadable_data(); }
    void deuteranopesCanDistinguishExpertsFromGradients()
    {
        QFETCH(int, mode);
        const auto m = static_cast<ThemeMode>(mode);
        const auto lightness = [m](Quantity q) {
            const QColor c = quantityColor(q, m);
            const auto linear = [](double v) { return std::pow(v, 2.2); };
            const double r = linear(c.redF()), g = linear(c.greenF()), b = linear(c.blueF());
            const double seen_r = 0.367322 * r + 0.860646 * g - 0.227968 * b;
            const double seen_g = 0.280085 * r + 0.672501 * g + 0.047413 * b;
            return 116 * std::cbrt(std::max(0.0, 0.3 * seen_r + 0.7 * seen_g)) - 16;
        };
        QVERIFY(std::abs(lightness(Quantity::expert_comm) - lightness(Quantity::data_comm)) > 10);
    }
    void contrastOfBlackAndWhiteIs21() { QCOMPARE(contrast(QColor(Qt::black), QColor(Qt::white)), 21.0); }
    void fontRolesScaleWithTheBaseFont()
    {
        QFont font;
        font.setPointSizeF(20);
        QCOMPARE(roleFont(font, FontRole::headline).pointSizeF(), 44.0);
        QVERIFY(roleFont(font, FontRole::strong).bold());
    }
};

KNEEPOINT_TEST(ThemeTest)
#include "theme_test.moc"
