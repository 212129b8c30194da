// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/validation_page.h"

#include "tests/support/source_path.h"
#include "tests/support/test_registry.h"

#include <QFile>
#include <QTest>

using namespace kneepoint;

/// docs/validation.md is what the fit writes, up to its section of measured layouts.
class ValidationPageTest : public QObject {
    Q_OBJECT

private slots:
    void thePageIsThatOfTheProgram()
    {
        const Result<std::string> now = fit::validationPage(publishedMeasurements(), shippedCalibration());
        QVERIFY(now);
        QFile file(sourcePath("docs/validation.md"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray program = QByteArray::fromStdString(*now), page = file.readAll();
        QVERIFY(program.size() > 5000);
        const auto expected = program.split('\n'), written = page.split('\n');
        for (qsizetype i = 0; i + 1 < expected.size(); ++i)
            QVERIFY2(written.value(i) == expected[i],
                "docs/validation.md is out of date; run scripts/validation-report\n  page: " + written.value(i)
                    + "\n  now:  " + expected[i]);
        QCOMPARE(page.indexOf("\n## Measured layouts\n"), program.size());
    }
};

KNEEPOINT_TEST(ValidationPageTest)
#include "validation_page_test.moc"
