// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/cell_text.h"
#include "model/imports/table_text.h"
#include "tests/support/test_registry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <QTest>

using namespace kneepoint;

namespace {

/// Separator, heading and columns of each table, then its rows with their places.
std::string tablesText(std::string_view text)
{
    std::string all;
    for (const TextTable& table : tablesOf(text)) {
        all += fmt::format("{}[{}] {}\n", table.separator, table.heading, fmt::join(table.columns, "|"));
        for (const TableRow& row : table.rows)
            all += fmt::format("{}: {}\n", row.place, fmt::join(row.cells, "|"));
    }
    return all;
}
} // namespace

/// Tables as they are written and drawn, and what commas and dots are in them.
class TableShapesTest : public QObject {
    Q_OBJECT

private slots:
    void tablesAreRowsOfCells_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("tables");
        const auto row = [](const char* text, const char* tables) {
            QTest::newRow(text) << QByteArray(text) << QByteArray(tables);
        };
        row("a,b\n1,2\n3,4\n", ",[] a|b\nline 2: 1|2\nline 3: 3|4\n");
        row("prose\n\na;b\n1;2\n\n3\n", ";[] a|b\nline 4: 1|2\nline 6: 3\n");
        row("a\tb\n1\t2,5\n", "\t[] a|b\nline 2: 1|2,5\n");
        row("\xef\xbb\xbf\"a, b\",c\n\"say \"\"hi\"\"\", \"x\" \n", ",[] a, b|c\nline 2: say \"hi\"|x\n");
        row("a;b,c;d\n1;2,5;3\n", ";[] a|b,c|d\nline 2: 1|2,5|3\n");
        row("# Title\n\n## Part #1\n| a | b |\n|---|:-:|\n| 1 | 2 |\n|3|4\n\nprose\n#\nc | d\n--|--\n5 | 6\n",
            "|[Part #1] a|b\nline 6: 1|2\nline 7: 3|4\n|[] c|d\nline 13: 5|6\n");
        row("+---+---+\n| a | b |\n+---+---+\n| 1 | 2 |\n+---+---+\n| 3 | 4 |\n+---+---+\nend\n",
            "|[] a|b\nline 4: 1|2\nline 6: 3|4\n");
        row("┌───┬───┐\n│ a │ b │\n├───┼───┤\n│ 1 │ 2 │\n└───┴───┘\n", "|[] a|b\nline 4: 1|2\n");
        row("╔═══╦═══╗\n║ a ║ b ║\n╠═══╬═══╣\n║ 1 ║ 2 ║\n╚═══╩═══╝\n", "|[] a|b\nline 4: 1|2\n");
        row("Results of today:\n\nGPUs    tokens/s\n----    --------\n8       79\n16      152  x\n32      300\n\nafter "
            " all\n",
            " [] GPUs|tokens/s\nline 5: 8|79\nline 6: \nline 7: 32|300\n");
        row("one word\na  b\n= =\n1  2\n", " [] a|b\nline 4: 1|2\n");
        row("| a | b |\n|---|---|\n", "|[] a|b\n");
        row("--\n| a |\n", "");
        row("a | b\n|---|---|\n| 1 | 2 |\n| x |\n", "|[] a|b\nline 3: 1|2\nline 4: x\n");
        row("", "");
        row("word\n", "");
    }
    void tablesAreRowsOfCells()
    {
        QFETCH(const QByteArray, text);
        QTEST(QByteArray::fromStdString(tablesText(text.toStdString())), "tables");
    }

    /// Of the first column: its own numbers, those of the others, and the separator.
    void numbersDecideAboutTheirMarks_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("marks");
        const auto row = [](const char* text, Marks marks) {
            QTest::newRow(text) << QByteArray(text) << static_cast<int>(marks);
        };
        row("a;b\n1,25;1\n", Marks::decimal_comma);
        row("a;b\n1,250;1\n", Marks::open);
        row("a;b\n1,250;0,7\n", Marks::decimal_comma);
        row("a;b\n1,250;1.5\n", Marks::open);
        row("a;b\n1.250;1\n", Marks::open);
        row("a,b\n1.250,1\n", Marks::plain);
        row("a;b\n1.25;1\n", Marks::plain);
        row("a;b\n0,250;1\n", Marks::decimal_comma);
        row("a;b\n1,250,000;1\n", Marks::plain);
        row("a;b\n1.250.000;1\n", Marks::decimal_comma);
        row("a;b\n1.250,5;1\n", Marks::decimal_comma);
        row("a;b\n1,250.5;1\n", Marks::plain);
        row("a;b\n1250,500;1\n", Marks::decimal_comma);
        row("a;b\nx;1,5\n", Marks::decimal_comma);
        row("a;b\n1,250;x\n5;6\n", Marks::open);
        row("a;b\n~1,5 s;1\n", Marks::decimal_comma);
        row("a;b\n0.250;1\n", Marks::plain);
        row("| a | b |\n|--|--|\n| 1,250 | 1 |\n", Marks::plain);
    }
    void numbersDecideAboutTheirMarks()
    {
        QFETCH(const QByteArray, text);
        QTEST(static_cast<int>(marksOf(firstTable(text.toStdString()), 0)), "marks");
    }
};

KNEEPOINT_TEST(TableShapesTest)
#include "table_shapes_test.moc"
