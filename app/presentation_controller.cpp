// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presentation_controller.h"

#include "app/main_window.h"
#include "app/presentation.h"
#include "app/window_actions.h"
#include "widgets/controls/control_panel.h"
#include "widgets/panels/board.h"
#include "widgets/panels/headline_strip.h"

#include <QAction>
#include <QBoxLayout>

namespace kneepoint {

PresentationController::PresentationController(MainWindow& window)
    : QObject(&window)
    , m_window(window)
    , m_ring(new PointerRing(window))
{
    m_ring->hide();
    connect(window.actions().present, &QAction::toggled, this, &PresentationController::setOn);
    connect(&window, &MainWindow::themeChanged, this,
        [this] { setPresentationFont(m_window.actions().present->isChecked()); });
}

void PresentationController::setOn(bool on)
{
    setPresentationFont(on);
    m_window.controls().setReduced(on);
    auto* column = static_cast<QBoxLayout*>(m_window.centralWidget()->layout());
    QWidget* headline = &m_window.board().headline();
    column->removeWidget(headline);
    column->insertWidget(on ? 0 : column->count(), headline);
    m_ring->setVisible(on);
    m_window.setFullScreen(on);
    m_window.board().setFocus();
}

} // namespace kneepoint
