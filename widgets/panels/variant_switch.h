// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/controls/segments.h"

namespace kneepoint {

class Chart;

/// The ways in which a chart shows the same thing (Chart::variants), side by side in its header.
class VariantSwitch : public Segments {
    Q_OBJECT
public:
    explicit VariantSwitch(Chart& chart, QWidget* parent = nullptr);
};

} // namespace kneepoint
