// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/planning/auto_plan_controller.h"

#include "app/document/scenario_document.h"
#include "model/scenario/scenario.h"
#include "model/search/layout_parts.h"
#include "widgets/panels/plan_strip.h"
#include "widgets/text.h"

#include <QAction>

namespace kneepoint {
namespace {

QList<PlanStrip::Part> partsOf(const Scenario& s)
{
    QList<PlanStrip::Part> parts;
    for (const LayoutPart& part : layoutParts(s, layoutOf(s))) {
        const Parameter* pin = part.parameter ? pinOf(*part.parameter) : nullptr;
        parts << PlanStrip::Part{toQString(part.name), toQString(part.value),
            part.parameter ? toQString(part.parameter->id) : QString(),
            part.parameter ? toQString(part.parameter->label) : QString(), s.automatic.on && pin && pin->get(s) != 0,
            toQString(part.brief)};
    }
    return parts;
}

} // namespace

AutoPlanController::AutoPlanController(QAction& automatic, ScenarioDocument& document, PlanStrip& strip)
    : QObject(&strip)
    , m_automatic(automatic)
    , m_document(document)
    , m_strip(strip)
{
    connect(&document, &ScenarioDocument::changed, this, &AutoPlanController::show);
    connect(&document, &ScenarioDocument::planNoted, this, &AutoPlanController::show);
    connect(&strip, &PlanStrip::automaticToggled, this, &AutoPlanController::setAutomatic);
    connect(&strip, &PlanStrip::changeAccepted, this, &AutoPlanController::acceptChange);
    connect(&strip, &PlanStrip::stopped, &document, &ScenarioDocument::stopPlanning);
    connect(&automatic, &QAction::triggered, this, &AutoPlanController::setAutomatic);
    show();
}

void AutoPlanController::show()
{
    const Scenario& s = m_document.scenario();
    const PlanNote& note = m_document.planNote();
    m_automatic.setChecked(s.automatic.on);
    m_strip.show({.automatic = s.automatic.on,
        .layout = partsOf(s),
        .sentence = toQString(note.sentence),
        .fits = note.fits,
        .change = note.change ? capitalized(toQString(note.change->text)) : QString(),
        .refining = note.refining});
}

void AutoPlanController::setAutomatic(bool on)
{
    m_document.editOnce(parameter("plan.auto"), on ? 1 : 0);
}

void AutoPlanController::acceptChange()
{
    if (const auto change = m_document.planNote().change)
        m_document.applyEdit(change->edit, capitalized(toQString(change->text)));
}

} // namespace kneepoint
