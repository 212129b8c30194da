// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <array>
#include <optional>

class QAction;

namespace kneepoint {

/// Which of the side columns are visible: the user's choice, unless a lesson, an explanation or a presentation limits
/// it temporarily. The user's keys show and hide them at any time. A small window has room for one of them.
class SidePanels : public QObject {
    Q_OBJECT
public:
    /// The actions show and hide the columns.
    SidePanels(QAction& controls, QAction& diagnosis, QObject* parent);

    struct Sides {
        bool controls = true;
        bool diagnosis = true;
    };
    /// In order of increasing priority.
    enum class Owner { lesson, presentation };
    void limit(Owner owner, Sides sides);
    void release(Owner owner);
    /// The user's own choice.
    [[nodiscard]] Sides chosen() const { return m_chosen; }
    void choose(Sides sides);
    /// Whether there is room for one column only: then the controls come first, until the user asks for the other.
    void setSmall(bool is_small);

private:
    void apply();
    void toggled(bool& choice, bool on, QAction& other);

    QAction& m_controls;
    QAction& m_diagnosis;
    Sides m_chosen;
    std::array<std::optional<Sides>, 2> m_limits;
    bool m_applying = false;
    bool m_small = false;
};

} // namespace kneepoint
