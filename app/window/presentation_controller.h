// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/speaker_notes.h"

#include <QList>
#include <QObject>
#include <QPointer>

#include <functional>

class QBoxLayout;
class QShortcut;
class QWidget;

namespace kneepoint {

class Board;
class ControlPanel;
class PointerRing;
class SidePanels;
class StageController;
struct WindowActions;

/// The window for a room with a projector: large fonts, the full screen, the headline on top, one chart or two, and a
/// ring around the pointer. Keys: 1 to 9 for the charts, full stop and comma for
/// the next and the one before, B for two of them, S for a spotlight, N for the notes, and the
/// arrows for the steps of a lesson.
class PresentationController : public QObject {
    Q_OBJECT
public:
    struct Place {
        QWidget& window;
        const WindowActions& actions;
        QBoxLayout& column; ///< the window's, in which the headline stands under the board
        Board& board;
        ControlPanel& controls;
        SidePanels& sides;
        StageController& stage;
    };
    explicit PresentationController(const Place& place);
    ~PresentationController() override;

    void setOn(bool on);
    /// A new theme brings its own font.
    void restoreFont();
    /// What the notes say, asked whenever something changes.
    std::function<QString()> notes;
    /// Whether a question waits: then the digits are its answers and not charts.
    std::function<bool()> is_blind;
    /// Something of these two has changed.
    void refresh();

signals:
    void fullScreenWanted(bool full);
    /// One step on in the lesson, or one back.
    void stepWanted(int by);

private:
    QShortcut* addKey(const QKeySequence& key, const std::function<void()>& action);
    void toggleNotes();
    void showNotes(bool by_hand);

    Place m_place;
    PointerRing* m_ring;
    QPointer<SpeakerNotes> m_notes;
    QList<QShortcut*> m_keys;
    QList<QShortcut*> m_chart_keys;
};

} // namespace kneepoint
