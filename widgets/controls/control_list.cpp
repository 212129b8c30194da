// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/control_list.h"

#include "widgets/box_layouts.h"
#include "widgets/controls/parameter_control.h"

#include <utility>

namespace kneepoint {

ControlList::ControlList(QWidget* parent)
    : QWidget(parent)
    , m_column(columnIn(this, {}, 4))
{
}

void ControlList::setParameters(const std::vector<const Parameter*>& parameters)
{
    if (parameters == m_parameters)
        return;
    m_parameters = parameters;
    for (ParameterControl* control : std::exchange(m_controls, {})) {
        control->hide();
        control->deleteLater();
    }
    for (const Parameter* p : parameters) {
        auto* control = new ParameterControl(*p);
        connect(control, &ParameterControl::edited, this, &ControlList::edited);
        connect(control, &ParameterControl::resetAsked, this, [this, p](double value) { emit edited(p, value); });
        connect(control, &ParameterControl::editFinished, this, &ControlList::editFinished);
        connect(control, &ParameterControl::dragged, this, &ControlList::dragged);
        m_controls << control;
        m_column->addWidget(control);
        control->show(); // a layout would show it later
    }
}

void ControlList::show(const Scenario& scenario, const Scenario& baseline)
{
    for (ParameterControl* control : m_controls)
        control->showScenario(scenario, control->parameter().get(baseline));
}

} // namespace kneepoint
