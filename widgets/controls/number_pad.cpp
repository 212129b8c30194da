// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/number_pad.h"

#include "widgets/text.h"

#include <QGridLayout>
#include <QLineEdit>
#include <QToolButton>

#include <functional>
#include <string>

namespace kneepoint {
namespace {

constexpr int digits_across = 6;

/// With minimal width and no tab focus: keyboard users type.
QToolButton* key(const QString& text, const QString& name, const std::function<void()>& press, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setText(text);
    button->setAccessibleName(name);
    button->setFocusPolicy(Qt::NoFocus);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    QObject::connect(button, &QToolButton::clicked, parent, press);
    return button;
}

} // namespace

NumberPad::NumberPad(QLineEdit& field, Unit unit, QWidget* parent)
    : QWidget(parent)
{
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(2);
    int place = 0;
    const auto add = [&](const QString& text, const QString& name, const std::function<void()>& press) {
        grid->addWidget(key(text, name, press, this), place / digits_across, place % digits_across);
        ++place;
    };
    for (const QChar c : QStringLiteral("12345.67890"))
        add(c, c == u'.' ? tr("Decimal point") : QString(c), [&field, c] { field.insert(c); });
    add(QStringLiteral("⌫"), tr("Delete"), [&field] { field.backspace(); });
    for (const std::string& unit_name : unitNames(unit)) {
        const QString name = toQString(unit_name);
        add(name, name, [&field, name] { field.insert(QLatin1Char(' ') + name); });
    }
}

} // namespace kneepoint
