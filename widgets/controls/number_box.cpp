// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/number_box.h"

#include "widgets/controls/step_keys.h"
#include "widgets/controls/undo_keys.h"
#include "widgets/text.h"
#include "widgets/theme/theme.h"

#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

namespace kneepoint {
namespace {

constexpr qsizetype widest_text = 11;

} // namespace

NumberBox::NumberBox(const Parameter& p, QWidget* parent)
    : QLineEdit(parent)
    , m_parameter(p)
{
    setAlignment(Qt::AlignRight);
    connect(this, &QLineEdit::returnPressed, this, &NumberBox::commit);
    connect(this, &QLineEdit::textEdited, this, [this](const QString& typed) {
        complain({});
        const Result<double> value = parseValue(m_parameter, typed.toStdString(), m_counted);
        emit understood(value ? toQString(formatExact(*value, m_parameter.unit)) : QString());
    });
}

QSize NumberBox::sizeHint() const
{
    const int width =
        fontMetrics().horizontalAdvance(QString(widest_text, u'0')) + 2 * fontMetrics().averageCharWidth();
    return {width, QLineEdit::sizeHint().height()};
}

void NumberBox::showValue(double value)
{
    const bool typing = hasFocus() && isModified();
    if (value == m_value && (typing || !text().isEmpty()))
        return;
    m_value = value;
    if (!typing)
        restoreText();
}

QString NumberBox::shownText() const
{
    const QString exact = toQString(formatExact(m_value, m_parameter.unit));
    return hasFocus() || exact.size() <= widest_text ? exact : toQString(formatQuantity(m_value, m_parameter.unit));
}

void NumberBox::restoreText()
{
    complain({});
    setText(shownText());
    setModified(false);
    emit understood({});
}

void NumberBox::commit()
{
    if (!isModified())
        return;
    const Result<double> value = parseValue(m_parameter, text().toStdString(), m_counted);
    if (!value) {
        complain(toQString(value.error().message));
        return;
    }
    const bool changed = *value != m_value;
    m_value = *value;
    restoreText();
    if (changed)
        emit entered(*value);
}

void NumberBox::complain(const QString& sentence)
{
    if (sentence == m_complaint)
        return;
    m_complaint = sentence;
    setToolTip(plainToolTip(sentence));
    setAccessibleDescription(sentence);
    if (!sentence.isEmpty())
        QToolTip::showText(mapToGlobal(rect().bottomLeft()), plainToolTip(sentence), this);
    update();
}

bool NumberBox::event(QEvent* event)
{
    if (!isModified() && isUndoKey(*event)) {
        event->ignore();
        return true;
    }
    if (event->type() == QEvent::ShortcutOverride && isModified()
        && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    return QLineEdit::event(event);
}

void NumberBox::keyPressEvent(QKeyEvent* event)
{
    if (const int count = stepsOfKeyInText(*event, m_page)) {
        restoreText();
        emit stepRequested(count);
    } else if (event->key() == Qt::Key_Escape && isModified()) {
        restoreText();
        selectAll();
    } else {
        QLineEdit::keyPressEvent(event);
    }
}

void NumberBox::keyReleaseEvent(QKeyEvent* event)
{
    if (!event->isAutoRepeat() && stepsOfKeyInText(*event, m_page) != 0)
        emit stepsFinished();
    QLineEdit::keyReleaseEvent(event);
}

void NumberBox::focusInEvent(QFocusEvent* event)
{
    QLineEdit::focusInEvent(event);
    restoreText();
    if (event->reason() != Qt::MouseFocusReason)
        selectAll();
}

void NumberBox::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    if (event->reason() == Qt::PopupFocusReason)
        return;
    commit();
    restoreText();
    emit stepsFinished();
}

void NumberBox::paintEvent(QPaintEvent* event)
{
    QLineEdit::paintEvent(event);
    if (m_complaint.isEmpty())
        return;
    QPainter painter(this);
    painter.setPen(QPen(palette().color(QPalette::BrightText), 2));
    painter.drawRect(rect().adjusted(1, 1, -1, -1));
}

} // namespace kneepoint
