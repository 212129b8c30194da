// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <QFrame>

class QCheckBox;
class QLabel;
class QPushButton;
class QToolButton;

namespace kneepoint {

class ElidedLine;

/// One line above the charts: the switch for automatic planning, the layout, and the message of planning.
class PlanStrip : public QFrame {
    Q_OBJECT
public:
    explicit PlanStrip(QWidget* parent = nullptr);

    struct State {
        bool automatic = false;
        QString layout = {};   ///< "TP 8 · PP 4 · DP 16 · …"
        QString sentence = {}; ///< what changed and why, or why nothing fits; may be empty
        bool fits = true;      ///< false: the sentence is a warning
        QString change = {};   ///< what the button offers, "Use 16 GPUs"; empty: no button
        bool refining = false; ///< a search is still running and can be stopped
    };
    void show(const State& state);
    using QWidget::show;
    [[nodiscard]] const State& state() const { return m_state; }
    void setTheme(ThemeMode mode);

signals:
    void automaticToggled(bool on);
    void changeAccepted();
    void stopped();

private:
    void showColors();

    QCheckBox* m_switch;
    QLabel* m_layout;
    ElidedLine* m_sentence;
    QPushButton* m_change;
    QToolButton* m_stop;
    State m_state;
    ThemeMode m_mode = ThemeMode::light;
};

} // namespace kneepoint
