// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QMenu;
class QVBoxLayout;

namespace kneepoint {

/// The page Learn: everything in the menu of the same name as rows, in the menu's groups: lessons, quizzes, problems.
class LearnPage : public QWidget {
    Q_OBJECT
public:
    explicit LearnPage(QMenu& menu, QWidget* parent = nullptr);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void fill();

    QMenu& m_menu;
    QVBoxLayout* m_column;
};

} // namespace kneepoint
