// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/background.h"
#include "model/search/auto_plan.h"

#include <QObject>

namespace kneepoint {

/// What an automatic plan says of itself.
struct PlanNote {
    std::string sentence = {};                 ///< what changed and why, or why nothing fits; may be empty
    std::optional<FeasibleChange> change = {}; ///< the smallest that would fit, where nothing does
    bool fits = true;
    bool refining = false; ///< the rest of the space, or the change, is still being looked for
};

/// Plans the layout of a job: at once where its space is an ordinary one, else a likely part of the space at once and
/// the rest on a thread of its own. A new question or the end of the planner stops what is under way; an answer to a
/// former question is never delivered.
class AutoPlanner : public QObject {
    Q_OBJECT
public:
    explicit AutoPlanner(const Calibration& calibration, QObject* parent = nullptr);

    /// The job with its planned layout, or as it is where none fits. `former` is the scenario before the edit.
    [[nodiscard]] Scenario planned(const Scenario& job, const Scenario& former);
    [[nodiscard]] const PlanNote& note() const { return m_note; }
    /// Stops what is under way and says nothing of what is shown.
    void forget();
    /// Stops refining; what has been found stays.
    void cancel();

signals:
    /// The note has changed, and the layout too where one is given: for the job that was asked about last.
    void refined(const std::optional<kneepoint::Layout>& layout);

private:
    struct Finding {
        std::optional<Layout> layout;
        PlanNote note;
    };
    void refine(const Scenario& job, const AutoPlanAnswer& coarse);
    void take(const Finding& finding);

    const Calibration& m_calibration;
    PlanNote m_note;
    Background<Finding> m_worker{*this};
};

} // namespace kneepoint
