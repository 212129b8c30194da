// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/units/units.h"

#include <QStringList>
#include <QWidget>

class QLineEdit;

namespace kneepoint {

/// Buttons that type a number with its unit into a field, for use without a keyboard.
class NumberPad : public QWidget {
    Q_OBJECT
public:
    NumberPad(QLineEdit& field, Unit unit, QWidget* parent = nullptr);
};

} // namespace kneepoint
