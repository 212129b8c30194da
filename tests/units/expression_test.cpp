// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/units/expression.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>

using namespace kneepoint;

/// Values of formulas as displayed; a = 3, t_b = 4, z = 0.
class ExpressionTest : public QObject {
    Q_OBJECT

    static std::optional<double> value(const QString& text)
    {
        return expressionValue(text.toStdString(), [](std::string_view name) -> std::optional<double> {
            if (name == "a" || name == "t_b")
                return name == "a" ? 3 : 4;
            return name == "z" ? std::optional(0.0) : std::nullopt;
        });
    }

private slots:
    void expressionsHaveValues_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("expected");
        QTest::newRow("number") << "2.5" << 2.5;
        QTest::newRow("product before sum") << "2 + 3·{t_b}" << 14.0;
        QTest::newRow("from left to right") << "24/{a}·2/{t_b} − 1 − 1" << 2.0;
        QTest::newRow("brackets") << "24/({a}·(2 + {t_b}))" << 24.0 / 18;
        QTest::newRow("powers") << "2·{a}² + {t_b}^{a}" << 82.0;
        QTest::newRow("minus of a product") << "exp(−{a}·{t_b})" << std::exp(-12.0);
        QTest::newRow("root") << "√({a}·{t_b}·3)/2" << 3.0;
        QTest::newRow("logarithm") << "2·log₂{t_b}" << 4.0;
        QTest::newRow("rounded up") << "⌈{t_b}/{a}⌉" << 2.0;
        QTest::newRow("least") << "min({a}, 2 + {t_b}, 5)" << 3.0;
        QTest::newRow("greatest") << "max({a}, 2 + {t_b}, 5)" << 6.0;
    }
    void expressionsHaveValues()
    {
        QFETCH(const QString, text);
        QFETCH(const double, expected);
        QVERIFY(value(text).has_value());
        QCOMPARE(*value(text), expected);
    }

    void otherTextHasNone_data()
    {
        QTest::addColumn<QString>("text");
        for (const char* text :
            {"", "{unknown}", "{a", "2·", "2+3", "{a} more", "(2 + 3", "⌈2)", "min(2", "1/{z}", "x"})
            QTest::newRow(text) << text;
    }
    void otherTextHasNone()
    {
        QFETCH(const QString, text);
        QVERIFY(!value(text).has_value());
    }
};

KNEEPOINT_TEST(ExpressionTest)
#include "expression_test.moc"
