// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/slider_mapping.h"

#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>

using namespace kneepoint;

namespace {

bool hasSlider(const Parameter& p)
{
    return p.scale != Scale::choice && p.scale != Scale::flag;
}

} // namespace

class SliderMappingTest : public QObject {
    Q_OBJECT

private slots:
    void endsAreExact_data() { everyParameter(); }
    void endsAreExact()
    {
        QFETCH(QString, id);
        const Parameter& p = parameter(id.toStdString());
        const SliderMapping mapping(p);
        QCOMPARE(mapping.value(0), p.range.slider_min);
        QCOMPARE(mapping.value(mapping.steps()), p.range.slider_max);
        QCOMPARE(mapping.position(p.range.slider_min), 0);
        QCOMPARE(mapping.position(p.range.slider_max), mapping.steps());
    }

    void valuesIncreaseWithThePositionAndAreValid_data() { everyParameter(); }
    void valuesIncreaseWithThePositionAndAreValid()
    {
        QFETCH(QString, id);
        const Parameter& p = parameter(id.toStdString());
        const SliderMapping mapping(p);
        for (int position = 0; position <= mapping.steps(); ++position) {
            const double value = mapping.value(position);
            QVERIFY2(checkValue(p, value).has_value(), qPrintable(QString::number(value)));
            if (position > 0)
                QVERIFY(value >= mapping.value(position - 1));
            QCOMPARE(mapping.value(mapping.position(value)), value);
        }
    }

    void aStepUpAndDownReturnsToTheStart_data() { everyParameter(); }
    void aStepUpAndDownReturnsToTheStart()
    {
        QFETCH(QString, id);
        const Parameter& p = parameter(id.toStdString());
        const SliderMapping mapping(p);
        const double middle = mapping.value(mapping.steps() / 2);
        const double up = mapping.stepped(middle, 1);
        QVERIFY(up > middle);
        QCOMPARE(mapping.stepped(up, -1), middle);
        QCOMPARE(mapping.stepped(mapping.value(0), -1), p.range.slider_min);
        QCOMPARE(mapping.stepped(mapping.value(0), mapping.steps()), p.range.slider_max);
    }

    void powersOfTwoSnap()
    {
        const SliderMapping mapping(Scale::power_of_two, 1, 1000);
        QCOMPARE(mapping.steps(), 10);
        QCOMPARE(mapping.value(mapping.position(300)), 256.0);
        QCOMPARE(mapping.stepped(300, 1), 512.0);
        QCOMPARE(mapping.stepped(300, -1), 256.0);
        QCOMPARE(mapping.value(10), 1000.0);
        QCOMPARE(mapping.value(9), 512.0);
    }

    void aLogarithmicScaleMayStartAtZero()
    {
        const SliderMapping mapping(Scale::logarithmic, 0, 1e6);
        QCOMPARE(mapping.value(0), 0.0);
        QCOMPARE(mapping.value(1), 1.0);
        QCOMPARE(mapping.position(0), 0);
        QVERIFY(mapping.value(mapping.steps() / 2) < 2e3);
    }

    void valuesBetweenTheEndsHaveThreeDigits()
    {
        const SliderMapping mapping(Scale::logarithmic, 10e6, 10e12);
        for (int position = 0; position <= mapping.steps(); ++position) {
            const double value = mapping.value(position);
            const double digits = value / std::pow(10.0, std::floor(std::log10(value)) - 2);
            QVERIFY(std::abs(digits - std::round(digits)) < 1e-6);
        }
    }

    void aStepBeyondTheEndNeverMovesBack()
    {
        const SliderMapping mapping(Scale::linear, 0, 1);
        QCOMPARE(mapping.stepped(5, 1), 5.0);
        QVERIFY(mapping.stepped(5, -1) < 5);
    }

private:
    static void everyParameter()
    {
        QTest::addColumn<QString>("id");
        for (const Parameter& p : catalogue())
            if (hasSlider(p))
                QTest::newRow(std::string(p.id).c_str()) << QString::fromStdString(std::string(p.id));
    }
};

KNEEPOINT_TEST(SliderMappingTest)
#include "slider_mapping_test.moc"
