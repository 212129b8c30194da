// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/scenario/short_name.h"

#include "tests/support/test_registry.h"

#include <QTest>

#include <string>

using namespace kneepoint;

class ShortNameTest : public QObject {
    Q_OBJECT

private slots:
    void aNameIsKeptUnchanged()
    {
        QVERIFY(ShortName().empty());
        QCOMPARE(ShortName("Our cluster, 2026").text(), std::string_view("Our cluster, 2026"));
        QVERIFY(ShortName("a") == ShortName(std::string("a")));
    }

    void aLongNameIsCutAfterAWholeCharacter()
    {
        const std::string plain(100, 'x');
        QCOMPARE(ShortName(plain).text().size(), ShortName::most_bytes);
        std::string wide;
        for (int i = 0; i < 30; ++i)
            wide += "ü"; // two bytes
        QCOMPARE(ShortName(wide).text(), std::string_view(wide).substr(0, ShortName::most_bytes - 1));
    }
};

KNEEPOINT_TEST(ShortNameTest)
#include "short_name_test.moc"
