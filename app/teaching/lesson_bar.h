// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QPushButton;

namespace kneepoint {

class NameLabel;

/// The bar below a lesson: the step before, a hint or the board, what to press, the lock, and the next step. Next
/// keeps its place, so that a second click on the lock does not leave the step.
class LessonBar : public QWidget {
    Q_OBJECT
public:
    explicit LessonBar(QWidget* parent = nullptr);

    [[nodiscard]] QPushButton& previous() const { return *m_previous; }
    [[nodiscard]] QPushButton& hint() const { return *m_hint; }
    [[nodiscard]] QPushButton& board() const { return *m_board; }
    [[nodiscard]] QPushButton& lock() const { return *m_lock; }
    [[nodiscard]] QPushButton& next() const { return *m_next; }

    enum class State { asking, page, charts, summary };
    /// What the page of the step offers: an answer to lock, its charts, or neither. `words` are what to press, or how
    /// many answers were right.
    void show(State state, const QString& words);
    using QWidget::show;
    /// Keeps the shortcut, which a new text of the button removes.
    void setNextText(const QString& text);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QPushButton* m_previous;
    QPushButton* m_hint;
    QPushButton* m_board;
    NameLabel* m_words;
    QPushButton* m_lock;
    QPushButton* m_next;
};

} // namespace kneepoint
