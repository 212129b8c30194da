// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/teaching/learn_entry.h"

#include <QWidget>

#include <functional>

class QVBoxLayout;

namespace kneepoint {

/// The page Learn: lessons, quizzes and problems in a card for each group. It asks for them whenever it is shown, since
/// progress changes.
class LearnPage : public QWidget {
    Q_OBJECT
public:
    using Groups = std::function<QList<LearnGroup>()>;
    explicit LearnPage(Groups groups, QWidget* parent = nullptr);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void fill();

    Groups m_groups;
    QVBoxLayout* m_column;
};

} // namespace kneepoint
