// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_window.h"
#include "app/window/session_keeper.h"
#include "model/scenario/scenario.h"
#include "tests/app/patient.h"
#include "tests/widgets/failing_calls.h"

#include <QApplication>
#include <QTimer>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <string_view>
#include <utility>

#include <unistd.h>

using namespace kneepoint;

namespace {

std::atomic<int> calls_left = 0; ///< 0: it is not counted

/// Dies at the call that is the last one; of a write, with half of it written.
void dieAtLast(std::string_view name, int file, std::string_view bytes)
{
    if (name == "open" || calls_left.load() <= 0 || calls_left.fetch_sub(1) != 1)
        return;
    if (!bytes.empty())
        (void)!::write(file, bytes.data(), bytes.size() / 2);
    (void)std::raise(SIGKILL);
}

void say(const char* what, int n)
{
    std::printf("%s %d\n", what, n);
    std::fflush(stdout);
}

void edit(ScenarioDocument& document, int n)
{
    document.editOnce(parameter("workload.critical_batch"), n);
}

/// Saves a file without a window.
void saveAgainAndAgain(const QString& path, int first, int call)
{
    ScenarioDocument document;
    for (int n = first + 1;; ++n) {
        edit(document, n);
        if (document.save(path))
            say("saved", n);
        if (n == first + 1)
            calls_left = call;
    }
}

} // namespace

/// Edits and saves until it is killed: kill_victim FIRST CALL SCENARIO [SESSION]. With a SESSION, it is a window that
/// keeps one; with an empty SCENARIO, it never saves. It kills itself at the CALL-th system call with which its own
/// code creates, writes, flushes or renames a file, counted from the first edit that the session has, or without a
/// session, from the first save; with CALL 0, it waits to be killed. It prints its progress: "began N" with the value
/// found at startup, "edited N", "kept N" once the session file has it, "saved N" once the scenario file has it.
int main(int argc, char** argv)
{
    const QApplication application(argc, argv);
    test::before_call = dieAtLast;
    const int first = QString::fromLocal8Bit(argv[1]).toInt();
    const int call = QString::fromLocal8Bit(argv[2]).toInt();
    const QString path = QString::fromLocal8Bit(argv[3]);
    if (argc < 5) {
        saveAgainAndAgain(path, first, call);
        return 0;
    }
    MainWindow window(MainWindow::defaultScenario());
    SessionKeeper keeper(window, QString::fromLocal8Bit(argv[4]), {}, test::patient);
    static_cast<QWidget&>(window).show();
    say("began", static_cast<int>(window.document().scenario().workload.critical_batch));
    bool any_kept = false;
    QObject::connect(&keeper, &SessionKeeper::kept, [&](const Session& session) {
        const auto kept = parseScenario(session.scenario.toStdString(), "session", window.document().calibration());
        const int number = static_cast<int>(kept->scenario.workload.critical_batch);
        if (number <= first)
            return; // as it began
        say("kept", number);
        if (!std::exchange(any_kept, true))
            calls_left = call;
    });
    int n = first;
    QTimer edits;
    QObject::connect(&edits, &QTimer::timeout, [&] {
        edit(window.document(), ++n);
        say("edited", n);
        if (n % 7 == 0 && !path.isEmpty() && window.document().save(path))
            say("saved", n);
    });
    edits.start(3);
    return QApplication::exec();
}
