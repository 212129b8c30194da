// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/variant_switch.h"

#include "widgets/charts/kit/chart.h"

namespace kneepoint {

VariantSwitch::VariantSwitch(Chart& chart, QWidget* parent)
    : Segments(chart.variants(), parent)
{
    setAccessibleName(chart.title());
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    showIndex(chart.variant());
    connect(this, &Segments::chosen, &chart, &Chart::setVariant);
    // A chart may choose by itself, and its menu has the same choice.
    connect(&chart, &Chart::frameDrawn, this, [this, &chart] {
        if (index() != chart.variant())
            showIndex(chart.variant());
    });
}

} // namespace kneepoint
