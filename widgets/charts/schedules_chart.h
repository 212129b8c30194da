// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/timeline_chart.h"

namespace kneepoint {

/// The stages of a pipeline in all its schedules, over each other: what each gains here.
class SchedulesChart : public TimelineChart {
    Q_OBJECT

public:
    explicit SchedulesChart(QWidget* parent = nullptr)
        : TimelineChart(tr("Schedules"), parent)
    {
    }

protected:
    [[nodiscard]] Timeline timelineOf(const Analysis& analysis) const override;
    [[nodiscard]] std::string describe(const Analysis& analysis) const override;
};

} // namespace kneepoint
