// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QAction;

namespace kneepoint {

class PlanStrip;
class ScenarioDocument;

/// Shows the document's layout and the message of planning, and passes the user's actions to the document.
class AutoPlanController : public QObject {
    Q_OBJECT
public:
    /// `automatic` switches planning on and off.
    AutoPlanController(QAction& automatic, ScenarioDocument& document, PlanStrip& strip);

private:
    void show();
    void setAutomatic(bool on);
    void acceptChange();

    QAction& m_automatic;
    ScenarioDocument& m_document;
    PlanStrip& m_strip;
};

} // namespace kneepoint
