// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/schedules_chart.h"

#include "model/analysis/schedule_gallery.h"
#include "model/results/schedule_words.h"

namespace kneepoint {

Timeline SchedulesChart::timelineOf(const Analysis& a) const
{
    std::vector<ScheduleOption> gallery = scheduleGallery(a);
    for (ScheduleOption& option : gallery)
        option.label = scheduleName(option, gallery);
    return galleryTimeline(gallery);
}

std::string SchedulesChart::describe(const Analysis& a) const
{
    return schedulesSentence(scheduleGallery(a));
}

} // namespace kneepoint
