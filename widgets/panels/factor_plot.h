// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

namespace kneepoint {

/// Predictions divided by the right answers, in chronological order, on a logarithmic axis around 1.
class FactorPlot : public QWidget {
    Q_OBJECT
public:
    /// Factors above 0, oldest first.
    explicit FactorPlot(const std::vector<double>& factors, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override { return {560, 200}; }
};

} // namespace kneepoint
