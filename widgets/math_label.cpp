// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/math_label.h"

#include "widgets/math_text.h"
#include "widgets/text.h"

#include <QResizeEvent>

namespace kneepoint {

MathLabel::MathLabel(QWidget* parent)
    : QLabel(parent)
{
    setTextFormat(Qt::RichText);
    setWordWrap(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
}

void MathLabel::setProse(const QString& text)
{
    m_plain = text;
    m_is_formula = false;
    setAccessibleName(text);
    setHtml();
}

void MathLabel::setFormula(const QString& formula)
{
    m_plain = formula;
    m_is_formula = true;
    setAccessibleName(formula);
    setHtml();
}

QSize MathLabel::minimumSizeHint() const
{
    return {0, QLabel::minimumSizeHint().height()};
}

void MathLabel::resizeEvent(QResizeEvent* event)
{
    QLabel::resizeEvent(event);
    if (m_is_formula && event->size().width() != event->oldSize().width())
        setHtml();
}

void MathLabel::changeEvent(QEvent* event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        setHtml();
}

void MathLabel::setHtml()
{
    setText(m_is_formula
            ? formulaHtml(m_plain, {font(), palette().color(QPalette::WindowText), static_cast<double>(width())})
            : proseHtml(withUnbrokenNumbers(m_plain)));
}

} // namespace kneepoint
