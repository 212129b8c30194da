// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/catalogue.h"

#include <QToolButton>

namespace kneepoint {

/// A button with a list of a parameter's choices to tick, which stays open for the next tick. What is ticked stands on
/// the button, as much of it as there is room for.
class CandidatesButton : public QToolButton {
    Q_OBJECT
public:
    explicit CandidatesButton(const Parameter& of, QWidget* parent = nullptr);

    /// Places among the parameter's choices, in their order; empty where none is ticked.
    [[nodiscard]] QList<int> chosen() const;
    /// Does nothing where the parameter has no such choice.
    void choose(std::string_view choice_id, bool on);
    [[nodiscard]] const Parameter& of() const { return m_of; }

    bool eventFilter(QObject* watched, QEvent* event) override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    bool keepsOpen(QEvent* event);
    void showChosen();

    const Parameter& m_of;
};

} // namespace kneepoint
