// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/candidates_button.h"

#include "model/scenario/scenario.h"
#include "widgets/style/style.h"
#include "widgets/text.h"

#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QStyleOptionToolButton>
#include <QStylePainter>

namespace kneepoint {
namespace {

constexpr int most_named = 2;   ///< candidates named on their button
constexpr int beside_text = 24; ///< pixels of the frame and the arrow

} // namespace

CandidatesButton::CandidatesButton(const Parameter& of, QWidget* parent)
    : QToolButton(parent)
    , m_of(of)
{
    setObjectName(toQString(of.id));
    setAccessibleName(tr("%1 to choose from").arg(toQString(of.label)));
    setPopupMode(QToolButton::InstantPopup);
    setProperty(bordered_property, true);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    auto* menu = new QMenu(this);
    m_prompt = menu->addAction(QString());
    m_prompt->setEnabled(false);
    connect(menu, &QMenu::aboutToShow, this, [this] { filter({}); });
    for (std::size_t i = 1; i < of.choices().size(); ++i) {
        QAction* action = menu->addAction(toQString(of.choices()[i].label));
        action->setCheckable(true);
        action->setData(static_cast<int>(i));
        connect(action, &QAction::toggled, this, &CandidatesButton::showChosen);
    }
    menu->installEventFilter(this);
    setMenu(menu);
    showChosen();
}

QList<int> CandidatesButton::chosen() const
{
    QList<int> places;
    for (const QAction* action : menu()->actions())
        if (action->isChecked())
            places << action->data().toInt();
    return places;
}

void CandidatesButton::choose(std::string_view choice_id, bool on)
{
    for (QAction* action : menu()->actions())
        if (action != m_prompt && m_of.choices()[static_cast<std::size_t>(action->data().toInt())].id == choice_id)
            action->setChecked(on);
}

void CandidatesButton::showChosen()
{
    QStringList names;
    for (const QAction* action : menu()->actions())
        if (action->isChecked())
            names << action->text();
    const QString what = toQString(m_of.label);
    const qsizetype more = names.size() - most_named;
    const QString named = names.mid(0, most_named).join(tr(", "));
    setText(names.isEmpty() ? tr("%1: as now").arg(what)
            : more > 0      ? tr("%1: %2 and %3 more").arg(what, named).arg(more)
                            : tr("%1: %2").arg(what, named));
    setToolTip(tr("%1. Tick those to choose from; if none is ticked, the scenario's is used.").arg(text()));
}

bool CandidatesButton::eventFilter(QObject* watched, QEvent* event)
{
    return (watched == menu() && keepsOpen(event)) || QToolButton::eventFilter(watched, event);
}

/// Shows the candidates that have every typed word in their names; ticked ones stay.
void CandidatesButton::filter(const QString& typed)
{
    m_typed = typed;
    m_prompt->setText(typed.isEmpty() ? tr("Type to filter") : tr("Filter: %1").arg(typed));
    const QStringList words = typed.split(u' ', Qt::SkipEmptyParts);
    for (QAction* action : menu()->actions())
        if (action != m_prompt)
            action->setVisible(action->isChecked() || std::ranges::all_of(words, [&](const QString& word) {
                return action->text().contains(word, Qt::CaseInsensitive);
            }));
}

/// What is typed filters the list; Backspace takes a letter back.
bool CandidatesButton::types(const QKeyEvent& key)
{
    const QString text = key.text();
    if (key.key() == Qt::Key_Backspace)
        filter(m_typed.chopped(1));
    else if (!text.isEmpty() && text.front().isLetterOrNumber())
        filter(m_typed + text);
    else
        return false;
    return true;
}

/// A click or the space bar ticks the entry under it, and the list stays; Enter and Escape close it.
bool CandidatesButton::keepsOpen(QEvent* event)
{
    if (event->type() == QEvent::KeyPress && types(*static_cast<QKeyEvent*>(event)))
        return true;
    QAction* action = menu()->activeAction();
    const bool clicked = event->type() == QEvent::MouseButtonRelease;
    const bool spaced = event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space;
    if (!action || action == m_prompt || (!clicked && !spaced))
        return false;
    action->toggle();
    return true;
}

void CandidatesButton::paintEvent(QPaintEvent*)
{
    QStyleOptionToolButton option;
    initStyleOption(&option);
    option.text = fontMetrics().elidedText(text(), Qt::ElideRight, width() - beside_text);
    QStylePainter(this).drawComplexControl(QStyle::CC_ToolButton, option);
}

} // namespace kneepoint
