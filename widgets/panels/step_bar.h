// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/shared_analysis.h"
#include "widgets/theme/theme.h"

#include <QAbstractButton>

namespace kneepoint {

/// The current step as one bar, exposed parts above and hidden ones below it, in a board too small for all charts. A
/// click shows the chart of all K.
class StepBar : public QAbstractButton {
    Q_OBJECT
public:
    explicit StepBar(QWidget* parent = nullptr);

    /// The title names the steps of the pinned A and of further options beside the shown one.
    void show(const Shown& shown);
    using QWidget::show;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void describe();
    void drawExposed(QPainter& painter, const QRect& bar) const;
    void drawHidden(QPainter& painter, const QRect& bar) const;

    Shown m_shown;
};

} // namespace kneepoint
