// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/search/search.h"
#include "widgets/worker.h"

#include <QObject>

namespace kneepoint {

class ExplainPanel;
class MessageBar;
class ScenarioDocument;
struct WindowActions;

/// Says which runs would narrow the intervals of the job most, and offers to calibrate with them. The search runs on
/// another thread.
class MeasureController : public QObject {
    Q_OBJECT
public:
    MeasureController(QObject& window, const WindowActions& actions, ScenarioDocument& document, ExplainPanel& panel,
        MessageBar& messages);

    [[nodiscard]] bool isBusy() const { return m_work.isBusy(); }

private:
    void ask();
    void say(const std::vector<FoundLayout>& runs);

    const WindowActions& m_actions;
    ScenarioDocument& m_document;
    MessageBar& m_messages;
    Background<std::vector<FoundLayout>> m_work;
};

} // namespace kneepoint
