// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/scenario_document.h"
#include "app/document/session.h"
#include "app/window/own_file.h"
#include "model/scenario/scenario.h"
#include "widgets/save_file.h"
#include "widgets/theme/theme.h"
#include "widgets/worker.h"

#include <QMainWindow>

#include <functional>
#include <memory>
#include <optional>

class QHBoxLayout;
class QMenu;
class QSplitter;
class QStackedWidget;
class QTabWidget;
class QVBoxLayout;

namespace kneepoint {

class Board;
class CalibrateController;
class CompareController;
class ControlPanel;
class DetailPages;
class DiagnosisPanel;
class EvidencePanel;
class EvidenceStrip;
class ExplainPanel;
class ImportController;
class LessonController;
class MessageBar;
class PlanPages;
class PlanStrip;
class PresetMenu;
class ReachController;
class ReachPanel;
class RightPanel;
class SearchController;
class SidePanels;
class StageController;
class StatusLine;
class TourController;
class WindowToolBar;
struct WindowActions;

/// The window of one document. It connects the parts: controls edit the document, and each change of the document is
/// shown by the controls and the board. It does not read or write sessions.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(ScenarioFile first, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// The initial scenario of a new window: the scaling-efficiency simulator.
    [[nodiscard]] static ScenarioFile defaultScenario();

    [[nodiscard]] ScenarioDocument& document() { return m_document; }
    [[nodiscard]] Board& board() { return *m_board; }
    [[nodiscard]] ControlPanel& controls() { return *m_controls; }
    [[nodiscard]] DiagnosisPanel& diagnosis() { return *m_diagnosis; }
    [[nodiscard]] PlanPages& planPages() { return *m_plan_pages; }
    [[nodiscard]] CompareController& compare() { return *m_compare; }
    [[nodiscard]] CalibrateController& calibration() { return *m_calibrate; }
    [[nodiscard]] ImportController& imports() { return *m_import; }
    [[nodiscard]] EvidenceStrip& evidenceStrip() { return *m_evidence; }
    [[nodiscard]] DetailPages& details() { return *m_details; }
    [[nodiscard]] LessonController& lessons() { return *m_lessons; }
    [[nodiscard]] MessageBar& messageBar() { return *m_message; }
    [[nodiscard]] StatusLine& statusLine() { return *m_status; }
    [[nodiscard]] ReachPanel& reachPanel() { return *m_reach_panel; }
    [[nodiscard]] RightPanel& rightPanel() { return *m_right; }
    [[nodiscard]] const WindowActions& actions() const { return *m_actions; }

    /// Decides instead of the user whether a file that has changed on disk may be overwritten; if unset, the user is
    /// asked.
    std::function<bool(const QString& path)> ask_to_overwrite;

    /// Files are read and written by a worker; until then the window stays usable, and a message says what is awaited.
    /// Opens one scenario or lesson; anything else, and several files, are imported as measurements.
    void openOrImport(const QStringList& paths);
    /// Opens a scenario file; if it cannot be read, shows an error in the message bar and changes nothing.
    void openPath(const QString& path);
    /// Saves to the document's file, after confirmation if it has changed on disk; asks for a file if there is none.
    /// Confirmed once the content is safe.
    void save();
    [[nodiscard]] bool isWaitingForFile() const { return m_reading.isBusy() || m_saving.isBusy(); }
    /// Whether anything that the user asked for is being written: the document, an export, an answer. A window that is
    /// closed meanwhile stays usable and closes as soon as all of it is safe; closed again, it closes at once.
    [[nodiscard]] bool isSaving() const;

    /// What the worker does; tests can make it slow.
    struct FileAccess {
        std::function<OwnFile(const QString& path, const Calibration& calibration, bool any)> read = readOwnFile;
        std::function<Result<void>(const QString& path, const QByteArray& content)> write = saveFile;
    } file_access;
    void setThemeChoice(ThemeChoice choice);
    [[nodiscard]] ThemeMode theme() const;

    /// Board, Plan and Learn show the same document.
    enum class Page { board, plan, learn };
    void setPage(Page page);
    [[nodiscard]] Page page() const;

