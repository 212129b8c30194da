// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/edit.h"
#include "model/catalogue/own_changes.h"
#include "model/scenario/scenario.h"

#include <QPointer>
#include <QStringList>
#include <QWidget>

#include <optional>
#include <vector>

class QAction;
class QLabel;
class QLineEdit;
class QScrollArea;
class QVBoxLayout;

namespace kneepoint {

class LayerPatternBox;
class ParameterControl;
class Section;
class SectionHeading;

/// All parameters of the catalogue: a search field for all of them and the headline parameters above a scroll area, the
/// others in it, in sections that unfold and are built when first shown, with a summary of what is in them. A column
/// too short for both has the sections behind "More parameters", which takes the place of the headline parameters, and
/// one of them is unfolded at a time.
/// What the presets of a cluster fill is behind Advanced in its section.
class ControlPanel : public QWidget {
    Q_OBJECT
public:
    explicit ControlPanel(QWidget* parent = nullptr);

    using QWidget::show;
    /// Shows the scenario without emitting signals; dots mark what was changed since the baseline, without what those
    /// changes brought along.
    void show(const Scenario& scenario, const Scenario& baseline);

    /// Names the first option of a choice, "Custom", after what it was taken from; empty: by its own name again.
    void nameCustom(const Parameter& p, const QString& name);

    /// The pinned scenario A, whose values are marked.
    void setReference(const Scenario* reference);
    /// Only the headline parameters and those that differ from the baseline.
    void setReduced(bool reduced);
    /// The same control once more, for another place of the window; it shows and edits the same.
    [[nodiscard]] ParameterControl* makeTwin(const Parameter& p);
    /// What differs from the baseline by the user's own hand.
    [[nodiscard]] const std::vector<OwnChange>& changes() const { return m_changes; }

    /// What the presets of a cluster fill; nullptr until its section is built.
    [[nodiscard]] Section* advanced() const { return m_advanced; }
    /// The control of a parameter, or, for a pin, the control that contains it; builds its section if necessary.
    [[nodiscard]] ParameterControl* control(const Parameter& p);
    /// Scrolls to a parameter's control and focuses it.
    void focusControl(const Parameter& p);
    void focusSearch();
    /// Whether the sections are behind "More parameters".
    [[nodiscard]] bool isShort() const { return m_short; }
    [[nodiscard]] SectionHeading& more() const { return *m_more; }
    /// In the row that is being edited: what was moved besides, "Global batch 1024 → 1056", and how it is kept.
    void showMoved(const QString& sentence, const QString& keep_text);
    /// The first thing to do with the window is to drag a slider.
    void invite(const Parameter& p);
    [[nodiscard]] QStringList unfoldedSections() const;
    void unfoldSections(const QStringList& titles);

    [[nodiscard]] QSize sizeHint() const override { return {336, 640}; }

signals:
    /// What the last edit has moved besides should stay where it was.
    void keepAsked();
    void edited(const kneepoint::Parameter* p, double value);
    /// A pattern of layers was typed.
    void patternEdited(const kneepoint::Edit& edit);
    void resetAsked(const kneepoint::Parameter* p);
    void editFinished();
    void dragged(bool pressed);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Topic {
        QLabel* heading;
        std::size_t first;
        std::size_t last;
    };

    void connectControl(ParameterControl& made);
    void addControl(const Parameter& p, QVBoxLayout& layout);
    void addSection(Group group, QVBoxLayout& layout);
    void fillSection(Group group, QVBoxLayout& layout);
    void addControls(Group group, bool advanced, QVBoxLayout& layout);
    void addAdvanced(QVBoxLayout& layout);
    void addLayers(QVBoxLayout& layout);
    void showLayers();
    void filter(const QString& text);
    [[nodiscard]] bool isWanted(const Parameter& p, const QString& text) const;
    [[nodiscard]] static int labelWidth(const Parameter& p, bool narrow);
    [[nodiscard]] int neededWidth(bool narrow) const;
    void layOut();
    void keepOneUnfolded(const Section& unfolded);
    void clearMoved();
    void fitColumn();
    void showChanges();
    void showEverywhere();
    void markSections();
    void showIn(ParameterControl& control);

    Scenario m_scenario;
    Scenario m_baseline;
    std::vector<OwnChange> m_changes; ///< from the baseline
    QPointer<ParameterControl> m_dragged;
    std::vector<ParameterControl*> m_controls;
    std::vector<QPointer<ParameterControl>> m_twins;
    std::vector<Topic> m_topics;
    std::vector<Section*> m_sections;
    LayerPatternBox* m_layers = nullptr; ///< under the heading of the architecture, once that is built
    Section* m_advanced = nullptr;       ///< inside the section of the cluster, once that is built
    QStringList m_unfolded_before_search;
    bool m_advanced_before_search = false;
    QLineEdit* m_search;
    bool m_narrow = false; ///< labels
    bool m_seen = false;   ///< has been shown
    bool m_chosen = false; ///< someone said which sections to unfold
    bool m_short = false;  ///< not high enough for sections under the headline parameters
    SectionHeading* m_more;
    ParameterControl* m_edited = nullptr; ///< while it is edited
    ParameterControl* m_moved = nullptr;  ///< shows what it has moved
    QWidget* m_headline;
    QVBoxLayout* m_scrolled;
    QScrollArea* m_scroll;
    QScrollArea* m_main; ///< around it, for a window that is lower than these rows
    QLabel* m_nothing_found;
    std::optional<Scenario> m_reference;
    bool m_searching = false;
    bool m_reduced = false;
};

} // namespace kneepoint
