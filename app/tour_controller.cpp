// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/tour_controller.h"

#include "app/main_window.h"
#include "app/tour.h"
#include "app/window_actions.h"
#include "widgets/charts/chart.h"
#include "widgets/controls/control_panel.h"
#include "widgets/panels/board.h"
#include "widgets/panels/diagnosis_panel.h"

#include <QAction>

namespace kneepoint {

TourController::TourController(MainWindow& window)
    : QObject(&window)
    , m_window(window)
{
    connect(window.actions().tour, &QAction::triggered, this, &TourController::start);
}

void TourController::start()
{
    end();
    m_tour = new Tour(m_window,
        {{m_window.board().charts().at(1), tr("Where scaling ends"),
             tr("Speedup against the number of workers. The flag marks the knee: from there on, communication takes "
                "longer than compute. Drag the small triangle to move the job, the dashed line to say which efficiency "
                "is good enough.")},
            {&m_window.controls(), tr("Turn anything"),
                tr("Every control redraws all charts while you drag it. Boxes take units and sums: 7B, 400 Gbit/s, "
                   "2*1024. Ctrl+K finds any of them, and “gpus 64” sets one.")},
            {&m_window.diagnosis(), tr("Why, and what helps"),
                tr("The causes, worst first, with what would help. The pointer on a remedy shows its effect in the "
                   "charts; a click applies it, Ctrl+Z takes it back.")},
            {m_window.board().charts().at(0), tr("Compare"),
                tr("Ctrl+P pins the scenario as A; what you change next is shown against it. More scenarios to start "
                   "from are in the menu of presets.")}});
    connect(m_tour, &Tour::ended, &m_window, &MainWindow::endTour);
}

bool TourController::end()
{
    if (!m_tour)
        return false;
    Tour* tour = m_tour;
    m_tour.clear();
    tour->end();
    return true;
}

} // namespace kneepoint
