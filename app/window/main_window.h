// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/scenario_document.h"
#include "app/document/session.h"
#include "model/scenario/scenario.h"
#include "widgets/theme/theme.h"

#include <QMainWindow>

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
class FileController;
class ImportController;
class LessonController;
class MessageBar;
class PlanPages;
class PlanStrip;
class PresetMenu;
class ReachController;
class ReachPanel;
class RightPanel;
class CommandSearchController;
class SidePanels;
class LargeChartController;
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
    /// A window that is closed while these are being saved stays usable and closes as soon as all of it is safe; closed
    /// again, it closes at once.
    [[nodiscard]] FileController& files() { return *m_files; }
    [[nodiscard]] LessonController& lessons() { return *m_lessons; }
    [[nodiscard]] MessageBar& messageBar() { return *m_message; }
    [[nodiscard]] StatusLine& statusLine() { return *m_status; }
    [[nodiscard]] ReachPanel& reachPanel() { return *m_reach_panel; }
    [[nodiscard]] RightPanel& rightPanel() { return *m_right; }
    [[nodiscard]] const WindowActions& actions() const { return *m_actions; }

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
    FileController* m_files = nullptr;
    SidePanels* m_sides = nullptr;
    CommandSearchController* m_command_search = nullptr;
    LargeChartController* m_large_charts = nullptr;
    LessonController* m_lessons = nullptr;
    TourController* m_tour = nullptr;
    /// The scenario at the start of a drag of K, which defines K: planning may change the replica.
    std::optional<Scenario> m_picked_from;
    Edit m_keep; ///< what the last offer would do
    QString m_keep_text;
    bool m_tour_seen = false;
    QString m_use;                ///< what the user came for at the first start; empty: the board
    std::optional<bool> m_narrow; ///< unset until the columns have their widths
    ThemeChoice m_theme_choice = ThemeChoice::system;
};

} // namespace kneepoint
