// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_window.h"
#include "app/window/session_keeper.h"
#include "model/scenario/scenario.h"

#include <QApplication>
#include <QTimer>

#include <cstdio>
#include <string>

using namespace kneepoint;

/// A window that edits and saves until it is killed: kill_victim SESSION SCENARIO FIRST [LARGE]. With an empty SCENARIO
/// it never saves; with LARGE it saves a file of nearly the maximum size after every edit. It prints its progress:
/// "began N" with the value found at startup, "edited N", "kept N" once the session file has it, "saved N" once the
/// scenario file has it.
int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    MainWindow window(MainWindow::defaultScenario());
    SessionKeeper keeper(window, QString::fromLocal8Bit(argv[1]));
    static_cast<QWidget&>(window).show();
    const auto say = [](const char* what, int n) {
        std::printf("%s %d\n", what, n);
        std::fflush(stdout);
    };
    say("began", static_cast<int>(window.document().scenario().workload.critical_batch));
    const bool large = argc > 4 && *argv[4];
    if (large) {
        ScenarioFile file = window.document().file();
        file.about = std::string(scenario_file_limit_bytes * 9 / 10, 'x');
        window.document().open(file);
    }
    int n = QString::fromLocal8Bit(argv[3]).toInt();
    QObject::connect(&keeper, &SessionKeeper::kept, [&](const Session& session) {
        const auto kept = parseScenario(session.scenario.toStdString(), "session", window.document().calibration());
        say("kept", static_cast<int>(kept->scenario.workload.critical_batch));
    });
    QTimer edits;
    QObject::connect(&edits, &QTimer::timeout, [&] {
        window.document().editOnce(parameter("workload.critical_batch"), ++n);
        say("edited", n);
        if ((large || n % 7 == 0) && *argv[2] && window.document().save(QString::fromLocal8Bit(argv[2])))
            say("saved", n);
    });
    edits.start(3);
    return QApplication::exec();
}
