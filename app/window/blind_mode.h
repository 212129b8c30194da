// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>

class QAction;
class QWidget;

namespace kneepoint {

struct WindowActions;

/// While a prediction is awaited, whatever could give its answer away is out of sight and out of reach: the widgets
/// given, and every action but those that have nothing to do with the scenario.
class BlindMode {
public:
    BlindMode(const WindowActions& actions, QList<QWidget*> revealing);

    void set(bool blind);
    [[nodiscard]] bool isOn() const { return m_blind; }

private:
    const WindowActions& m_actions;
    QList<QWidget*> m_revealing;
    QHash<QAction*, bool> m_enabled; ///< as they were before
    bool m_blind = false;
};

} // namespace kneepoint
