// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/scenario_document.h"
#include "app/teaching/blind_mode.h"
#include "app/teaching/learn_entry.h"
#include "app/teaching/own_predictions.h"
#include "model/lesson/lesson.h"
#include "widgets/file_saver.h"
#include "widgets/worker.h"

#include <QObject>

#include <optional>

class QBoxLayout;
class QVBoxLayout;
class QMainWindow;
class QMenu;

namespace kneepoint {

class Board;
class DetailPages;
class LessonPanel;
class MessageBar;
struct Problem;
class SidePanels;
class LargeChartController;

/// The parts of the window used by a lesson.
struct LessonPlace {
    QMainWindow& window;
    QVBoxLayout& column;     ///< with these columns; the bar of a lesson is below them
    QBoxLayout& columns;     ///< with the board and what is beside it; a lesson is at their left
    QList<QAction*> actions; ///< that could reveal an answer
    ScenarioDocument& document;
    Board& board;
    MessageBar& messages;
    SidePanels& sides;
    LargeChartController& large_charts;
    DetailPages& details;
};

/// Reads and checks a lesson, for a worker; nothing if the file does not declare itself to be one.
[[nodiscard]] std::optional<Result<Lesson>> readLesson(const QString& path);

/// A lesson next to the board: a step shows its scenario on the board, limited to the step's charts and controls. While
/// its question is pending, the window hides everything that could reveal the answer and the document has a neutral
/// title.
class LessonController : public QObject {
    Q_OBJECT
public:
    explicit LessonController(const LessonPlace& place);

    /// Opens a lesson that was read; one with faults shows an error message.
    void openRead(const Result<Lesson>& lesson);
    void open(const Lesson& lesson, const QString& student = {});
    /// Restores the scenario that was open before the lesson.
    void close();
    /// One step back: from the board to the page, then out of the lesson; false if no lesson is open.
    bool leave();
    [[nodiscard]] bool isOpen() const { return m_open; }
    /// Whether a question is pending.
    [[nodiscard]] bool isBlind() const { return m_blind.isOn(); }
    [[nodiscard]] LessonPanel& panel() { return *m_panel; }
    [[nodiscard]] QMenu& menu() { return *m_menu; }
    /// What the menu offers, with how far each lesson was answered according to the log of predictions.
    [[nodiscard]] QList<LearnGroup> learnGroups();
    [[nodiscard]] OwnPredictions& predictions() { return m_predictions; }
    /// Moves forward by this many steps, if possible.
    void move(int by);
    /// Neither waits for the file.
    void saveResultsTo(const QString& path);
    /// Of the open lesson, or of the first one.
    void saveInstructorTo(const QString& path);
    /// Speaker notes: goal, answer and likely wrong answers of the step, what to say next.
    [[nodiscard]] QString notes() const;

signals:
    /// A lesson has been opened or closed, shows another step, or its answer.
    void stepped();
    /// A textbook problem is now the scenario.
    void problemOpened();

private:
    void fillMenu();
    void openNext();
    void tryOnBoard();
    void connectControls();
    void askForQuiz(bool all_causes);
    void openBlind();
    void askForFile();
    void showStep();
    void openScenario();
    void showBoard();
    [[nodiscard]] bool pageStays() const;
    void fitPanel();
    void shut();
    void restoreScenario();
    void freezeCharts(const std::vector<std::string>& ids);
    void reveal();
    void saveResults();
    void saveInstructor();
    [[nodiscard]] const Lesson& lessonToPrint() const;
    void showProblems();
    void openProblem(const Problem& problem);
    void showPredictions();

    LessonPlace m_place;
    QMenu* m_menu;
    LessonPanel* m_panel;
    BlindMode m_blind;
    DocumentState m_before; ///< what was open before the lesson
    int m_undo_before = 0;  ///< undo steps then
    FileWork<std::optional<Result<Lesson>>> m_reading;
    FileSaver m_saver{this};
    OwnPredictions m_predictions{this};
    bool m_open = false;
    bool m_on_board = false; ///< the board is shown instead of an answered page
    bool m_opening = false;  ///< the step's scenario is being set
};

} // namespace kneepoint
