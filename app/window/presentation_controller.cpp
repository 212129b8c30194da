// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/presentation_controller.h"

#include "app/window/presentation.h"
#include "app/window/window_actions.h"
#include "widgets/controls/control_panel.h"
#include "widgets/panels/board.h"
#include "widgets/panels/headline_strip.h"

#include <QAction>
#include <QBoxLayout>

namespace kneepoint {

PresentationController::PresentationController(
    QWidget& window, const WindowActions& actions, QBoxLayout& column, Board& board, ControlPanel& controls)
    : QObject(&window)
    , m_actions(actions)
    , m_column(column)
    , m_board(board)
    , m_controls(controls)
    , m_ring(new PointerRing(window))
{
    m_ring->hide();
    connect(actions.present, &QAction::toggled, this, &PresentationController::setOn);
}

void PresentationController::restoreFont()
{
    setPresentationFont(m_actions.present->isChecked());
}

void PresentationController::setOn(bool on)
{
    setPresentationFont(on);
    m_controls.setReduced(on);
    QWidget* headline = &m_board.headline();
    m_column.removeWidget(headline);
    m_column.insertWidget(on ? 0 : m_column.count(), headline);
    m_ring->setVisible(on);
    emit fullScreenWanted(on);
    m_board.setFocus();
}

} // namespace kneepoint
