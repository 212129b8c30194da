// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QFrame>
#include <QList>

class QCheckBox;
class QHBoxLayout;
class QPushButton;
class QToolButton;

namespace kneepoint {

class ElidedLine;

/// A part of the layout in the plan strip: a muted name and a bold value, with a pin where the user fixed it.
class PlanChip : public QAbstractButton {
    Q_OBJECT
public:
    explicit PlanChip(QWidget* parent = nullptr);

    void setPart(const QString& name, const QString& value, bool pinned);
    [[nodiscard]] bool isPinned() const { return m_pinned; }
    /// With a cross: a click takes it away.
    void setRemovable(bool removable);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_name;
    QString m_value;
    bool m_pinned = false;
    bool m_removable = false;
};

/// One line above the charts: the switch for automatic planning, the layout as chips, and the message of planning.
class PlanStrip : public QFrame {
    Q_OBJECT
public:
    explicit PlanStrip(QWidget* parent = nullptr);

    /// A part of the layout: "TP" "8"; `id` of the parameter that sets it, empty if none does.
    struct Part {
        QString name;
        QString value;
        QString id;
        QString label;       ///< of the parameter
        bool pinned = false; ///< set by hand while planning is automatic
        QString brief = {};  ///< name where there is little room; empty: the same

        friend bool operator==(const Part&, const Part&) = default;
    };
    struct State {
        bool automatic = false;
        QList<Part> layout = {};
        QString sentence = {}; ///< what changed and why, or why nothing fits; may be empty
        bool fits = true;      ///< false: the sentence is a warning
        QString change = {};   ///< what the button offers, "Use 16 GPUs"; empty: no button
        bool refining = false; ///< a search is still running and can be stopped
    };
    void show(const State& state);
    using QWidget::show;
    [[nodiscard]] const State& state() const { return m_state; }
    [[nodiscard]] const QList<PlanChip*>& chips() const { return m_shown_chips; }
    /// Without height, for a window that has no room for it.
    void setShut(bool shut);
    /// With the switch alone: chips that have no room are behind one that says how many they are.
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

signals:
    void automaticToggled(bool on);
    /// A part of the layout should be edited, by the id of its parameter.
    void partClicked(const QString& id);
    void changeAccepted();
    void stopped();

private:
    void showChips();
    void nameChips();
    void fitChips();
    [[nodiscard]] int roomOfChips() const;

    QCheckBox* m_switch;
    QHBoxLayout* m_chips;
    QList<PlanChip*> m_shown_chips;
    PlanChip* m_more; ///< instead of those without room
    ElidedLine* m_sentence;
    QPushButton* m_change;
    QToolButton* m_stop;
    State m_state;
    bool m_brief = false;
};

} // namespace kneepoint
