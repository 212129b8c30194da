// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/auto_planner.h"
#include "model/analysis/analysis.h"
#include "model/plan/prices.h"
#include "model/scenario/boxed_scenario.h"
#include "model/scenario/catalogue.h"
#include "model/scenario/edit.h"
#include "model/scenario/scenario_file.h"

#include <QObject>
#include <QUndoStack>

namespace kneepoint {

/// What a document holds, as one value: the scenario with its title, where it is stored, and what is stored there.
struct DocumentState {
    ScenarioFile file;
    QString path;           ///< empty while it is not a file of the user's
    BoxedScenario baseline; ///< as opened or last saved
};

/// The open scenario. Every change of it is an undo command and ends in one changed(), with the analysis made anew.
/// Under automatic planning every edit takes its layout along, in the same undo step.
class ScenarioDocument : public QObject {
    Q_OBJECT
public:
    explicit ScenarioDocument(ScenarioFile file = {}, QObject* parent = nullptr);

    [[nodiscard]] const Scenario& scenario() const { return m_state.file.scenario; }
    [[nodiscard]] const Scenario& baseline() const { return m_state.baseline; }
    [[nodiscard]] const Analysis& analysis() const { return m_analysis; }
    [[nodiscard]] const Calibration& calibration() const { return m_calibration; }
    /// The user's price list; no part of the scenario. A scenario that has its price goes on having it when the list or
    /// the hardware changes.
    [[nodiscard]] const PriceList& prices() const { return m_prices; }
    void setPrices(const PriceList& prices);
    /// Gives the scenario the list's price of a GPU-hour, where the list has one.
    void takeListedPrice();
    [[nodiscard]] const ScenarioFile& file() const { return m_state.file; }
    [[nodiscard]] const QString& filePath() const { return m_state.path; }
    [[nodiscard]] QString title() const;
    /// The title with a mark where the scenario is no longer the one that has this title.
    [[nodiscard]] QString shownTitle() const;
    /// What the title promises; of a changed scenario, what has been changed.
    [[nodiscard]] QString about() const;
    /// The content as it is shown, under the title that is shown.
    [[nodiscard]] ScenarioFile shownFile() const;
    [[nodiscard]] bool isModified() const;
    [[nodiscard]] QUndoStack* undoStack() { return &m_undo_stack; }
    /// What automatic planning says of the last edit; empty after undo, and where it is off.
    [[nodiscard]] const PlanNote& planNote() const { return m_planner.note(); }
    void stopPlanning() { m_planner.cancel(); }

    /// What a hand on the knob does; values that the catalogue refuses change nothing. Edits of one parameter are one
    /// undo step until finishEdit(), and none if they come back to where they began.
    void edit(const Parameter& p, double value);
    void finishEdit() { ++m_edit_session; }
    /// An edit that is an undo step of its own.
    void editOnce(const Parameter& p, double value);

    /// Several turns of knobs as one undo step, which is called `name`. Refused as a whole where a value is out of
    /// range.
    void applyEdit(const Edit& edit, const QString& name);

    /// Calibrates the scenario with runs of the user's own, as one undo step; one without runs takes it away.
    void setOwnRuns(const OwnRuns& own);

    /// Replaces the document; undo brings the former one back.
    void open(ScenarioFile file, const QString& path = {});
    /// On failure the document stays as it is.
    [[nodiscard]] Result<void> load(const QString& path);
    /// Atomic: the file has either its old content or the new one.
    [[nodiscard]] Result<void> save(const QString& path);
    /// Takes a state kept from an earlier run, without an undo step.
    void restore(DocumentState state);
    [[nodiscard]] const DocumentState& state() const { return m_state; }

    /// What is in the file on disk is no longer what was read from it or saved to it.
    [[nodiscard]] bool changedOnDisk() const;

    /// Oldest steps are forgotten beyond this number.
    static constexpr int most_undo_steps = 1000;

signals:
    void changed();
    void pricesChanged();
    /// An edit by hand has brought along what the controls in sight do not show, in a sentence; after changed().
    void broughtAlong(const QString& sentence);
    /// planNote() has changed without the scenario.
    void planNoted();
    /// Another scenario has taken the place of the former one; after changed().
    void opened();

private:
    friend class EditCommand;
    friend class OpenCommand;
    void apply(const Scenario& scenario);
    void apply(DocumentState state);
    void refresh();
    /// Makes the edited scenario the present one, as an undo step.
    void become(Scenario next, const QString& name, const Parameter* knob);
    void takeRefinement(const std::optional<Layout>& layout);

    Calibration m_calibration = shippedCalibration();
    PriceList m_prices = shippedPrices();
    DocumentState m_state;
    Analysis m_analysis;
    AutoPlanner m_planner{m_calibration};
    QUndoStack m_undo_stack;
    QByteArray m_on_disk; ///< fingerprint of the file when it was last read or written
    int m_edit_session = 0;
    bool m_planning = false; ///< the change under way comes with its own note
};

} // namespace kneepoint
