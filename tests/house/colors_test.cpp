// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/house/source_files.h"

#include "tests/support/test_registry.h"

#include <QRegularExpression>
#include <QTest>

namespace {

/// The first color literal or color name in a source text, or an empty text.
std::string colorIn(const std::string& text)
{
    static const QRegularExpression color(QStringLiteral(
        R"re("[^"\n]*#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{3})\b|\b0x(?:ff)?[0-9a-fA-F]{6}\b|QColor\(\s*\d|qRgba?\(\s*\d|Qt::(?:red|green|blue|black|white|gray|cyan|magenta|yellow|darkGray|lightGray)\b)re"));
    return color.match(QString::fromStdString(text)).captured().toStdString();
}

} // namespace

/// Colors are theme tokens, defined only in widgets/theme.
class ColorsTest : public QObject {
    Q_OBJECT

private slots:
    void onlyTheThemeDefinesColors()
    {
        const auto files = sourceFiles({"model", "widgets", "app"}, {".h", ".cpp"});
        QVERIFY(!files.empty());
        for (const SourceFile& file : files) {
            if (!file.path.starts_with("widgets/theme/")) {
                const std::string color = colorIn(file.text);
                QVERIFY2(color.empty(), (file.path + " writes the color " + color).c_str());
            }
        }
    }

    void colorLiteralsAreDetected_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("six digits") << QStringLiteral("QColor(\"%1\")").arg("#0072B2");
        QTest::newRow("three digits in a style sheet") << QStringLiteral("\"color: %1;\"").arg("#fff");
        QTest::newRow("number") << "0x0072b2";
        QTest::newRow("channels") << "QColor(0, 114, 178)";
        QTest::newRow("name") << "Qt::red";
    }

    void colorLiteralsAreDetected()
    {
        QFETCH(const QString, text);
        QVERIFY(!colorIn(text.toStdString()).empty());
    }

    void otherTextIsNotAColor_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("include") << "#include <QColor>";
        QTest::newRow("token") << "theme(mode).accent";
        QTest::newRow("mask") << "0xff";
        QTest::newRow("transparent") << "Qt::transparent";
    }

    void otherTextIsNotAColor()
    {
        QFETCH(const QString, text);
        QCOMPARE(colorIn(text.toStdString()), std::string());
    }
};

KNEEPOINT_TEST(ColorsTest)
#include "colors_test.moc"
