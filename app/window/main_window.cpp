// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_window.h"

#include "app/document/usable_workers.h"
#include "app/evidence/calibrate_controller.h"
#include "app/evidence/import_controller.h"
#include "app/evidence/validation_controller.h"
#include "app/planning/auto_plan_controller.h"
#include "app/planning/open_prices.h"
#include "app/planning/plan_pages.h"
#include "app/teaching/large_chart_controller.h"
#include "app/teaching/lesson_controller.h"
#include "app/teaching/presentation_controller.h"
#include "app/teaching/side_panels.h"
#include "app/window/command_search_controller.h"
#include "app/window/compare_controller.h"
#include "app/window/diagnosis_controller.h"
#include "app/window/envelope_controller.h"
#include "app/window/explain_controller.h"
#include "app/window/export_controller.h"
#include "app/window/file_controller.h"
#include "app/window/help_dialogs.h"
#include "app/window/kneemap_controller.h"
#include "app/window/learn_page.h"
#include "app/window/measure_controller.h"
#include "app/window/preset_menu.h"
#include "app/window/reach_controller.h"
#include "app/window/theme_choice.h"
#include "app/window/tour_controller.h"
#include "app/window/welcome.h"
#include "app/window/window_actions.h"
#include "app/window/window_menus.h"
#include "app/window/window_tool_bar.h"
#include "model/catalogue/catalogue.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/lesson/lesson.h"
#include "model/search/layout.h"
#include "widgets/controls/control_panel.h"
#include "widgets/panels/board.h"
#include "widgets/panels/detail_pages.h"
#include "widgets/panels/diagnosis_panel.h"
#include "widgets/panels/evidence_panel.h"
#include "widgets/panels/evidence_strip.h"
#include "widgets/panels/explain_panel.h"
#include "widgets/panels/headline_strip.h"
#include "widgets/panels/message_bar.h"
#include "widgets/panels/plan_strip.h"
#include "widgets/panels/reach_panel.h"
#include "widgets/panels/right_panel.h"
#include "widgets/panels/status_line.h"
#include "widgets/style/style.h"
#include "widgets/text.h"
#include "widgets/theme/icons.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QDropEvent>
#include <QMenu>
#include <QMenuBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>
#include <QUndoStack>
#include <QVBoxLayout>
#include <QWhatsThis>

