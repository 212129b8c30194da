// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>

class QAction;
class QWidget;

namespace kneepoint {

struct WindowActions;

/// While a prediction is pending, hides and disables everything that could reveal the answer: the given widgets, and
/// all actions except those unrelated to the scenario.
class BlindMode {
public:
    BlindMode(const WindowActions& actions, QList<QWidget*> revealing);

    void set(bool blind);
    [[nodiscard]] bool isOn() const { return m_blind; }

private:
    const WindowActions& m_actions;
    QList<QWidget*> m_revealing;
    QHash<QAction*, bool> m_enabled; ///< previous state
    bool m_blind = false;
};

} // namespace kneepoint
