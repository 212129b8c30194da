// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/choice_box.h"

#include "widgets/accessible_controls.h"
#include "widgets/controls/undo_keys.h"
#include "widgets/text.h"
#include "widgets/theme/fitting.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <utility>

namespace kneepoint {
namespace {

constexpr int characters_in_sight = 8;
constexpr int id_role = Qt::UserRole;

} // namespace

ChoiceBox::ChoiceBox(const Parameter& p, QWidget* parent)
    : QComboBox(parent)
{
    describeControls();
    setFocusPolicy(Qt::StrongFocus);
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(characters_in_sight);
    setMaxVisibleItems(24);
    for (const Choice& choice : p.choices()) {
        addItem(toQString(choice.label), toQString(choice.id));
        if (!choice.note.empty())
            setItemData(count() - 1, plainToolTip(toQString(choice.note)), Qt::ToolTipRole);
    }
    makeSearchable(toQString(p.label));
}

void ChoiceBox::makeSearchable(const QString& name)
{
    setEditable(true);
    setInsertPolicy(QComboBox::NoInsert);
    completer()->setCompletionMode(QCompleter::PopupCompletion);
    completer()->setFilterMode(Qt::MatchContains);
    lineEdit()->setAccessibleName(name);
    lineEdit()->installEventFilter(this);
    connect(lineEdit(), &QLineEdit::textEdited, this, [this] { m_typed = true; });
    connect(lineEdit(), &QLineEdit::returnPressed, this, &ChoiceBox::take);
    connect(lineEdit(), &QLineEdit::editingFinished, this, &ChoiceBox::restoreText);
    connect(this, &QComboBox::activated, this, [this] { m_typed = false; });
    connect(this, &QComboBox::currentIndexChanged, lineEdit(), [this] { fitText(); });
}

int ChoiceBox::match(const QString& text) const
{
    const QString wanted = text.simplified();
    if (wanted.isEmpty())
        return -1;
    const QStringList words = wanted.split(u' ');
    const auto rank = [&](int index) {
        const QString label = itemText(index);
        const QString id = itemData(index, id_role).toString();
        const QString names = label + u' ' + id;
        if (label.compare(wanted, Qt::CaseInsensitive) == 0 || id.compare(wanted, Qt::CaseInsensitive) == 0)
            return 0;
        if (label.startsWith(wanted, Qt::CaseInsensitive))
            return 1;
        return std::ranges::all_of(words, [&](const QString& w) { return names.contains(w, Qt::CaseInsensitive); }) ? 2
                                                                                                                    : 3;
    };
    int best = -1;
    for (int index = 0; index < count(); ++index)
        if (rank(index) < (best < 0 ? 3 : rank(best)))
            best = index;
    return best;
}

/// Handles Enter.
void ChoiceBox::take()
{
    if (!std::exchange(m_typed, false))
        return;
    const int index = match(lineEdit()->text());
    if (index < 0) {
        QToolTip::showText(mapToGlobal(rect().bottomLeft()),
            plainToolTip(tr("“%1” is not in the list").arg(lineEdit()->text())), this);
        return;
    }
    completer()->popup()->hide();
    setCurrentIndex(index);
    emit activated(index);
}

void ChoiceBox::restoreText()
{
    m_typed = false;
    setEditText(itemText(currentIndex()));
    fitText();
}

/// All options under the field, which stays ready for typing.
void ChoiceBox::openList()
{
    lineEdit()->selectAll();
    completer()->setCompletionPrefix({});
    completer()->complete();
}

/// Undo and redo are the window's unless there is text to take back.
bool ChoiceBox::leavesToWindow(QEvent& event) const
{
    if (m_typed || !isUndoKey(event))
        return false;
    event.ignore();
    return true;
}

/// The box forwards its events to its line edit, so it must ignore the same ones.
bool ChoiceBox::event(QEvent* event)
{
    return leavesToWindow(*event) || QComboBox::event(event);
}

bool ChoiceBox::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != lineEdit())
        return QComboBox::eventFilter(watched, event);
    const auto is_escape = [event] { return static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape; };
    if (leavesToWindow(*event))
        return true;
    if (event->type() == QEvent::ShortcutOverride && m_typed && is_escape()) {
        event->accept();
        return true;
    }
    if (event->type() == QEvent::KeyPress && m_typed && is_escape()) {
        completer()->popup()->hide();
        restoreText();
        lineEdit()->selectAll();
        return true;
    }
    if (event->type() == QEvent::MouseButtonRelease && !m_typed
        && static_cast<QMouseEvent*>(event)->button() == Qt::LeftButton)
        QMetaObject::invokeMethod(this, &ChoiceBox::openList, Qt::QueuedConnection);
    return QComboBox::eventFilter(watched, event);
}

void ChoiceBox::showIndex(int index)
{
    const QSignalBlocker blocker(this);
    m_typed = false;
    setCurrentIndex(index);
    if (isVisible())
        fitText();
}

/// Shows the head of a long name, smaller where that lets all of it be seen.
void ChoiceBox::fitText()
{
    if (!lineEdit())
        return;
    constexpr double least_scale = 0.65;
    constexpr int frame = 10;
    const QFont fitting = fittingFont(font(), currentText(), lineEdit()->width() - frame, least_scale);
    if (lineEdit()->font() != fitting)
        lineEdit()->setFont(fitting);
    lineEdit()->setCursorPosition(0);
}

/// Before, it need not have the width that the font is chosen for.
void ChoiceBox::showEvent(QShowEvent* event)
{
    QComboBox::showEvent(event);
    fitText();
}

void ChoiceBox::resizeEvent(QResizeEvent* event)
{
    QComboBox::resizeEvent(event);
    if (isVisible())
        fitText();
}

void ChoiceBox::changeEvent(QEvent* event)
{
    QComboBox::changeEvent(event);
    if (event->type() == QEvent::FontChange && isVisible())
        fitText();
}

void ChoiceBox::wheelEvent(QWheelEvent* event)
{
    if (hasFocus())
        QComboBox::wheelEvent(event);
    else
        event->ignore();
}

void ChoiceBox::showPopup()
{
    view()->setMinimumWidth(view()->sizeHintForColumn(0) + 3 * fontMetrics().height());
    QComboBox::showPopup();
}

} // namespace kneepoint
