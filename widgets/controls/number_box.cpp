// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/number_box.h"

#include "widgets/controls/keys.h"
#include "widgets/style/style.h"
#include "widgets/text.h"
#include "widgets/theme/theme.h"

#include <QKeyEvent>
#include <QPainter>
#include <QStyleOptionFrame>
#include <QToolTip>

#include <utility>

namespace kneepoint {
namespace {

constexpr int box_width = 116;
constexpr int box_side = 8;
/// Whole numbers up to this length are shown digit by digit: "8192", "65536".
constexpr qsizetype longest_whole = 5;

/// Number and unit of a text such as "8192 tokens": the unit begins at the last space.
std::pair<QString, QString> numberAndUnit(const QString& text)
{
    const qsizetype space = text.indexOf(u' ');
    return space < 0 ? std::pair(text, QString()) : std::pair(text.left(space), text.mid(space + 1));
}

bool isShortWhole(const QString& exact)
{
    const QString number = numberAndUnit(exact).first;
    return number.size() <= longest_whole && !number.contains(u'.');
}

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
    const double scale = font().pointSizeF() > 0 ? font().pointSizeF() / baseFontPoints() : 1;
    return {qRound(box_width * scale), QLineEdit::sizeHint().height()};
}

void NumberBox::setCounts(const QString& what)
{
    if (what == m_counts)
        return;
    m_counts = what;
    update();
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
    return hasFocus() || isShortWhole(exact) ? exact : toQString(m_value, m_parameter.unit);
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
    setProperty(invalid_property, !sentence.isEmpty());
    emit complained(sentence);
    if (!sentence.isEmpty())
        QToolTip::showText(mapToGlobal(rect().bottomLeft()), plainToolTip(sentence), this);
    else
        QToolTip::hideText(); // it would lie over the next control
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

/// While nobody types, the number is followed by its unit in muted text, and what does not fit is elided.
void NumberBox::paintEvent(QPaintEvent* event)
{
    if (hasFocus() || isModified())
        return QLineEdit::paintEvent(event);
    QStyleOptionFrame option;
    initStyleOption(&option);
    QPainter painter(this);
    style()->drawPrimitive(QStyle::PE_PanelLineEdit, &option, &painter, this);
    const auto [number, own_unit] = numberAndUnit(text());
    const QRect inside = rect().adjusted(box_side, 0, -box_side, 0);
    const int needed = fontMetrics().horizontalAdvance(text());
    const bool counts = needed + fontMetrics().horizontalAdvance(u' ' + m_counts) <= inside.width();
    const QString unit = !m_counts.isEmpty() && counts ? (own_unit + u' ' + m_counts).trimmed() : own_unit;
    const int unit_width = unit.isEmpty() ? 0 : fontMetrics().horizontalAdvance(u' ' + unit);
    const QColor ink = palette().color(QPalette::Text);
    painter.setPen(ink);
    if (needed > inside.width()) {
        painter.drawText(inside, Qt::AlignRight | Qt::AlignVCenter,
            fontMetrics().elidedText(text(), Qt::ElideRight, inside.width()));
        return;
    }
    painter.drawText(inside.adjusted(0, 0, -unit_width, 0), Qt::AlignRight | Qt::AlignVCenter, number);
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(inside, Qt::AlignRight | Qt::AlignVCenter, unit);
}

} // namespace kneepoint
