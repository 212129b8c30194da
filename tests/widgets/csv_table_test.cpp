// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/csv_table.h"

#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

class CsvTableTest : public QObject {
    Q_OBJECT

private slots:
    void textThatLooksLikeAFormulaIsWrittenAsText()
    {
        QCOMPARE(csvField("=HYPERLINK(1)"), std::string("'=HYPERLINK(1)"));
        QCOMPARE(csvField("@a"), std::string("'@a"));
        QCOMPARE(csvField("+1 dB, -2"), std::string("\"'+1 dB, -2\""));
        for (const char* number : {"-1.5e-3", "+2", "-inf", "3"})
            QCOMPARE(csvField(number), std::string(number));
    }

    void rowsWithTheSameKeyAreJoined()
    {
        const CsvTable shown{{"k", "t"}, 1, {{"1", "10"}, {"2", "20"}}};
        const CsvTable pinned{{"k", "t"}, 1, {{"2", "21"}, {"1", "11"}}};
        QCOMPARE(csvText(besideReference(shown, pinned)), std::string("k,t,t_a\n1,10,11\n2,20,21\n"));
    }

    void unmatchedRowsLeaveTheOtherSideEmpty()
    {
        const CsvTable shown{{"k", "t"}, 1, {{"1", "10"}}};
        const CsvTable pinned{{"k", "t"}, 1, {{"3", "31"}}};
        QCOMPARE(csvText(besideReference(shown, pinned)), std::string("k,t,t_a\n1,10,\n3,,31\n"));
    }

    void duplicateKeysAreJoinedInOrder()
    {
        const CsvTable shown{{"k", "t"}, 1, {{"1", "a"}, {"1", "b"}}};
        const CsvTable pinned{{"k", "t"}, 1, {{"1", "c"}, {"1", "d"}, {"1", "e"}}};
        QCOMPARE(csvText(besideReference(shown, pinned)), std::string("k,t,t_a\n1,a,c\n1,b,d\n1,,e\n"));
    }

    void fieldsWithCommasAreQuoted()
    {
        QCOMPARE(csvText({{"name"}, 1, {{"a, b"}, {"say \"c\""}}}), std::string("name\n\"a, b\"\n\"say \"\"c\"\"\"\n"));
    }
};

KNEEPOINT_TEST(CsvTableTest)
#include "csv_table_test.moc"
