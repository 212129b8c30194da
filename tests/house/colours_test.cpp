// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/house/source_files.h"

#include "tests/support/test_registry.h"

#include <QTest>
#include <regex>

namespace {

/// The first colour written as a figure or by name in a source text, or an empty text.
std::string colourIn(const std::string& text)
{
    static const std::regex colour(
        R"re("[^"\n]*#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{3})\b|\b0x(?:ff)?[0-9a-fA-F]{6}\b|QColor\(\s*\d|qRgba?\(\s*\d|Qt::(?:red|green|blue|black|white|gray|cyan|magenta|yellow|darkGray|lightGray)\b)re");
    std::smatch match;
    return std::regex_search(text, match, colour) ? match.str() : std::string();
}

} // namespace

/// Colours are tokens of widgets/theme; nobody else writes one.
class ColoursTest : public QObject {
    Q_OBJECT

private slots:
    void onlyTheThemeWritesColours()
    {
        const auto files = sourceFiles({"model", "widgets", "app"}, {".h", ".cpp"});
        QVERIFY(!files.empty());
        for (const SourceFile& file : files) {
            if (!file.path.starts_with("widgets/theme/")) {
                const std::string colour = colourIn(file.text);
                QVERIFY2(colour.empty(), (file.path + " writes the colour " + colour).c_str());
            }
        }
    }

    void writtenColoursAreNoticed_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("six digits") << QStringLiteral("QColor(\"%1\")").arg("#0072B2");
        QTest::newRow("three digits in a style sheet") << QStringLiteral("\"color: %1;\"").arg("#fff");
        QTest::newRow("number") << "0x0072b2";
        QTest::newRow("channels") << "QColor(0, 114, 178)";
        QTest::newRow("name") << "Qt::red";
    }

    void writtenColoursAreNoticed()
    {
        QFETCH(const QString, text);
        QVERIFY(!colourIn(text.toStdString()).empty());
    }

    void otherTextIsNotAColour_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("include") << "#include <QColor>";
        QTest::newRow("token") << "theme(mode).accent";
        QTest::newRow("mask") << "0xff";
        QTest::newRow("transparent") << "Qt::transparent";
    }

    void otherTextIsNotAColour()
    {
        QFETCH(const QString, text);
        QCOMPARE(colourIn(text.toStdString()), std::string());
    }
};

KNEEPOINT_TEST(ColoursTest)
#include "colours_test.moc"
