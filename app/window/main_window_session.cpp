// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_window.h"

#include "app/teaching/side_panels.h"
#include "app/window/compare_controller.h"
#include "app/window/file_controller.h"
#include "model/constants/calibration.h"
#include "widgets/controls/control_panel.h"
#include "widgets/panels/board.h"

#include <QSplitter>
#include <QTimer>

/// The window state that is saved in the session.
namespace kneepoint {

Session MainWindow::session() const
{
    Session session;
    session.geometry = saveGeometry();
    session.columns = m_columns->saveState();
    session.board = m_board->splitterStates();
    session.theme = m_theme_choice;
    session.controls_in_sight = m_sides->chosen().controls;
    session.diagnosis_in_sight = m_sides->chosen().diagnosis;
    session.tour_seen = m_tour_seen;
    session.use = m_use;
    session.comparison = m_compare->saved();
    session.unfolded_sections = m_controls->unfoldedSections();
    session.recent_files = m_files->recent();
    const DocumentState& state = m_document.state();
    session.file_path = state.path;
    session.on_disk = state.on_disk;
    session.scenario = QByteArray::fromStdString(writeScenario(state.file, shippedCalibration()));
    ScenarioFile baseline = state.file;
    baseline.scenario = state.baseline;
    baseline.evidence = state.saved_evidence;
    session.baseline = QByteArray::fromStdString(writeScenario(baseline, shippedCalibration()));
    if (const PriceList& prices = m_document.prices(); prices != shippedPrices())
        session.prices = QByteArray::fromStdString(writePrices(prices));
    return session;
}

Result<void> MainWindow::restoreSession(const Session& session)
{
    restoreGeometry(session.geometry);
    if (m_columns->restoreState(session.columns))
        m_narrow = width() < narrow_width;
    m_board->restoreSplitters(session.board);
    m_sides->choose({session.controls_in_sight, session.diagnosis_in_sight});
    m_tour_seen = session.tour_seen;
    m_use = session.use;
    // After the first paint: folded sections cost nothing to start.
    QTimer::singleShot(0, this, [this, sections = session.unfolded_sections] { m_controls->unfoldSections(sections); });
    m_files->setRecent(session.recent_files);
    setThemeChoice(session.theme);
    const Result<void> compared = m_compare->restore(session.comparison);
    const Result<void> priced = restorePrices(session.prices);
    const Result<void> opened = restoreDocument(session);
    return !opened ? opened : !compared ? compared : priced;
}

Result<void> MainWindow::restorePrices(const QByteArray& text)
{
    if (text.isEmpty())
        return {};
    const Result<PriceList> prices = parsePrices(text.toStdString(), "session");
    if (!prices)
        return tl::unexpected(prices.error());
    m_document.setPrices(*prices);
    return {};
}

Result<void> MainWindow::restoreDocument(const Session& session)
{
    if (session.scenario.isEmpty())
        return {};
    const Result<ScenarioFile> file =
        parseScenario(session.scenario.toStdString(), "session", m_document.calibration());
    const Result<ScenarioFile> baseline =
        parseScenario(session.baseline.toStdString(), "session", m_document.calibration());
    if (!file || !baseline)
        return tl::unexpected((file ? baseline : file).error());
    m_document.restore({*file, session.file_path, baseline->scenario, baseline->evidence, session.on_disk});
    return {};
}

} // namespace kneepoint
