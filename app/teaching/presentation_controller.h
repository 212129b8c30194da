// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/teaching/speaker_notes.h"

#include <QList>
#include <QObject>
#include <QPointer>

#include <functional>

class QAction;
class QBoxLayout;
class QShortcut;
class QWidget;

namespace kneepoint {

class Board;
class ControlPanel;
class PointerRing;
class PresentationKeys;
class PresentationTitle;
class SidePanels;
class LargeChartController;

/// Presentation mode: large fonts, full screen, the scenario's name and the headline on top, one or two charts, their
/// keys below them, and a ring around the pointer. Keys: 1 to 9 for the charts, period and comma for the next and the
/// previous one, B for two of them, S for a spotlight, N for the notes, and the arrow keys for the steps of a lesson.
class PresentationController : public QObject {
    Q_OBJECT
public:
    struct Place {
        QWidget& window;
        QAction& present;   ///< switches it on and off
        QBoxLayout& column; ///< the window's column, with the headline below the board
        Board& board;
        ControlPanel& controls;
        SidePanels& sides;
        LargeChartController& large_charts;
    };
    explicit PresentationController(const Place& place);
    ~PresentationController() override;

    void setOn(bool on);
    /// To be called after a change of theme, which resets the font.
    void restoreFont();
    /// Provides the text of the notes; called whenever something changes.
    std::function<QString()> notes;
    /// The scenario's name and its layout.
    std::function<QString()> title;
    std::function<QString()> layout;
    /// Whether a question is pending: then digits are answers instead of selecting charts.
    std::function<bool()> is_blind;
    /// One of these has changed.
    void refresh();

signals:
    void fullScreenWanted(bool full);
    /// One step forward or back in the lesson.
    void stepWanted(int by);

private:
    QShortcut* addKey(const QKeySequence& key, const std::function<void()>& action);
    void toggleNotes();
    void showNotes(bool by_hand);
    void showControls();

    Place m_place;
    PointerRing* m_ring;
    PresentationTitle* m_title;
    PresentationKeys* m_chart_names;
    int m_headline_home = 0; ///< its place in the column outside of a presentation
    QPointer<SpeakerNotes> m_notes;
    QList<QShortcut*> m_keys;
    QList<QShortcut*> m_chart_keys;
};

} // namespace kneepoint
