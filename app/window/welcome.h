// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace kneepoint {

/// The start page: what do you want to do? Escape means to explore.
class Welcome : public QDialog {
    Q_OBJECT
public:
    explicit Welcome(QWidget* parent = nullptr);

    enum class Choice { learn, plan, own, explore, nothing }; ///< nothing: Escape

signals:
    void chosen(kneepoint::Welcome::Choice choice);

private:
    void addChoice(Choice choice, const QString& title, const QString& about, const QKeySequence& key);
};

} // namespace kneepoint
