// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/plan/planning.h"
#include "widgets/worker.h"

#include <QObject>

#include <vector>

namespace kneepoint {

class Comparison;
class DetailPages;
class MessageBar;
class PlanPage;
class ScenarioDocument;

/// Computes the plan page's questions about the document on a separate thread, and opens the points of the answer.
class PlanController : public QObject {
    Q_OBJECT
public:
    PlanController(
        ScenarioDocument& document, Comparison& comparison, PlanPage& page, MessageBar& messages, DetailPages& details);

    /// Plans for the limits and candidates of the page.
    void ask();

signals:
    /// A cluster is now the scenario; the sentence says what that has moved.
    void opened(const QString& sentence);

private:
    void stop();
    void open(const PlanPoint& point);
    void compare(const PlanPoint& point);
    void editPrices();
    /// Shows on the page if its answer is for another job.
    void showAge();

    ScenarioDocument& m_document;
    Comparison& m_comparison;
    PlanPage& m_page;
    MessageBar& m_messages;
    DetailPages& m_details;
    Background<PlanAnswer> m_work;
    std::vector<Scenario> m_answered; ///< the job of the question, and the points opened from the answer
};

} // namespace kneepoint
