// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/comparison.h"

#include <QWidget>

class QTableWidget;

namespace kneepoint {

/// All options side by side, and the open scenario if it is none of them: their figures with the difference from A, and
/// the parameters in which they differ. Follows edits.
class OptionsPage : public QWidget {
    Q_OBJECT
public:
    explicit OptionsPage(Comparison& comparison, QWidget* parent = nullptr);

    using QWidget::show;
    /// `open` is the scenario of the window, its title and its answers.
    void show(const QString& title, const Analysis& open);
    [[nodiscard]] const QTableWidget& table() const { return *m_table; }

private:
    void copy();

    Comparison& m_comparison;
    QTableWidget* m_table;
    int m_open_column = -1; ///< of the open scenario, if it is no option
};

} // namespace kneepoint
