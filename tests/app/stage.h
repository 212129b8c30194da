// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/command_search.h"
#include "app/window/main_window.h"
#include "model/catalogue/shipped_scenarios.h"
#include "tests/support/eventually.h"
#include "widgets/controls/control_panel.h"
#include "widgets/controls/section.h"
#include "widgets/panels/board.h"
#include "widgets/panels/chart_tabs.h"
#include "widgets/panels/figure.h"
#include "widgets/panels/headline_strip.h"
#include "widgets/text.h"

#include <QLineEdit>
#include <QTest>

namespace kneepoint::test {

/// A shown, active window and helpers that simulate user input.
struct Stage {
    MainWindow window;
    ScenarioDocument& document = window.document();

    explicit Stage(std::string_view preset = "suspect-exposed-communication")
        : window(*findScenarioPreset(preset))
    {
        window.resize(1600, 900);
        window.show();
        window.activateWindow();
        if (!QTest::qWaitForWindowActive(&window, test::patience_ms))
            qFatal("the window is not shown");
    }

    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(&window, key, modifiers); }

    QStringList captions()
    {
        QStringList all;
        for (const Figure* figure : window.board().headline().findChildren<Figure*>())
            all << figure->caption();
        return all;
    }

    /// How many changes the heading of a section tells of: "Plan, 2 changed".
    int changedIn(Group group)
    {
        for (const Section* section : window.controls().findChildren<Section*>())
            if (section->title() == toQString(groupLabel(group)))
                return section->heading().text().section(QStringLiteral(", "), 1).section(u' ', 0, 0).toInt();
        qFatal("no such section");
    }

    /// Types into the command search and presses Enter.
    void command(const QString& text)
    {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // the previous one
        key(Qt::Key_K, Qt::ControlModifier);
        auto* search = window.findChild<CommandSearch*>();
        QVERIFY(search);
        auto* field = search->findChild<QLineEdit*>();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
    }

    /// Brings the chart of this kind into view.
    template <class ChartKind> ChartKind& look()
    {
        ChartTabs& more = window.board().more();
        for (int tab = 0; tab < more.count(); ++tab) {
            more.setCurrentIndex(tab);
            if (auto* chart = dynamic_cast<ChartKind*>(more.current()))
                return *chart;
        }
        qFatal("no such chart");
    }
};

} // namespace kneepoint::test
