// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <QWidget>

#include <optional>

namespace kneepoint {

/// A fraction as a filled bar, with a tick for that of the pinned scenario.
class SeverityBar : public QWidget {
    Q_OBJECT
public:
    /// `share` 0..1.
    SeverityBar(double share, Quantity quantity, QWidget* parent = nullptr);
    void setMark(std::optional<double> share);
    [[nodiscard]] std::optional<double> mark() const { return m_mark; }

    [[nodiscard]] QSize sizeHint() const override { return {80, 10}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    double m_share;
    Quantity m_quantity;
    std::optional<double> m_mark;
};

} // namespace kneepoint
