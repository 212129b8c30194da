// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/name_label.h"

#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

class NameLabelTest : public QObject {
    Q_OBJECT

private slots:
    void whatDoesNotFitIsElidedInTheSameFont()
    {
        NameLabel label(QStringLiteral("Micro-batch size (per replica)"));
        const QFont font = label.font();
        label.resize(label.sizeHint());
        QVERIFY(!label.isShortened());
        label.resize(label.sizeHint().width() / 3, label.sizeHint().height());
        QVERIFY(label.isShortened());
        QCOMPARE(label.font(), font);
        QCOMPARE(label.text(), QStringLiteral("Micro-batch size (per replica)"));
    }

    void aBriefNameComesBeforeEliding()
    {
        NameLabel label(QStringLiteral("Virtual pipeline stages (VPP)"));
        label.setBrief(QStringLiteral("Virtual stages"));
        const auto width = [&](const char* words) {
            return label.fontMetrics().horizontalAdvance(QString::fromLatin1(words)) + 1;
        };
        label.resize(width("Virtual pipeline stages"), 20);
        QCOMPARE(label.shownText(), QStringLiteral("Virtual pipeline stages"));
        label.resize(width("Virtual pipeline sta"), 20);
        QCOMPARE(label.shownText(), QStringLiteral("Virtual stages"));
        label.resize(width("Virtual"), 20);
        QVERIFY(label.shownText().endsWith(QChar(0x2026)));
    }
};

KNEEPOINT_TEST(NameLabelTest)
#include "name_label_test.moc"
