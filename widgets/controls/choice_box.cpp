// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/choice_box.h"

#include "widgets/accessible_controls.h"
#include "widgets/controls/keys.h"
#include "widgets/text.h"

#include <QAbstractItemView>
#include <QAbstractListModel>
#include <QCompleter>
#include <QFocusEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QScreen>
#include <QSignalBlocker>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <utility>

namespace kneepoint {
namespace {

constexpr int characters_in_sight = 8;
constexpr int most_rows = 24;
constexpr int id_role = Qt::UserRole;

/// The options as rows, each said only when it is asked for: there are hundreds, and few are ever seen.
class ChoiceRows : public QAbstractListModel {
public:
    ChoiceRows(const Parameter& p, QObject* parent)
        : QAbstractListModel(parent)
        , m_parameter(p)
    {
    }
    [[nodiscard]] int rowCount(const QModelIndex& parent) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_parameter.choices().size());
    }
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override
    {
        const Choice& choice = m_parameter.choice(index.row());
        switch (role) {
        case Qt::DisplayRole:
        case Qt::EditRole:
            return index.row() == 0 && !m_first.isEmpty() ? m_first : toQString(choice.label);
        case Qt::ToolTipRole:
            return choice.note.empty() ? QVariant() : plainToolTip(toQString(choice.note));
        case id_role:
            return toQString(choice.id);
        default:
            return {};
        }
    }
    /// Names the first row.
    bool setData(const QModelIndex& index, const QVariant& value, int /*role*/) override
    {
        m_first = value.toString();
        emit dataChanged(index, index);
        return true;
    }

private:
    const Parameter& m_parameter;
    QString m_first;
};

/// Elides its text while nobody types; a line edit would cut it off.
class ElidingEdit : public QLineEdit {
public:
    using QLineEdit::QLineEdit;

protected:
    void paintEvent(QPaintEvent* event) override
    {
        const QRect room = rect().adjusted(2, 0, -2, 0);
        if (hasFocus() || fontMetrics().horizontalAdvance(text()) <= room.width())
            return QLineEdit::paintEvent(event);
        QPainter painter(this);
        painter.setPen(palette().color(QPalette::Text));
        painter.drawText(
            room, Qt::AlignLeft | Qt::AlignVCenter, fontMetrics().elidedText(text(), Qt::ElideRight, room.width()));
    }
};

} // namespace

ChoiceBox::ChoiceBox(const Parameter& p, QWidget* parent)
    : QComboBox(parent)
{
    describeControls();
    setFocusPolicy(Qt::StrongFocus);
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(characters_in_sight);
    setMaxVisibleItems(most_rows);
    setModel(new ChoiceRows(p, this));
    m_custom = itemText(0);
    makeSearchable(toQString(p.label));
    lineEdit()->setAccessibleDescription(toQString(p.help)); // the tool tip is the chosen name
}

void ChoiceBox::makeSearchable(const QString& name)
{
    setEditable(true);
    setLineEdit(new ElidingEdit);
    setInsertPolicy(QComboBox::NoInsert);
    completer()->setCompletionMode(QCompleter::PopupCompletion);
    completer()->setFilterMode(Qt::MatchContains);
    completer()->setMaxVisibleItems(most_rows);
    lineEdit()->setAccessibleName(name);
    lineEdit()->installEventFilter(this);
    connect(lineEdit(), &QLineEdit::textEdited, this, [this] { m_typed = true; });
    connect(lineEdit(), &QLineEdit::returnPressed, this, &ChoiceBox::take);
    connect(this, &QComboBox::activated, this, [this] { m_typed = false; });
    connect(this, &QComboBox::currentIndexChanged, lineEdit(), [this] { showWhole(); });
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
        return containsWords(names, words) ? 2 : 3;
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
        restoreText();
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
    showWhole();
}

/// A name in the list may be longer than the field.
void ChoiceBox::widenList()
{
    QAbstractItemView& list = *completer()->popup();
    const int needed = view()->sizeHintForColumn(0) + 2 * fontMetrics().height();
    list.setMinimumWidth(std::min(needed, screen()->availableSize().width()));
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

/// While there is a list or a text to leave, Escape is not the window's.
bool ChoiceBox::keepsEscape(QEvent& event) const
{
    if (event.type() != QEvent::ShortcutOverride || static_cast<QKeyEvent&>(event).key() != Qt::Key_Escape)
        return false;
    if (!m_typed && !completer()->popup()->isVisible())
        return false;
    event.accept();
    return true;
}

/// The box forwards its events to its line edit, so it must ignore the same ones.
bool ChoiceBox::event(QEvent* event)
{
    if (event->type() == QEvent::FocusIn)
        widenList();
    return leavesToWindow(*event) || keepsEscape(*event) || QComboBox::event(event);
}

bool ChoiceBox::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != lineEdit())
        return QComboBox::eventFilter(watched, event);
    const auto is_escape = [event] { return static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape; };
    if (leavesToWindow(*event))
        return true;
    if (keepsEscape(*event))
        return true;
    if (event->type() == QEvent::KeyPress && m_typed && is_escape()) {
        completer()->popup()->hide();
        restoreText();
        lineEdit()->selectAll();
        return true;
    }
    // Its own list takes the focus for a moment; what is typed then goes on.
    if (event->type() == QEvent::FocusOut && !completer()->popup()->isVisible()
        && static_cast<QFocusEvent*>(event)->reason() != Qt::PopupFocusReason)
        restoreText();
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
    showWhole();
}

void ChoiceBox::nameCustom(const QString& name)
{
    const QString text = name.isEmpty() ? m_custom : tr("%1: %2").arg(m_custom, name);
    if (text == itemText(0))
        return;
    setItemText(0, text);
    if (!m_typed)
        restoreText();
}

/// The tool tip has what is elided.
void ChoiceBox::showWhole()
{
    lineEdit()->setToolTip(plainToolTip(currentText()));
    lineEdit()->setCursorPosition(0);
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
