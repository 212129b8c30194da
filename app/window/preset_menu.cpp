// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/preset_menu.h"

#include "model/catalogue/shipped_scenarios.h"

#include "widgets/text.h"
#include "widgets/theme/icons.h"

namespace kneepoint {

PresetMenu::PresetMenu(QWidget* parent)
    : QMenu(tr("&Presets"), parent)
{
    setToolTipsVisible(true);
    setIcon(actionIcon(QStringLiteral("presets")));
    connect(this, &QMenu::aboutToShow, this, &PresetMenu::fill);
}

/// Once, when it is first opened: the shipped scenarios are many to read.
void PresetMenu::fill()
{
    if (!isEmpty())
        return;
    QMenu* group_menu = nullptr;
    std::string_view group;
    for (const ScenarioFile& preset : scenarioPresets()) {
        if (!group_menu || preset.group != group) {
            group = preset.group;
            group_menu = group.empty() ? this : addMenu(toQString(group));
            group_menu->setToolTipsVisible(true);
        }
        QAction* action =
            group_menu->addAction(toQString(preset.title), this, [this, &preset] { emit chosen(preset); });
        action->setObjectName(toQString(preset.id));
        action->setToolTip(plainToolTip(toQString(preset.about)));
    }
}

} // namespace kneepoint
