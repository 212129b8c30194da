// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/tour_controller.h"

#include "app/window/tour.h"
#include "app/window/window_actions.h"
#include "widgets/charts/kit/chart.h"
#include "widgets/controls/control_panel.h"
#include "widgets/panels/board.h"
#include "widgets/panels/diagnosis_panel.h"

#include <QAction>
#include <QToolButton>

namespace kneepoint {
namespace {

/// The button of an action in the toolbar; `otherwise` where there is none.
QWidget* buttonOf(const QAction& action, QWidget& otherwise)
{
    for (QObject* object : action.associatedObjects())
        if (auto* button = qobject_cast<QToolButton*>(object))
            return button;
    return &otherwise;
}

} // namespace

TourController::TourController(
    QWidget& window, const WindowActions& actions, Board& board, ControlPanel& controls, DiagnosisPanel& diagnosis)
    : QObject(&window)
    , m_window(window)
    , m_actions(actions)
    , m_board(board)
    , m_controls(controls)
    , m_diagnosis(diagnosis)
{
    connect(actions.tour, &QAction::triggered, this, &TourController::start);
}

void TourController::start()
{
    end();
    m_tour = new Tour(m_window,
        {{&m_board.chart(QLatin1StringView("scaling")), tr("Where scaling ends"),
             tr("Speedup against the number of workers. The flag marks the knee, where efficiency falls below the "
                "tolerance; a tick marks where communication takes as long as compute. Drag the small triangle to "
                "change the number of workers, and the dashed line to change the tolerance.")},
            {&m_controls, tr("Change any parameter"),
                tr("All charts redraw while you drag a control. Number boxes accept units and arithmetic: 7B, 400 "
                   "Gbit/s, 2*1024. Ctrl+K finds any parameter, and “gpus 64” sets one.")},
            {&m_diagnosis, tr("Bottlenecks and fixes"),
                tr("What limits scaling, worst first, with fixes. Hover over a fix to preview it on the charts, click "
                   "to apply it, press Ctrl+Z to undo it.")},
            {buttonOf(*m_actions.pin, m_board), tr("Compare"),
                tr("Ctrl+P pins the scenario as A, and later changes are shown against it. The preset menu has more "
                   "scenarios to start from.")}});
    connect(m_tour, &Tour::ended, this, &TourController::ended);
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
