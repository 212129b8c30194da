// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/search/auto_plan.h"
#include "widgets/when_idle.h"
#include "widgets/worker.h"

#include <QObject>

namespace kneepoint {

/// The message of automatic planning.
struct PlanNote {
    std::string sentence = {};                 ///< what changed and why, or why nothing fits; may be empty
    std::optional<FeasibleChange> change = {}; ///< the smallest change that would fit, if nothing does
    bool fits = true;
    bool refining = false; ///< the search for a better layout, or for the change, is still running
};

/// Plans the layout of a job: synchronously if its space is small, else a promising part of the space synchronously and
/// the rest on a separate thread, once no request has come for a moment: while a slider is dragged, the charts need the
/// processor. Then it also says by how much the layout with the shortest step is faster. A new request or the
/// destruction of the planner stops a running search; results of earlier requests are never delivered.
class AutoPlanner : public QObject {
    Q_OBJECT
public:
    explicit AutoPlanner(const Calibration& calibration, QObject* parent = nullptr);

    /// The job with its planned layout, or unchanged if none fits. `former` is the scenario before the edit, for what
    /// is said of the change; the layout depends on the job alone.
    [[nodiscard]] Scenario planned(const Scenario& job, const Scenario& former);
    [[nodiscard]] const PlanNote& note() const { return m_note; }
    /// Stops the running search and clears the message.
    void forget();
    /// Stops refining and keeps the results so far.
    void cancel();
    /// Begins to refine at once, if there is something to refine.
    void refine();
    /// Whether a search runs on the separate thread, or will begin.
    [[nodiscard]] bool isBusy() const { return m_rest.isActive() || m_worker.isBusy(); }

signals:
    /// The note has changed, and also the layout if one is given, for the last requested job.
    void refined(const std::optional<kneepoint::Layout>& layout);

private:
    struct Finding {
        std::optional<Layout> layout;
        PlanNote note;
        std::string faster; ///< by how much the fastest layout is; empty if it is the planned one
    };
    void stop();
    void take(const Finding& finding);

    const Calibration& m_calibration;
    PlanNote m_note;
    std::optional<Scenario> m_job; ///< the last requested, until it is refined
    AutoPlanAnswer m_coarse;
    WhenIdle m_rest;
    Background<Finding> m_worker;
};

} // namespace kneepoint