namespace kneepoint {
namespace {
/// The start scenario for planning.
constexpr auto planning_scenario = "llama3-8b-64xh100";

/// In the session.
QString useName(Welcome::Choice choice)
{
    switch (choice) {
    case Welcome::Choice::learn:
        return QStringLiteral("learn");
    case Welcome::Choice::plan:
        return QStringLiteral("plan");
    case Welcome::Choice::own:
        return QStringLiteral("own");
    case Welcome::Choice::explore:
    case Welcome::Choice::nothing:
        break;
    }
    return {};
}
} // namespace

ScenarioFile MainWindow::defaultScenario()
{
    const ScenarioFile* preset = findScenarioPreset("knee-simulator");
    return preset ? *preset : ScenarioFile{};
}

MainWindow::MainWindow(ScenarioFile first, QWidget* parent)
    : QMainWindow(parent)
    , m_document(std::move(first))
    , m_actions(std::make_unique<WindowActions>(*this, *m_document.undoStack()))
    , m_presets(new PresetMenu(this))
    , m_recent(new QMenu(tr("Open &recent"), this))
    , m_chart_menu(new QMenu(tr("&Charts"), this))
    , m_tools(new WindowToolBar(*m_actions, *m_presets, this))
    , m_status(new StatusLine)
    , m_message(&m_status->messages())
    , m_pages(new QStackedWidget)
    , m_details(new DetailPages(m_pages))
    , m_plan_tabs(new QTabWidget)
    , m_plan(new PlanStrip)
    , m_evidence(new EvidenceStrip)
    , m_evidence_panel(new EvidencePanel)
    , m_columns(new QSplitter)
    , m_controls(new ControlPanel)
    , m_board(new Board)
    , m_diagnosis(new DiagnosisPanel)
    , m_explain(new ExplainPanel)
    , m_reach_panel(new ReachPanel)
    , m_right(new RightPanel(*m_diagnosis, *m_explain, *m_reach_panel))
{
    setAcceptDrops(true);
    setWindowIcon(actionIcon(QStringLiteral("kneepoint")));
    fillMenuBar(*this, *m_actions, *m_presets, *m_recent, *m_chart_menu);
    connect(m_chart_menu, &QMenu::aboutToShow, this, &MainWindow::fillChartMenu);
    buildLayout();
    connectActions();
    connectDocument();
    addControllers();
    setThemeChoice(m_theme_choice);
    showDocument();
}

MainWindow::~MainWindow() = default;

void MainWindow::addControllers()
{
    auto* diagnosis = new DiagnosisController(m_document, *m_diagnosis, *m_board);
    new AutoPlanController(*m_actions->auto_plan, m_document, *m_plan);
    new EnvelopeController(m_document, *m_board);
    new KneeMapController(m_document, *m_board);
    new ExportController(*this, *m_actions, m_document, *m_board, *m_message);
    m_reach = new ReachController(
        {*this, *m_actions->reach, *m_actions->diagnosis, m_document, *m_board, *m_reach_panel, *m_right});
    new MeasureController(*this, *m_actions, m_document, *m_explain, *m_message);
    m_command_search = new CommandSearchController(*this, *m_actions, m_document, *m_controls, *m_board, *m_message);
    connect(m_command_search, &CommandSearchController::reachWanted, m_reach, &ReachController::ask);
    auto* validation = new ValidationController(*m_details, *m_actions->validation, m_document);
    connect(validation, &ValidationController::opened, this, [this] { setPage(Page::board); });
    m_calibrate = new CalibrateController(*m_details, *m_actions->calibrate, m_document);
    addEvidence();
    m_compare = new CompareController(*this, *m_actions, m_document, *m_board, *m_controls, *m_message, *m_details);
    m_plan_pages = new PlanPages({*this, *m_plan_tabs, *m_actions->layouts, *m_actions->plan, m_document,
        m_compare->comparison(), *m_board, *m_message, *m_details});
    connect(m_plan_pages, &PlanPages::opened, this, [this](const QString& sentence) {
        setPage(Page::board);
        m_message->say(sentence, MessageBar::Tone::done);
    });
    connect(m_compare, &CompareController::changed, this, &MainWindow::sessionChanged);
    const auto show_options = [this] {
        QStringList names;
        for (const Pin& pin : m_compare->comparison().pins())
            names << pin.name;
        m_tools->setOptions(names, names.isEmpty() || m_compare->comparison().reference());
    };
    connect(m_compare, &CompareController::changed, m_tools, show_options);
    connect(&m_compare->comparison(), &Comparison::named, m_tools, show_options);
    connect(m_tools, &WindowToolBar::optionOpened, m_compare, &CompareController::openOption);
    connect(m_tools, &WindowToolBar::optionPromoted, &m_compare->comparison(), &Comparison::makeReference);
    connect(m_tools, &WindowToolBar::optionUnpinned, &m_compare->comparison(), &Comparison::remove);
    m_compare->in_lesson = [this] { return m_lessons && m_lessons->isOpen(); };
    diagnosis->follow(m_compare->comparison());
    addTeaching();
    m_files = new FileController({*this, *m_actions, m_document, *m_message, *m_import, *m_lessons, *m_recent});
    connect(m_files, &FileController::recentChanged, this, &MainWindow::sessionChanged);
    m_tour = new TourController(*this, *m_actions, *m_board, *m_controls, *m_diagnosis);
    connect(m_tour, &TourController::ended, this, &MainWindow::endTour);
    connect(m_details, &DetailPages::opened, m_tour, [this] { m_tour->end(); }); // what it points at is out of sight
    connect(m_lessons, &LessonController::stepped, m_tour, [this] {
        if (m_lessons->isOpen()) // it would point at charts that a step hides, and reveal its answer
            m_tour->end();
    });
}

/// Imported files: read, kept in the document, shown in the strip and the panel.
void MainWindow::addEvidence()
{
    m_right->setEvidence(m_evidence_panel);
    m_import = new ImportController({*this, *m_actions->import_files, m_document, *m_evidence, *m_evidence_panel});
    connect(m_import, &ImportController::finished, m_right, [this] {
        if (!m_document.evidence().empty())
            m_right->setPage(RightPanel::Page::evidence);
    });
    connect(m_import, &ImportController::calibrationWanted, m_calibrate, &CalibrateController::open);
    connect(m_import, &ImportController::offered, this,
        [this](const QString& sentence, const QString& action, const std::function<void()>& run) {
            m_message->say(sentence, MessageBar::Tone::notice, {action, run});
        });
    connect(m_import, &ImportController::said, this, [this](const QString& sentence, bool fault) {
        m_message->say(sentence, fault ? MessageBar::Tone::fault : MessageBar::Tone::done);
    });
}

/// Teaching and presenting: one thing at a time on the board.
void MainWindow::addTeaching()
{
    m_sides = new SidePanels(*m_actions->controls, *m_actions->diagnosis, this);
    m_large_charts = new LargeChartController(*m_actions->fill_board, *m_board);
    auto* explain = new ExplainController(
        {*this, *m_actions, m_document, *m_board, *m_explain, *m_right, *m_status, *m_large_charts});
    explain->follow(m_compare->comparison());
    m_lessons = new LessonController({*this, *m_board_page, *m_board_row, m_actions->aboutScenario(), m_document,
        *m_board, *m_message, *m_sides, *m_large_charts, *m_details});
    m_pages->addWidget(new LearnPage([this] { return m_lessons->learnGroups(); }));
    m_command_search->alsoFind(m_lessons->menu());
    connect(m_lessons, &LessonController::stepped, this, [this] {
        if (m_lessons->isOpen())
            setPage(Page::board);
        markPage();
        m_compare->followOpen();
        m_plan->setVisible(!m_lessons->isOpen()); // it names degrees that a question may ask for
        showStatus();
        // A question hides the formulas, because their numbers would reveal its answer; then they come back.
        if (m_lessons->isOpen() && !m_lessons->isBlind() && m_right->page() == RightPanel::Page::changes)
            m_actions->diagnosis->setChecked(true);
    });
    connect(m_lessons, &LessonController::problemOpened, this, [this] { setPage(Page::board); });
    auto* presentation = new PresentationController(
        {*this, *m_actions->present, *m_board_page, *m_board, *m_controls, *m_sides, *m_large_charts});
    connect(m_actions->present, &QAction::toggled, this, [this](bool on) {
        if (on) {
            setPage(Page::board);
            m_tour->end();
        }
        m_plan->setVisible(!on);
        m_evidence->setAllowed(!on);
    });
    connect(presentation, &PresentationController::fullScreenWanted, this, &MainWindow::setFullScreen);
    connect(this, &MainWindow::themeChanged, presentation, &PresentationController::restoreFont);
    connect(presentation, &PresentationController::stepWanted, m_lessons, &LessonController::move);
    connect(m_lessons, &LessonController::stepped, presentation, &PresentationController::refresh);
    connect(&m_document, &ScenarioDocument::changed, presentation, &PresentationController::refresh);
    presentation->title = [this] { return m_document.shownTitle(); };
    presentation->layout = [this] {
        return toQString(layoutText(m_document.scenario(), layoutOf(m_document.scenario())));
    };
    presentation->is_blind = [this] { return m_lessons->isBlind(); };
    presentation->notes = [this] { return m_lessons->isOpen() ? m_lessons->notes() : m_diagnosis->verdict(); };
}

void MainWindow::connectActions()
{
    const auto on = [this](QAction* action, auto slot) { connect(action, &QAction::triggered, this, slot); };
    on(m_actions->quit, &QWidget::close);
    on(m_actions->reset, [this] {
        ScenarioFile file = m_document.file();
        file.scenario = m_document.baseline();
        file.evidence = m_document.state().saved_evidence;
        if (m_document.isModified())
            m_document.open(std::move(file), m_document.filePath());
    });
    on(m_actions->strong_scaling, [this] { m_document.editOnce(parameter("workload.scaling"), 0); });
    on(m_actions->weak_scaling, [this] { m_document.editOnce(parameter("workload.scaling"), 1); });
    on(m_actions->theme_system, [this] { setThemeChoice(ThemeChoice::system); });
    on(m_actions->theme_light, [this] { setThemeChoice(ThemeChoice::light); });
    on(m_actions->theme_dark, [this] { setThemeChoice(ThemeChoice::dark); });
    on(m_actions->next_theme,
        [this] { setThemeChoice(theme() == ThemeMode::dark ? ThemeChoice::light : ThemeChoice::dark); });
    on(m_actions->reset_zoom, [this] { m_board->resetZoom(); });
    on(m_actions->search, [this] {
        setPage(Page::board);
        m_actions->controls->setChecked(true);
        m_controls->focusSearch();
    });
    connect(m_actions->controls, &QAction::toggled, m_controls, &QWidget::setVisible);
    connect(m_actions->diagnosis, &QAction::toggled, m_right, &QWidget::setVisible);
    for (const QAction* side : {m_actions->controls, m_actions->diagnosis})
        connect(side, &QAction::toggled, this, &MainWindow::padBoard);
    connect(m_diagnosis, &DiagnosisPanel::shown, m_right, [this] { m_right->setCount(m_diagnosis->cards().size()); });
    on(m_actions->board, [this] { showBoardPage(); });
    on(m_actions->plan, [this] { setPage(Page::plan); });
    on(m_actions->layouts, [this] { setPage(Page::plan); });
    on(m_actions->learn, [this] { setPage(Page::learn); });
    connect(m_board, &Board::expandWanted, this, [this](const QString& chart) {
        if (!m_large_charts->leave())
            m_large_charts->fill(chart);
    });
    connect(m_plan, &PlanStrip::partClicked, this, [this](const QString& id) {
        m_actions->controls->setChecked(true);
        m_controls->focusControl(parameter(id.toStdString()));
    });
    connect(m_status, &StatusLine::whyWanted, m_actions->explain, [this] {
        if (m_actions->explain->isEnabled())
            m_actions->explain->setChecked(true);
    });
    connect(m_status, &StatusLine::fixWanted, m_actions->remedies, &QAction::trigger);
    on(m_actions->remedies, [this] {
        setPage(Page::board);
        m_right->setPage(RightPanel::Page::bottlenecks);
        m_actions->diagnosis->setChecked(true);
        m_diagnosis->focusBest();
    });
    connect(m_actions->full_screen, &QAction::triggered, this, &MainWindow::setFullScreen);
    on(m_actions->back, &MainWindow::goBack);
    on(m_actions->whats_this, [] { QWhatsThis::enterWhatsThisMode(); });
    on(m_actions->prices, [this] {
        openPrices(m_document, *m_details, parameter("cluster.gpu").choice(m_document.scenario().cluster.gpu).id);
    });
    on(m_actions->start_page, &MainWindow::askWhatToDo);
    on(m_actions->documentation, [this] { openDocumentation(*m_message); });
    on(m_actions->shortcuts, [this] { m_details->open(makeShortcutsPage(*m_actions)); });
    on(m_actions->about, [this] { showAbout(*this); });
    connect(m_presets, &PresetMenu::chosen, this, [this](const ScenarioFile& preset) { m_document.open(preset); });
}

void MainWindow::connectDocument()
{
    connect(m_controls, &ControlPanel::edited, &m_document,
        [this](const Parameter* p, double value) { m_document.edit(*p, value); });
    connect(m_controls, &ControlPanel::patternEdited, &m_document,
        [this](const Edit& edit) { m_document.applyEdit(edit, tr("Layer pattern")); });
    connect(m_controls, &ControlPanel::resetAsked, &m_document, [this](const Parameter* p) { m_document.reset(*p); });
    connect(m_controls, &ControlPanel::editFinished, &m_document, &ScenarioDocument::finishEdit);
    connect(m_controls, &ControlPanel::keepAsked, this, [this] {
        if (!m_keep.empty())
            m_document.applyEdit(m_keep, m_keep_text);
    });
    connect(m_controls, &ControlPanel::dragged, m_board, &Board::setInteracting);
    connect(m_board, &Board::workersPicked, this, &MainWindow::pickWorkers);
    connect(m_board, &Board::editPicked, &m_document,
        [this](const Edit& edit) { m_document.applyEdit(edit, tr("Move on the map")); });
    connect(m_board, &Board::pickFinished, this, &MainWindow::finishPick);
    connect(m_board, &Board::knobDragged, &m_document, [this](const Parameter* p, double value, bool finished) {
        m_document.edit(*p, value);
        if (finished)
            m_document.finishEdit();
    });
    connect(&m_document, &ScenarioDocument::changed, this, &MainWindow::showDocument);
    connect(&m_document, &ScenarioDocument::changed, m_message, [this] {
        if (m_message->tone() == MessageBar::Tone::done)
            m_message->hide();
    });
    // A message about a step is no longer true once it is undone.
    connect(m_document.undoStack(), &QUndoStack::indexChanged, m_message, [this, last = 0](int index) mutable {
        if (std::exchange(last, index) > index && m_message->tone() != MessageBar::Tone::fault)
            m_message->hide();
    });
    connect(&m_document, &ScenarioDocument::opened, m_board, &Board::resetZoom);
    connect(&m_document, &ScenarioDocument::sideEffectReported, this, [this](const QString& sentence) {
        m_message->say(tr("%1 Press Ctrl+Z to undo.").arg(sentence), MessageBar::Tone::notice);
    });
    connect(&m_document, &ScenarioDocument::offered, this,
        [this](const QString& sentence, const QString& keep_text, const Edit& keep) {
            MessageBar::Action action;
            m_keep = keep;
            m_keep_text = keep_text;
            m_controls->showMoved(sentence, keep_text);
            if (!keep.empty())
                action = {keep_text, [this, keep_text, keep] { m_document.applyEdit(keep, keep_text); }};
            m_message->say(tr("%1 Press Ctrl+Z to undo.").arg(sentence), MessageBar::Tone::notice, action);
        });
    connect(&m_document, &ScenarioDocument::pricesChanged, this, [this] {
        m_board->headline().setPrices(m_document.prices());
        emit sessionChanged();
    });
}

void MainWindow::showDocument()
{
    m_controls->show(m_document.scenario(), m_document.baseline());
    m_controls->nameCustom(parameter("cluster.interconnect"), toQString(m_document.analysis().measured.network));
    m_board->show(m_document.sharedAnalysis());
    showStatus();
    m_tools->setScenario(m_document.title(), m_document.isModified());
    const bool strong = m_document.scenario().workload.scaling == Scaling::strong;
    (strong ? m_actions->strong_scaling : m_actions->weak_scaling)->setChecked(true);
    setWindowTitle(tr("%1[*] – Kneepoint").arg(m_document.shownTitle()));
    setWindowModified(m_document.isModified());
    emit sessionChanged();
}

/// While a question waits, nothing that could answer it.
void MainWindow::showStatus()
{
    const bool blind = m_lessons && m_lessons->isBlind();
    const QString note = blind ? QString() : m_board->headline().note();
    m_status->setAbout(!note.isEmpty()              ? note
            : m_document.about().isEmpty() || blind ? m_document.shownTitle()
                                                    : m_document.about());
    m_status->setWarning(
        blind ? QString() : m_board->headline().warning(), !blind && !m_document.analysis().step.memory.fits());
}

void MainWindow::pickWorkers(double k)
{
    if (!m_picked_from)
        m_picked_from = m_document.scenario();
    m_document.edit(parameter("cluster.gpus"), usableGpus(*m_picked_from, k));
    if (QApplication::mouseButtons() == Qt::NoButton)
        finishPick();
}

void MainWindow::finishPick()
{
    m_document.finishEdit();
    m_picked_from.reset();
}

ThemeMode MainWindow::theme() const
{
    return modeOf(QApplication::palette());
}

void MainWindow::setThemeChoice(ThemeChoice choice)
{
    m_theme_choice = choice;
    applyTheme(*qApp, themeMode(choice));
    m_actions->themes->actions().at(static_cast<int>(choice))->setChecked(true);
    emit themeChanged();
    emit sessionChanged();
}

void MainWindow::setFullScreen(bool full)
{
    setWindowState(full ? windowState() | Qt::WindowFullScreen : windowState() & ~Qt::WindowFullScreen);
    menuBar()->setVisible(!full);
    m_tools->setVisible(!full);
    m_actions->full_screen->setChecked(full);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (m_files->mayClose())
        QMainWindow::closeEvent(event);
    else
        event->ignore();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (!FileController::dropped(*event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    m_files->openOrImport(FileController::dropped(*event->mimeData()));
    event->acceptProposedAction();
}

void MainWindow::goBack()
{
    if (m_import->cancel() || m_files->cancelReading())
        return;
    if (m_details->leave())
        return;
    if (m_message->isVisible())
        m_message->hide();
    else if (m_tour->end() || m_reach->endPreview() || m_large_charts->leave())
        return;
    else if (m_actions->present->isChecked())
        m_actions->present->setChecked(false);
    else if (isFullScreen())
        setFullScreen(false);
    else if (page() != Page::board)
        setPage(Page::board);
    else
        (void)m_lessons->leave(); // otherwise the focus stays where it is
}

void MainWindow::welcome()
{
    if (!m_tour_seen)
        askWhatToDo();
    else if (m_use == QStringLiteral("learn"))
        setPage(Page::learn);
    else if (m_use == QStringLiteral("plan"))
        m_actions->plan->trigger();
    else if (m_use == QStringLiteral("own"))
        showOwnJob();
}

/// Where files are dropped and compared.
void MainWindow::showOwnJob()
{
    setPage(Page::board);
    m_right->setPage(RightPanel::Page::evidence);
    m_actions->diagnosis->setChecked(true);
}

void MainWindow::askWhatToDo()
{
    auto* question = new Welcome(this);
    connect(question, &Welcome::chosen, this, [this](Welcome::Choice choice) {
        const bool explore = choice == Welcome::Choice::explore;
        m_use = useName(choice);
        if (choice == Welcome::Choice::learn)
            m_lessons->open(shippedLessons().front());
        else if (choice == Welcome::Choice::plan)
            beginPlanning();
        else if (choice == Welcome::Choice::own)
            showOwnJob();
        else
            m_controls->invite(parameter("cluster.gpus"));
        if (explore)
            startTour();
        else
            endTour();
    });
    question->open();
}

void MainWindow::beginPlanning()
{
    m_document.open(*findScenarioPreset(planning_scenario));
    m_document.editOnce(parameter("plan.auto"), 1);
    m_document.takeListedPrice();
    m_actions->plan->trigger();
}

void MainWindow::startTour()
{
    if (!m_tour_seen)
        m_tour->start();
}

void MainWindow::endTour()
{
    m_tour_seen = true;
    emit sessionChanged();
}

} // namespace kneepoint
