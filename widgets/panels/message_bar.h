// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <QFrame>

#include <functional>

class QPushButton;
class QToolButton;

namespace kneepoint {

class Chart;
class ElidedLine;
class FileSaver;

/// A message in the status line, visible until it is dismissed or something else is said: one sentence, at most one
/// action beside *Dismiss*. Hiding it ends it; the status line keeps its height, so that nothing moves.
class MessageBar : public QFrame {
    Q_OBJECT
public:
    explicit MessageBar(QWidget* parent = nullptr);

    /// An error, information, or something that was done.
    enum class Tone { fault, notice, done };
    /// What can be done about it.
    struct Action {
        QString text;
        std::function<void()> run;
    };
    void say(const QString& sentence, Tone tone = Tone::fault, Action action = {});
    /// Says what is being saved where that takes long, what has been saved and where, and what failed.
    void follow(const FileSaver& saver);
    /// What it copies and saves.
    void follow(const Chart& chart);
    [[nodiscard]] Tone tone() const { return m_tone; }
    [[nodiscard]] QString sentence() const { return m_sentence; }
    /// The button of the action; hidden without one.
    [[nodiscard]] QPushButton& actionButton() const { return *m_action; }

signals:
    void visibilityChanged(bool visible);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    [[nodiscard]] QColor ink() const;

    ElidedLine* m_line;
    QPushButton* m_action;
    QToolButton* m_close;
    std::function<void()> m_run;
    QString m_sentence;
    Tone m_tone = Tone::fault;
};

} // namespace kneepoint
