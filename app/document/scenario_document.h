// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/auto_planner.h"
#include "model/catalogue/catalogue.h"
#include "model/catalogue/edit.h"
#include "model/catalogue/prices.h"
#include "model/catalogue/scenario_file.h"
#include "model/catalogue/whole_batch.h"
#include "model/scenario/scenario.h"
#include "widgets/shared_analysis.h"

#include <QObject>
#include <QUndoStack>

namespace kneepoint {

/// The state of a document as one value: the scenario with its title, its file, and the saved content.
struct DocumentState {
    ScenarioFile file;
    QString path;                                  ///< empty if it is not a user's file
    Scenario baseline;                             ///< as opened or last saved
    std::vector<KeptEvidence> saved_evidence = {}; ///< the same of the evidence
    QByteArray on_disk = {};                       ///< fingerprint of the file when it was last read or written
};

/// A scenario file as read.
struct ReadScenario {
    ScenarioFile file;
    QByteArray on_disk; ///< DocumentState::on_disk
};
/// Neither needs a document, so that a worker can wait for the file.
[[nodiscard]] Result<ReadScenario> readScenario(const QString& path, const Calibration& calibration);
/// Whether the file exists and differs from the fingerprint.
[[nodiscard]] bool hasChangedOnDisk(const QString& path, const QByteArray& on_disk);
/// What a document contains at one moment, to be written while it may be edited further.
struct ScenarioCopy {
    QString path;
    ScenarioFile file;
    QByteArray content; ///< of the file
    int opened = 0;     ///< which of the documents that were opened one after another
};

/// The open scenario. Every change is an undo command followed by one changed(), with a new analysis. With automatic
/// planning, every edit includes the new layout, in the same undo step.
class ScenarioDocument : public QObject {
    Q_OBJECT
public:
    explicit ScenarioDocument(ScenarioFile file = {}, QObject* parent = nullptr);
    /// Emits nothing, unlike the undo stack by itself: a window's parts, which listen, may be gone by then.
    ~ScenarioDocument() override;

    [[nodiscard]] const Scenario& scenario() const { return m_state.file.scenario; }
    [[nodiscard]] const Scenario& baseline() const { return m_state.baseline; }
    [[nodiscard]] const Analysis& analysis() const { return *m_analysis; }
    [[nodiscard]] const SharedAnalysis& sharedAnalysis() const { return m_analysis; }
    [[nodiscard]] const Calibration& calibration() const { return m_calibration; }
    /// The user's price list, which is not part of the scenario. A scenario that uses its price follows changes of the
    /// list and of the hardware.
    [[nodiscard]] const PriceList& prices() const { return m_prices; }
    void setPrices(const PriceList& prices);
    /// Sets the scenario's price of a GPU-hour from the list, if it has one.
    void takeListedPrice();
    [[nodiscard]] const ScenarioFile& file() const { return m_state.file; }
    [[nodiscard]] const QString& filePath() const { return m_state.path; }
    [[nodiscard]] QString title() const;
    /// The title, with a mark if the scenario has been changed since it got this title.
    [[nodiscard]] QString shownTitle() const;
    /// A description of the scenario; if it has been changed, the changes.
    [[nodiscard]] QString about() const;
    /// The current content with the displayed title.
    [[nodiscard]] ScenarioFile shownFile() const;
    [[nodiscard]] bool isModified() const;
    [[nodiscard]] QUndoStack* undoStack() { return &m_undo_stack; }
    /// The message of automatic planning for the last edit; empty after undo, and if it is off.
    [[nodiscard]] const PlanNote& planNote() const { return m_planner.note(); }
    void stopPlanning() { m_planner.cancel(); }

    /// An edit by the user; invalid values are ignored. Edits of one parameter are one undo step until finishEdit(), or
    /// none if they return to the initial value.
    void edit(const Parameter& p, double value);
    void finishEdit() { ++m_edit_session; }
    /// An edit as a separate undo step.
    void editOnce(const Parameter& p, double value);
    /// Takes the user's edit of a parameter back: what the file states, or what follows from the other values.
    void reset(const Parameter& p);

    /// Several parameter changes as one undo step called `name`. Rejected as a whole if a value is out of range.
    void applyEdit(const Edit& edit, const QString& name);

    /// Calibrates the scenario with the user's own runs, as one undo step; a calibration without runs removes it.
    void setOwnRuns(const OwnRuns& own);

    [[nodiscard]] const std::vector<KeptEvidence>& evidence() const { return m_state.file.evidence; }
    /// Replaces the evidence, and the scenario by `next`, as one undo step called `name`.
    void setEvidence(std::vector<KeptEvidence> evidence, const Scenario& next, const QString& name);

    /// Replaces the document; undo restores the previous one.
    void open(ScenarioFile file, const QString& path = {});
    void open(ReadScenario read, const QString& path);
    /// Reads and opens a file; on failure the document is unchanged.
    [[nodiscard]] Result<void> load(const QString& path);
    /// What to write into this file; ends the edit session, so that later edits are steps of their own.
    [[nodiscard]] ScenarioCopy copyFor(const QString& path);
    /// The copy has been written: what differs from it is modified. Without effect if another document has been opened.
    void setSaved(const ScenarioCopy& copy);
    /// Both, with the writing between them. Atomic: the file has either the old content or the new one.
    [[nodiscard]] Result<void> save(const QString& path);
    /// Restores a state saved in an earlier run, without an undo step.
    void restore(DocumentState state);
    [[nodiscard]] const DocumentState& state() const { return m_state; }

    /// Whether the file on disk has changed since it was last read or saved.
    [[nodiscard]] bool changedOnDisk() const;

    /// Beyond this number, the oldest steps are dropped.
    static constexpr int most_undo_steps = 1000;

signals:
    void changed();
    void pricesChanged();
    /// An edit by the user has also changed something that the visible controls do not show; after changed().
    void sideEffectReported(const QString& sentence);
    /// An edit comes with an offer; after changed(). It has also moved the batch, so that replicas and micro-batches
    /// are whole, or was moved to the nearest value that works: the offer brings the batch back by other means. Or a
    /// model was chosen: the offer makes it a job of its own. Without other means the offer is empty.
    void offered(const QString& sentence, const QString& offer_text, const Edit& offer);
    /// planNote() has changed without a change of the scenario.
    void planNoted();
    /// The document has been replaced by another scenario; after changed().
    void opened();

private:
    friend class EditCommand;
    friend class EvidenceCommand;
    friend class OpenCommand;
    void apply(const Scenario& scenario);
    void apply(DocumentState state);
    void refresh();
    [[nodiscard]] SharedAnalysis analyzed() const;
    /// What an edit of the parameter starts from: while it is dragged, the scenario before the drag, so that only
    /// where the drag ends counts.
    [[nodiscard]] Scenario editFrom(const Parameter& p) const;
    /// Applies the edited scenario as an undo step.
    void become(Scenario next, const QString& name, const Parameter* knob);
    void takeRefinement(const std::optional<Layout>& layout);

    Calibration m_calibration = shippedCalibration();
    PriceList m_prices = shippedPrices();
    DocumentState m_state;
    SharedAnalysis m_analysis;
    AutoPlanner m_planner{m_calibration, this};
    QUndoStack m_undo_stack;
    int m_opened = 0; ///< documents so far
    int m_edit_session = 0;
    bool m_planning = false; ///< the current change has its own note
};

} // namespace kneepoint
