// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QDockWidget;
class QMenu;

namespace kneepoint {

class LessonPanel;
class MainWindow;
struct Lesson;

/// The menu Learn, and a lesson beside the board: a step puts its scenario on the board, and while its question waits
/// for an answer the board, its headline and the diagnosis are hidden and the document has a neutral title.
class LessonController : public QObject {
    Q_OBJECT
public:
    explicit LessonController(MainWindow& window);

    /// Opens a file if it is a lesson; false if it is something else. A lesson with faults gets a sentence.
    bool openPath(const QString& path);
    void open(const Lesson& lesson);
    [[nodiscard]] LessonPanel& panel() { return *m_panel; }
    [[nodiscard]] QMenu& menu() { return *m_menu; }

private:
    void fillMenu();
    void showStep();
    void showBoard(bool visible);
    void close();
    void saveResults();
    /// Keeps the answers of this lesson on this machine, beside those of earlier ones.
    void keepLog() const;

    MainWindow& m_window;
    QMenu* m_menu;
    LessonPanel* m_panel;
    QDockWidget* m_dock;
};

} // namespace kneepoint
