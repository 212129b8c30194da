// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/choice_box.h"

#include "widgets/text.h"
#include "widgets/theme/fitting.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QLineEdit>
#include <QSignalBlocker>
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
        fitText();
    });
    connect(this, &QComboBox::currentIndexChanged, lineEdit(), [this] { fitText(); });
}

void ChoiceBox::showIndex(int index)
{
    const QSignalBlocker blocker(this);
    setCurrentIndex(index);
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

void ChoiceBox::resizeEvent(QResizeEvent* event)
{
    QComboBox::resizeEvent(event);
    fitText();
}

void ChoiceBox::changeEvent(QEvent* event)
{
    QComboBox::changeEvent(event);
    if (event->type() == QEvent::FontChange)
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
