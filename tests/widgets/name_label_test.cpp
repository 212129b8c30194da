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
};

KNEEPOINT_TEST(NameLabelTest)
#include "name_label_test.moc"
