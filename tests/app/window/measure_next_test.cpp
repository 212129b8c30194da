// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_window.h"
#include "app/window/window_actions.h"
#include "tests/app/stage.h"
#include "tests/support/eventually.h"
#include "tests/support/test_registry.h"
#include "widgets/controls/control_panel.h"
#include "widgets/controls/parameter_control.h"
#include "widgets/panels/explain_panel.h"
#include "widgets/panels/message_bar.h"

#include <QHelpEvent>
#include <QPushButton>
#include <QTest>

#include <algorithm>

using namespace kneepoint;
using test::Stage;

/// What a meeting asks about the figures themselves: who says them, and what to measure.
class MeasureNextTest : public QObject {
    Q_OBJECT

private slots:
    void theKeyNamesRunsAndOffersToCalibrate()
    {
        Stage stage("llama3-8b-64xh100");
        stage.key(Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier);
        VERIFY_EVENTUALLY(stage.window.messageBar().sentence().startsWith(QStringLiteral("Measure next: TP")));
        QCOMPARE(stage.window.messageBar().actionButton().text(), QStringLiteral("Calibrate"));
    }

    void itIsOfferedBesideAWideInterval()
    {
        Stage stage("llama3-70b-512xh100");
        stage.key(Qt::Key_F3);
        auto* panel = stage.window.findChild<ExplainPanel*>();
        const auto offer = [&] {
            const auto buttons = panel->findChildren<QPushButton*>();
            const auto found = std::ranges::find(buttons, QStringLiteral("What to measure next"), &QPushButton::text);
            return found == buttons.end() ? nullptr : *found;
        };
        VERIFY_EVENTUALLY(offer() && offer()->isVisible());
        QTest::mouseClick(offer(), Qt::LeftButton);
        VERIFY_EVENTUALLY(stage.window.messageBar().sentence().startsWith(QStringLiteral("Measure next")));
    }

    void whatsThisOfARowSaysWhoSaysItsValue()
    {
        Stage stage("llama3-70b-512xh100");
        ParameterControl* row = stage.window.controls().control(parameter("cluster.gpu"));
        QHelpEvent ask(QEvent::QueryWhatsThis, {}, {});
        QCoreApplication::sendEvent(row, &ask);
        QVERIFY2(row->whatsThis().contains(QStringLiteral("H100 SXM5 80 GB,")), qPrintable(row->whatsThis()));
    }
};

KNEEPOINT_TEST(MeasureNextTest)
#include "measure_next_test.moc"
