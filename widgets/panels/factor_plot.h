// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

namespace kneepoint {

/// Predictions over what was right, in the order in which they were made, on a logarithmic axis around 1.
class FactorPlot : public QWidget {
    Q_OBJECT
public:
    /// Factors above 0, oldest first.
    explicit FactorPlot(const std::vector<double>& factors, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override { return {560, 200}; }
};

} // namespace kneepoint
