// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/teaching/presentation_controller.h"

#include "app/teaching/large_chart_controller.h"
#include "app/teaching/presentation.h"
#include "app/teaching/presentation_bar.h"
#include "app/teaching/side_panels.h"
#include "app/teaching/speaker_notes.h"
#include "model/catalogue/catalogue.h"
#include "widgets/charts/chart_registry.h"
#include "widgets/controls/control_panel.h"
#include "widgets/controls/parameter_control.h"
#include "widgets/panels/board.h"
#include "widgets/panels/headline_strip.h"
#include "widgets/text.h"
#include "widgets/theme/theme.h"

#include <QAction>
#include <QApplication>
#include <QBoxLayout>
#include <QShortcut>

#include <algorithm>

namespace kneepoint {
namespace {

/// The charts that have a key of their own in the bar.
QStringList namesOnKeys()
{
    constexpr qsizetype shown = 4;
    QStringList names;
    for (const QString& id : LargeChartController::presentable().mid(0, shown))
        names << chartTitle(*findChartKind(id.toStdString()));
    return names;
}

} // namespace

PresentationController::PresentationController(const Place& place)
    : QObject(&place.window)
    , m_place(place)
    , m_ring(new PointerRing(place.window))
    , m_title(new PresentationTitle(&place.window))
    , m_chart_names(new PresentationKeys(
          namesOnKeys(), [this](int number) { m_place.large_charts.present(number); }, &place.window))
{
    m_ring->hide();
    m_title->hide();
    m_chart_names->hide();
    place.column.insertWidget(0, m_title);
    place.column.addWidget(m_chart_names);
    connect(&place.large_charts, &LargeChartController::presenting, m_chart_names, &PresentationKeys::mark);
    connect(&place.present, &QAction::toggled, this, &PresentationController::setOn);
    constexpr int digits = 10;
    for (int digit = 1; digit <= digits; ++digit)
        m_chart_keys << addKey(
            QKeySequence(Qt::Key_0 + digit % digits), [this, digit] { m_place.large_charts.present(digit); });
    addKey(Qt::Key_Period, [this] { m_place.large_charts.presentNext(1); });
    addKey(Qt::Key_Comma, [this] { m_place.large_charts.presentNext(-1); });
    addKey(Qt::Key_B, [this] { m_place.large_charts.toggleSecond(); });
    addKey(Qt::Key_S, [this] { m_ring->setSpotlight(!m_ring->isSpotlight()); });
    addKey(Qt::Key_N, [this] { toggleNotes(); });
    addKey(Qt::Key_Right, [this] { emit stepWanted(1); });
    addKey(Qt::Key_Left, [this] { emit stepWanted(-1); });
    addKey(Qt::Key_PageDown, [this] { emit stepWanted(1); }); // what presenters send
    addKey(Qt::Key_PageUp, [this] { emit stepWanted(-1); });
}

PresentationController::~PresentationController()
{
    delete m_notes;
}

QShortcut* PresentationController::addKey(const QKeySequence& key, const std::function<void()>& action)
{
    auto* shortcut = new QShortcut(key, &m_place.window);
    shortcut->setEnabled(false);
    connect(shortcut, &QShortcut::activated, this, action);
    m_keys << shortcut;
    return shortcut;
}

void PresentationController::restoreFont()
{
    setPresentationFont(m_place.present.isChecked());
}

void PresentationController::setOn(bool on)
{
    setPresentationFont(on);
    m_place.controls.setReduced(on);
    m_place.large_charts.setPresenting(on);
    if (on)
        m_place.sides.limit(SidePanels::Owner::presentation, {false, false});
    else
        m_place.sides.release(SidePanels::Owner::presentation);
    QWidget* headline = &m_place.board.headline();
    if (on)
        m_headline_home = m_place.column.indexOf(headline);
    m_place.column.removeWidget(headline);
    m_place.column.insertWidget(on ? m_place.column.indexOf(m_title) + 1 : m_headline_home, headline);
    m_title->setVisible(on);
    m_chart_names->setVisible(on);
    m_chart_names->mark(m_place.large_charts.presented());
    m_ring->setSpotlight(false);
    m_ring->setVisible(on);
    for (QShortcut* key : m_keys)
        key->setEnabled(on);
    refresh();
    emit fullScreenWanted(on);
    m_place.board.setFocus();
    if (on)
        showNotes(false);
    else
        delete m_notes;
}

void PresentationController::toggleNotes()
{
    if (!m_notes)
        showNotes(true);
    else
        delete m_notes;
}

/// On a second screen they open at once; on a single screen they would be projected, so they open only on request.
void PresentationController::showNotes(bool by_hand)
{
    QScreen* other = SpeakerNotes::otherScreen(m_place.window);
    if (!notes || (!other && !by_hand))
        return;
    m_notes = new SpeakerNotes(m_place.window, other);
    refresh();
    m_notes->show();
    m_notes->raise();
    m_place.window.activateWindow();
}

/// Of the number of GPUs, and of what was changed last in the catalogue's order, as far as there is room.
void PresentationController::showControls()
{
    if (QApplication::mouseButtons() != Qt::NoButton)
        return; // the control that is dragged stays
    constexpr int room_for_each = 560;
    QList<const Parameter*> wanted;
    if (m_place.present.isChecked() && !(is_blind && is_blind())) {
        wanted << &parameter("cluster.gpus");
        for (const OwnChange& change : m_place.controls.changes())
            if (change.parameter != wanted.front() && change.parameter->pins.empty())
                wanted << change.parameter;
        const int most = std::clamp(m_place.window.width() / room_for_each - 1, 1, 2);
        wanted = wanted.mid(0, most);
    }
    QList<QWidget*> shown;
    for (const Parameter* p : wanted) {
        QWidget* there = nullptr;
        for (QWidget* control : m_chart_names->controls())
            if (&static_cast<ParameterControl*>(control)->parameter() == p)
                there = control;
        constexpr int control_letters = 42;
        if (!there) {
            ParameterControl* twin = m_place.controls.makeTwin(*p);
            there = twin;
            constexpr int widest_name = 130;
            QFont base = twin->font();
            base.setPointSizeF(baseFontPoints());
            twin->setLabelWidth(std::min(widest_name, QFontMetrics(base).horizontalAdvance(toQString(p->label)) + 4));
            there->setFixedWidth(control_letters * there->fontMetrics().averageCharWidth());
        }
        shown << there;
    }
    m_chart_names->setControls(shown);
}

void PresentationController::refresh()
{
    showControls();
    if (m_place.present.isChecked() && title)
        m_title->show(title(), layout ? layout() : QString());
    const bool charts = m_place.present.isChecked() && !(is_blind && is_blind());
    for (QShortcut* key : m_chart_keys)
        key->setEnabled(charts);
    if (m_notes)
        m_notes->setText(notes());
}

} // namespace kneepoint
