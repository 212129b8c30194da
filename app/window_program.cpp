// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window_program.h"

#include "app/main_window.h"
#include "app/session_keeper.h"
#include "model/scenario/presets.h"
#include "widgets/text.h"

#include <QApplication>

namespace kneepoint {

int runWindow(int& argc, char** argv, const std::string& scenario)
{
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("kneepoint"));
    QApplication::setApplicationDisplayName(QStringLiteral("Kneepoint"));
    QApplication::setApplicationVersion(QStringLiteral(KNEEPOINT_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("org.kneepoint.Kneepoint"));

    MainWindow window(MainWindow::defaultScenario());
    const SessionKeeper keeper(window, defaultSessionPath());
    if (const ScenarioFile* preset = findScenarioPreset(scenario))
        window.document().open(*preset);
    else if (!scenario.empty())
        window.openPath(toQString(scenario));
    static_cast<QWidget&>(window).show();
    return QApplication::exec();
}

} // namespace kneepoint
