// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/window_program.h"

#include "model/catalogue/shipped_scenarios.h"

#include "app/document/version.h"
#include "app/window/diagnosis_controller.h"
#include "app/window/file_controller.h"
#include "app/window/main_window.h"
#include "app/window/session_keeper.h"
#include "app/window/theme_choice.h"
#include "widgets/charts/kit/chart.h"
#include "widgets/panels/board.h"
#include "widgets/panels/right_panel.h"
#include "widgets/style/style.h"
#include "widgets/text.h"

#include <QApplication>
#include <QFontMetrics>
#include <QScreen>
#include <QSet>
#include <QTimer>

#include <algorithm>
#include <future>
#include <iostream>
#include <memory>

namespace kneepoint {
namespace {

constexpr int tour_delay_ms = 800;

/// For the start-up benchmark: says when the first frame with all visible charts is painted, and ends the program.
void quitAfterFirstPaint(Board& board)
{
    auto waiting = std::make_shared<QSet<Chart*>>(board.charts().begin(), board.charts().end());
    for (Chart* chart : board.charts())
        QObject::connect(chart, &Chart::frameDrawn, &board, [waiting, chart] {
            waiting->remove(chart);
            if (std::ranges::none_of(*waiting, [](const Chart* late) { return late->isVisible(); }))
                QMetaObject::invokeMethod(
                    qApp,
                    [] {
                        std::cout << "painted" << std::endl;
                        QCoreApplication::quit();
                    },
                    Qt::QueuedConnection);
        });
}

} // namespace

bool runWindow(const std::string& scenario, std::ostream& err)
{
    QApplication::setApplicationName(QStringLiteral("kneepoint"));
    QApplication::setApplicationDisplayName(QStringLiteral("Kneepoint"));
    QApplication::setApplicationVersion(QString::fromLatin1(programVersion()));
    QApplication::setDesktopFileName(QStringLiteral("org.kneepoint.Kneepoint"));
    applyTheme(*qApp, themeMode(ThemeChoice::system)); // before any widget exists that would change its style

    // The catalogue is read while Qt looks for fonts.
    std::future<ScenarioFile> first = std::async(std::launch::async, MainWindow::defaultScenario);
    (void)QFontMetrics(QApplication::font()).height();
    MainWindow window(first.get());
    SessionKeeper keeper(window, defaultSessionPath());
    if (const ScenarioFile* preset = findScenarioPreset(scenario))
        window.document().open(*preset);
    else if (!scenario.empty())
        window.files().open(toQString(scenario));
    const QSize room = window.screen()->availableSize();
    if (window.width() >= room.width() || window.height() >= room.height())
        window.setWindowState(window.windowState() | Qt::WindowMaximized); // so that its frame stays on the screen
    static_cast<QWidget&>(window).show();
    if (scenario.empty()) // a user who opens something needs no start page
        QTimer::singleShot(tour_delay_ms, &window, &MainWindow::welcome);
    if (qEnvironmentVariableIsSet("KNEEPOINT_EXIT_AFTER_FIRST_PAINT"))
        quitAfterFirstPaint(window.board());
    QApplication::exec();
    return keeper.finish(err);
}

std::unique_ptr<QWidget> makeWindow(const ScenarioFile& file, ThemeMode mode)
{
    auto window = std::make_unique<MainWindow>(file);
    window->findChild<DiagnosisController*>()->diagnoseNow();
    if (!file.evidence.empty())
        window->rightPanel().setPage(RightPanel::Page::evidence);
    window->setThemeChoice(mode == ThemeMode::dark ? ThemeChoice::dark : ThemeChoice::light);
    return window;
}

} // namespace kneepoint