    void setFullScreen(bool full);
    /// Shows the start page; only once, unless requested. Later starts open what was chosen there.
    void welcome();
    /// Starts the tour.
    void startTour();
    void endTour();

    [[nodiscard]] Session session() const;
    /// Restores what it can; the error is about the first scenario or price list that is not valid.
    [[nodiscard]] Result<void> restoreSession(const Session& session);

signals:
    /// Something stored in session() has changed.
    void sessionChanged();
    void themeChanged();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    /// Below it, the columns beside the charts are narrower.
    static constexpr int narrow_width = 1500;
    /// Below it, there is one column beside the charts.
    static constexpr int small_width = 1200;

    /// A file that has changed on disk is not written before the user agrees.
    struct SaveAnswer {
        bool changed_on_disk = false;
        Result<void> saved;
    };

    void buildLayout();
    void buildBoardPage();
    void fillChartMenu();
    void showStatus();
    void addControllers();
    void addEvidence();
    void addTeaching();
    void askWhatToDo();
    void beginPlanning();
    void showOwnJob();
    void connectActions();
    void connectDocument();
    void showDocument();
    void pickWorkers(double k);
    void finishPick();
    void chooseFile();
    void saveAs();
    void saveTo(const QString& path, bool ask_if_changed);
    void showSaved(const SaveAnswer& answer, const ScenarioCopy& copy);
    void read(const QString& path, bool any);
    void showRead(const OwnFile& file, const QString& path);
    void sayIfSlow(const QString& sentence);
    void closeIfAsked();
    void stayOpen() { m_closing = false; }
    void rememberFile(const QString& path);
    void fillRecentMenu();
    void goBack();
    void padBoard();
    void placeEvidence();
    void markPage();
    void showBoardPage();
    [[nodiscard]] Result<void> restoreDocument(const Session& session);
    [[nodiscard]] Result<void> restorePrices(const QByteArray& text);

    ScenarioDocument m_document;
    std::unique_ptr<WindowActions> m_actions;
    PresetMenu* m_presets;
    QMenu* m_recent;
    QMenu* m_chart_menu;
    WindowToolBar* m_tools;
    StatusLine* m_status;
    MessageBar* m_message;
    QStackedWidget* m_pages;
    DetailPages* m_details; ///< over a page
    QVBoxLayout* m_board_page = nullptr;
    QHBoxLayout* m_board_row = nullptr; ///< with the columns, and a lesson at their left
    QTabWidget* m_plan_tabs;
    PlanStrip* m_plan;
    EvidenceStrip* m_evidence;
    EvidencePanel* m_evidence_panel;
    QSplitter* m_columns;
    ControlPanel* m_controls;
    Board* m_board;
    DiagnosisPanel* m_diagnosis;
    ExplainPanel* m_explain;
    ReachPanel* m_reach_panel;
    RightPanel* m_right;
    CompareController* m_compare = nullptr;
    ReachController* m_reach = nullptr;
    PlanPages* m_plan_pages = nullptr;
    CalibrateController* m_calibrate = nullptr;
    ImportController* m_import = nullptr;
    SidePanels* m_sides = nullptr;
    SearchController* m_search = nullptr;
    StageController* m_stage = nullptr;
    LessonController* m_lessons = nullptr;
    TourController* m_tour = nullptr;
    /// The scenario at the start of a drag of K, which defines K: planning may change the replica.
    std::optional<Scenario> m_picked_from;
    Edit m_keep; ///< what the last offer would do
    QString m_keep_text;
    bool m_tour_seen = false;
    QString m_use; ///< what the user came for at the first start; empty: the board
    FileWork<OwnFile> m_reading;
    FileWork<SaveAnswer> m_saving;
    std::function<void()> m_save_next; ///< asked for during a save; one after another, so that the last one stays
    int m_file_requests = 0;           ///< so far
    bool m_closing = false;            ///< once everything is saved
    std::optional<bool> m_narrow;      ///< unset until the columns have their widths
    QStringList m_recent_files;
    ThemeChoice m_theme_choice = ThemeChoice::system;
};

} // namespace kneepoint
