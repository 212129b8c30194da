// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QListWidget;
class QPushButton;

namespace kneepoint {

struct Problem;

/// The textbook problems: the question, its solution on request, and the problem on the board.
class ProblemPage : public QWidget {
    Q_OBJECT
public:
    explicit ProblemPage(QWidget* parent = nullptr);

signals:
    /// The user wants the scenario of a problem on the board.
    void opened(const kneepoint::Problem& problem);

private:
    void filter(const QString& words);
    void showProblem();
    void showSolution();
    [[nodiscard]] const Problem* current() const;

    QListWidget* m_list;
    QLabel* m_text;
    QLabel* m_solution;
    QPushButton* m_open;
};

} // namespace kneepoint
