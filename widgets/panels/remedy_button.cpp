// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/remedy_button.h"

#include "model/units/units.h"
#include "widgets/controls/wrapped_label.h"
#include "widgets/text.h"
#include "widgets/theme/theme.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>

namespace kneepoint {
namespace {

QLabel* makeLabel(const QString& text)
{
    auto* label = new WrappedLabel(withUnbrokenNumbers(text));
    label->setAttribute(Qt::WA_TransparentForMouseEvents);
    return label;
}

} // namespace

QString gainText(const Remedy& remedy)
{
    const auto percent = [](double share) { return toQString(formatQuantity(share, Unit::ratio, 2)); };
    constexpr double doubled = 1; // from there on nobody thinks in per cent
    const QString more = remedy.gain < doubled ? QStringLiteral("+") + percent(remedy.gain)
                                               : toQString(formatQuantity(1 + remedy.gain, Unit::factor, 2));
    switch (remedy.target) {
    case Target::speed:
        return RemedyButton::tr("%1 speed").arg(more);
    case Target::cost:
        return RemedyButton::tr("%1 per dollar").arg(more);
    case Target::memory:
        break;
    }
    return RemedyButton::tr("−%1 memory").arg(percent(remedy.gain / (1 + remedy.gain)));
}

RemedyButton::RemedyButton(const Remedy& remedy, QWidget* parent)
    : QPushButton(parent)
    , m_remedy(remedy)
{
    const QString gain = gainText(remedy);
    const QString trade_off = toQString(remedy.trade_off);
    setAccessibleName(tr("Apply %1: %2").arg(toQString(remedy.label), gain));
    setAccessibleDescription(trade_off.isEmpty() ? toQString(remedy.sentence)
                                                 : tr("%1. Trade-off: %2").arg(toQString(remedy.sentence), trade_off));
    setFocusPolicy(Qt::TabFocus); // a click applies; the focus would go on to preview the next remedy
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Minimum);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 6, 8, 6);
    column->setSpacing(2);
    column->addWidget(makeLabel(toQString(remedy.sentence)));
    auto* strong = makeLabel(gain);
    strong->setFont(roleFont(font(), FontRole::strong));
    column->addWidget(strong);
    if (!trade_off.isEmpty()) {
        auto* small = makeLabel(tr("Trade-off: %1").arg(trade_off));
        small->setFont(roleFont(font(), FontRole::small));
        small->setForegroundRole(QPalette::PlaceholderText);
        column->addWidget(small);
    }
}

QSize RemedyButton::sizeHint() const
{
    return layout()->sizeHint();
}

QSize RemedyButton::minimumSizeHint() const
{
    return layout()->minimumSize();
}

void RemedyButton::enterEvent(QEnterEvent* event)
{
    QPushButton::enterEvent(event);
    emit tried(true);
}

void RemedyButton::leaveEvent(QEvent* event)
{
    QPushButton::leaveEvent(event);
    emit tried(false);
}

void RemedyButton::focusInEvent(QFocusEvent* event)
{
    QPushButton::focusInEvent(event);
    emit tried(true);
}

void RemedyButton::focusOutEvent(QFocusEvent* event)
{
    QPushButton::focusOutEvent(event);
    emit tried(false);
}

void RemedyButton::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        click();
    else
        QPushButton::keyPressEvent(event);
}

} // namespace kneepoint
