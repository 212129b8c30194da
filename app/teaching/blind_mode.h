// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>

#include <utility>

class QAction;

namespace kneepoint {

/// While a prediction is pending, disables the actions that could reveal the answer.
class BlindMode {
public:
    explicit BlindMode(QList<QAction*> actions)
        : m_actions(std::move(actions))
    {
    }

    void set(bool blind);
    [[nodiscard]] bool isOn() const { return m_blind; }

private:
    QList<QAction*> m_actions;
    QHash<QAction*, bool> m_enabled; ///< previous state
    bool m_blind = false;
};

} // namespace kneepoint
