// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

namespace kneepoint {

/// The dot beside a control that differs from the baseline; a click resets it. Keeps its space in the layout while it
/// is hidden.
class ResetDot : public QAbstractButton {
    Q_OBJECT
public:
    explicit ResetDot(QWidget* parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace kneepoint
