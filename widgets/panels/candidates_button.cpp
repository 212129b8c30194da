// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/candidates_button.h"

#include "model/scenario/scenario.h"
#include "widgets/style/shapes.h"
#include "widgets/text.h"
#include "widgets/theme/theme.h"

#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QStyleOptionToolButton>

#include <algorithm>

namespace kneepoint {

CandidatesButton::CandidatesButton(const Parameter& of, QWidget* parent)
    : QToolButton(parent)
    , m_of(of)
{
    setObjectName(toQString(of.id));
    setAccessibleName(tr("%1 to choose from").arg(toQString(of.label)));
    setPopupMode(QToolButton::InstantPopup);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setCursor(Qt::PointingHandCursor);
    setText(tr("+ %1").arg(name()));
    auto* menu = new QMenu(this);
    constexpr int rows = 14;
    menu->setMaximumHeight(rows * std::max(28, fontMetrics().height() + 10)); // the rest scrolls
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

QString CandidatesButton::name() const
{
    const QString label = toQString(m_of.label);
    return label.size() > 1 && label[1].isUpper() ? label : label.left(1).toLower() + label.mid(1);
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
    setToolTip(
        plainToolTip(names.isEmpty() ? tr("%1: as now. Tick those to choose from.").arg(what)
                                     : tr("%1: %2. Tick those to choose from.").arg(what, names.join(tr(", ")))));
    emit changed();
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
            action->setVisible(action->isChecked() || containsWords(action->text(), words));
    const auto first = firstFound();
    menu()->setActiveAction(typed.isEmpty() ? nullptr : first);
}

QAction* CandidatesButton::firstFound() const
{
    const QStringList words = m_typed.split(u' ', Qt::SkipEmptyParts);
    const QList<QAction*> actions = menu()->actions();
    const auto found = std::ranges::find_if(
        actions, [&](const QAction* action) { return action != m_prompt && containsWords(action->text(), words); });
    return found == actions.end() ? nullptr : *found;
}

/// The first one joins that of the scenario, which was there before it.
void CandidatesButton::takeByHand(QAction& action)
{
    if (!action.isChecked() && chosen().isEmpty())
        for (QAction* other : menu()->actions())
            if (other != &action && other != m_prompt && m_present > 0 && other->data().toInt() == m_present)
                other->setChecked(true);
    action.toggle();
}

/// The row that is marked, which is the first one that was found unless the arrow keys moved it.
void CandidatesButton::takeFirst()
{
    QAction* marked = menu()->activeAction();
    if (!marked || marked == m_prompt || !marked->isVisible())
        marked = m_typed.isEmpty() ? nullptr : firstFound();
    if (marked)
        takeByHand(*marked);
    menu()->close();
}

/// What is typed filters the list, also its blanks; Backspace takes a letter back.
bool CandidatesButton::types(const QKeyEvent& key)
{
    const QString text = key.text();
    if (key.key() == Qt::Key_Backspace)
        filter(m_typed.chopped(1));
    else if (!text.isEmpty()
        && (text.front().isLetterOrNumber() || text.front() == u'-' || (text.front() == u' ' && !m_typed.isEmpty())))
        filter(m_typed + text);
    else
        return false;
    return true;
}

/// A click or the space bar, unless a filter is typed, ticks the entry under it, and the list stays; Enter takes the
/// marked entry and closes the list, and Escape closes it.
bool CandidatesButton::keepsOpen(QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            takeFirst();
            return true;
        }
    }
    if (event->type() == QEvent::KeyPress && types(*static_cast<QKeyEvent*>(event)))
        return true;
    QAction* action = menu()->activeAction();
    const bool clicked = event->type() == QEvent::MouseButtonRelease;
    const bool spaced = event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space;
    if (!action || action == m_prompt || (!clicked && !spaced))
        return false;
    takeByHand(*action);
    return true;
}

QSize CandidatesButton::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(text()) + 2 * chip_side, std::max(chip_height, fontMetrics().height() + 6)};
}

void CandidatesButton::paintEvent(QPaintEvent*)
{
    const Theme& colors = theme(modeOf(palette()));
    QStyleOptionToolButton option;
    initStyleOption(&option);
    QPainter painter(this);
    const double radius = height() / 2.0;
    drawDashedBox(
        painter, rect(), isHot(option) ? colors.hover : QColor(), isHot(option) ? colors.text : colors.border, radius);
    if (hasFocus())
        drawFocusRing(painter, rect(), colors.accent, radius);
    painter.setPen(colors.muted);
    painter.drawText(rect(), Qt::AlignCenter, text());
}

} // namespace kneepoint
