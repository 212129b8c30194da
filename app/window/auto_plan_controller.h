// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace kneepoint {

class PlanStrip;
class ScenarioDocument;
struct WindowActions;

/// Shows the document's layout and the message of planning, and passes the user's actions to the document.
class AutoPlanController : public QObject {
    Q_OBJECT
public:
    AutoPlanController(const WindowActions& actions, ScenarioDocument& document, PlanStrip& strip);

private:
    void show();
    void setAutomatic(bool on);
    void acceptChange();

    const WindowActions& m_actions;
    ScenarioDocument& m_document;
    PlanStrip& m_strip;
};

} // namespace kneepoint
