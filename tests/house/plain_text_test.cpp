// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/house/source_files.h"

#include "tests/support/test_registry.h"

#include <QRegularExpression>
#include <QTest>

namespace {

/// What a tool tip or What's This may be made by, without anything appended: plainToolTip(), a sentence of ours, help
/// texts, which escape what they contain, and a tool tip that was made so before.
bool isSafe(const QString& value)
{
    static const QRegularExpression made(
        QStringLiteral(R"(^(?:plainToolTip|tr|translated|helpText|\w+Help|parameterToolTip|QString|[\w.>-]+toolTip|)"
                       R"(QCoreApplication::translate)(\((?:[^()]|(?1))*\))$)"));
    return made.match(value).hasMatch();
}

/// The tool tips and What's This of a source text that are none of these, with $ for each literal.
QStringList unsafeIn(QString text)
{
    static const QRegularExpression literal(QStringLiteral(R"(\x22(?:[^\x22\\\n]|\\.)*\x22)"));
    static const QRegularExpression set(QStringLiteral(
        R"(\b(?:setToolTip|setWhatsThis|QToolTip::showText|QWhatsThis::showText)(\((?:[^()]|(?1))*\)))"));
    static const QRegularExpression shown(QStringLiteral(R"(^mapToGlobal\(.*?\), (.*), this$)"));
    static const QRegularExpression choice(QStringLiteral(R"(^[^()]*(?:\([^()]*\)[^()]*)*? \? (.*) : (.*)$)"));
    QStringList found;
    text.replace(literal, QStringLiteral("$"));
    for (auto all = set.globalMatch(text); all.hasNext();) {
        QString value = all.next().captured(1).mid(1).chopped(1).simplified();
        if (const auto placed = shown.match(value); placed.hasMatch())
            value = placed.captured(1);
        const auto either = choice.match(value);
        if (!isSafe(value) && !(either.hasMatch() && isSafe(either.captured(1)) && isSafe(either.captured(2))))
            found << value;
    }
    return found;
}

} // namespace

/// Qt renders a tool tip that looks like HTML; texts of files must not.
class PlainTextTest : public QObject {
    Q_OBJECT

private slots:
    void toolTipsArePlain()
    {
        const auto files = sourceFiles({"widgets", "app"}, {".h", ".cpp"});
        QVERIFY(!files.empty());
        for (const SourceFile& file : files)
            for (const QString& value : unsafeIn(QString::fromStdString(file.text)))
                QFAIL(qPrintable(
                    QString::fromStdString(file.path) + QStringLiteral(": plainToolTip() is missing: ") + value));
    }

    void documentsAreClosed()
    {
        static const QRegularExpression open(QStringLiteral(R"(\bQTextDocument\s+\w+[;({]|new QTextDocument\b)"));
        for (const SourceFile& file : sourceFiles({"widgets", "app"}, {".h", ".cpp"}))
            QVERIFY2(!open.match(QString::fromStdString(file.text)).hasMatch(),
                (file.path + ": a ClosedDocument opens no file that its text names").c_str());
    }

    void textFromOutsideIsDetected_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("safe");
        QTest::newRow("a name") << "setToolTip(name);" << false;
        QTest::newRow("inserted") << "setToolTip(tr(\"Close %1 (now)\").arg(name));" << false;
        QTest::newRow("one of two") << "a->setWhatsThis(on ? tr(\"On\") : name);" << false;
        QTest::newRow("plain") << "setToolTip(plainToolTip(tr(\"Close %1\").arg(name)));" << true;
        QTest::newRow("ours") << "setToolTip(tr(\"Close (Escape)\"));" << true;
        QTest::newRow("both") << "a->setToolTip(on ? tr(\"On: now\") : plainToolTip(name));" << true;
        QTest::newRow("shown") << "QToolTip::showText(mapToGlobal(rect().center()), sentence, this);" << false;
    }
    void textFromOutsideIsDetected()
    {
        QFETCH(const QString, text);
        QFETCH(const bool, safe);
        QCOMPARE(unsafeIn(text).isEmpty(), safe);
    }
};

KNEEPOINT_TEST(PlainTextTest)
#include "plain_text_test.moc"
