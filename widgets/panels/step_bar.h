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

    void show(const SharedAnalysis& analysis);
    /// Pinned A, whose step the title names beside the shown one; null without one.
    void setReference(const SharedAnalysis& reference);
    /// The same for further options.
    void setOptions(const OtherOptions& others);
    using QWidget::show;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void describe();
    void drawExposed(QPainter& painter, const QRect& bar) const;
    void drawHidden(QPainter& painter, const QRect& bar) const;

    SharedAnalysis m_analysis;
    SharedAnalysis m_reference;
    OtherOptions m_options;
};

} // namespace kneepoint
