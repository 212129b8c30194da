// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/choice_box.h"

#include "widgets/text.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QLineEdit>
#include <QWheelEvent>

namespace kneepoint {
namespace {

constexpr int longest_plain_list = 10;
constexpr int characters_in_sight = 8;

} // namespace

ChoiceBox::ChoiceBox(const Parameter& p, QWidget* parent)
    : QComboBox(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(characters_in_sight);
    setMaxVisibleItems(24);
    for (const Choice& choice : p.choices()) {
        addItem(toQString(choice.label));
        if (!choice.note.empty())
            setItemData(count() - 1, toQString(choice.note), Qt::ToolTipRole);
    }
    if (count() > longest_plain_list)
        makeSearchable();
}

void ChoiceBox::makeSearchable()
{
    setEditable(true);
    setInsertPolicy(QComboBox::NoInsert);
    completer()->setCompletionMode(QCompleter::PopupCompletion);
    completer()->setFilterMode(Qt::MatchContains);
    connect(lineEdit(), &QLineEdit::editingFinished, this, [this] {
        setEditText(itemText(currentIndex()));
        lineEdit()->setCursorPosition(0);
    });
    connect(this, &QComboBox::currentIndexChanged, lineEdit(), [this] { lineEdit()->setCursorPosition(0); });
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
