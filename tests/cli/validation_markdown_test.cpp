// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/answer.h"

#include "tests/support/source_path.h"
#include "tests/support/test_registry.h"

#include <QFile>
#include <QTest>

namespace {

QByteArray validationPage()
{
    QFile page(kneepoint::sourcePath("docs/validation.md"));
    return page.open(QIODevice::ReadOnly) ? page.readAll() : QByteArray();
}

/// Fails with the first line that differs.
void compareLines(const QByteArray& written, const QByteArray& expected)
{
    const QList<QByteArray> page = written.split('\n'), program = expected.split('\n');
    for (qsizetype i = 0; i < std::min(page.size(), program.size()); ++i)
        QVERIFY2(page[i] == program[i],
            "docs/validation.md is out of date; run scripts/validation-report\n  page: " + page[i]
                + "\n  now:  " + program[i]);
    QCOMPARE(page.size(), program.size());
}

} // namespace

/// docs/validation.md is what the program writes.
class ValidationMarkdownTest : public QObject {
    Q_OBJECT

    Answer m_errors;

private slots:
    void initTestCase() { m_errors = ask({"validate", "--markdown"}); }

    void theErrorsAreThoseOfTheProgram()
    {
        QCOMPARE(m_errors.code, 0);
        const QByteArray expected = QByteArray::fromStdString(m_errors.out);
        QVERIFY(expected.size() > 5000);
        compareLines(validationPage().left(expected.size()), expected);
    }

    void theLayoutsAreThoseOfTheProgram()
    {
        const QString layouts =
            qEnvironmentVariable("KNEEPOINT_LAYOUTS", kneepoint::sourcePath("../shared/validation/layouts.json"));
        if (!QFile::exists(layouts))
            QSKIP("the measured layouts (layouts.json) are not beside the source tree");
        const Answer choices = ask({"validate", "--layouts", "--file", layouts.toStdString(), "--markdown"});
        QCOMPARE(choices.code, 0);
        compareLines(validationPage(), QByteArray::fromStdString(m_errors.out + "\n" + choices.out));
    }
};

KNEEPOINT_TEST(ValidationMarkdownTest)
#include "validation_markdown_test.moc"
