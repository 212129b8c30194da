// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/reach_controller.h"

#include "app/document/scenario_document.h"
#include "app/window/command_list.h"
#include "app/window/command_preview.h"
#include "model/exploration/reach_words.h"
#include "widgets/charts/kneemap_chart.h"
#include "widgets/panels/board.h"
#include "widgets/panels/chart_tabs.h"
#include "widgets/panels/reach_panel.h"
#include "widgets/panels/right_panel.h"
#include "widgets/text.h"

#include <QAction>

#include <utility>

using namespace std::chrono_literals;

namespace kneepoint {

ReachController::ReachController(const Place& place)
    : QObject(&place.window)
    , m_place(place)
    , m_rest(120ms, [this] { compute(); })
{
    connect(&place.action, &QAction::toggled, this, &ReachController::setShown);
    connect(&place.action, &QAction::enabledChanged, this, &ReachController::followPage);
    connect(&place.right, &RightPanel::pageChanged, this, &ReachController::followPage);
    connect(&place.right_shown, &QAction::toggled, this, &ReachController::followPage);
    connect(&place.document, &ScenarioDocument::changed, this, &ReachController::askAgain);
    connect(&place.panel, &ReachPanel::asked, this, &ReachController::askAgain);
    connect(&place.panel, &ReachPanel::kindChosen, this, &ReachController::chooseKind);
    connect(&place.panel, &ReachPanel::tried, this, &ReachController::preview);
    connect(&place.panel, &ReachPanel::accepted, this, &ReachController::accept);
    connect(&place.board.more(), &ChartTabs::made, this, [this](Chart* chart) {
        if (auto* map = qobject_cast<KneeMapChart*>(chart)) {
            m_map = map;
            showOnMap();
        }
    });
}

bool ReachController::isShown() const
{
    return m_place.right_shown.isChecked() && m_place.right.page() == RightPanel::Page::reach;
}

void ReachController::setShown(bool shown)
{
    if (shown == isShown())
        return;
    if (shown)
        m_place.right_shown.setChecked(true);
    m_place.right.setPage(shown ? RightPanel::Page::reach : RightPanel::Page::bottlenecks);
    if (shown)
        m_place.panel.focusTarget();
}

void ReachController::followPage()
{
    m_place.action.setChecked(isShown());
    if (!isShown())
        (void)endPreview();
    else if (!m_answered && !m_work.isBusy())
        m_rest.startIf(m_place.action.isEnabled());
    showOnMap();
}

void ReachController::ask(const ReachTarget& target)
{
    m_place.panel.setTarget(target);
    askAgain();
    setShown(true);
}

void ReachController::askAgain()
{
    m_work.stop();
    m_answered = false;
    m_place.panel.setStale();
    m_rest.startIf(isShown() && m_place.action.isEnabled());
    showOnMap();
}

void ReachController::compute()
{
    m_work.ask([a = m_place.document.sharedAnalysis(), target = m_place.panel.target()](const std::stop_token& stop,
                   const auto&) { return reach(a->scenario, target, a->calibration, stop); },
        [this](const Reached& reached) {
            m_answered = true;
            m_place.panel.show(reached, m_place.document.scenario());
        });
}

/// A kind alone asks for a little more than there is now.
void ReachController::chooseKind(const ReachTarget& kind)
{
    ReachTarget target = kind;
    target.value =
        likelyTarget(target, reachFigure(target, m_place.document.scenario(), m_place.document.calibration()));
    ask(target);
}

bool ReachController::endPreview()
{
    return m_place.panel.clearChoice();
}

void ReachController::preview(const Way* way)
{
    if (!way) {
        if (std::exchange(m_previewing, false))
            m_place.board.setGhost(nullptr);
        return;
    }
    const ScenarioDocument& document = m_place.document;
    m_previewing = true;
    m_place.board.setGhost(share(analyze(
        applied(document.scenario(), way->edit, document.calibration(), document.prices()), document.calibration())));
    Command change;
    change.edit = way->edit;
    m_place.panel.setEffect(previewText(change, document.analysis()));
}

void ReachController::accept(const Way& way)
{
    const QString name = toQString(wayText(way, m_place.document.scenario()));
    m_place.document.applyEdit(way.edit, name);
}

/// The line between what reaches the target and what does not, while the question is in sight.
void ReachController::showOnMap()
{
    if (!m_map)
        return;
    const ReachTarget& target = m_place.panel.target();
    if (isShown() && target.kind != ReachTarget::Kind::fits)
        m_map->setTarget(MapTarget{target, toQString(limitText(target))});
    else
        m_map->setTarget(std::nullopt);
}

} // namespace kneepoint
