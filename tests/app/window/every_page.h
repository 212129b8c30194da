// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/app/stage.h"

#include <QList>
#include <QSize>
#include <QString>

#include <functional>

namespace kneepoint::test {

/// Is told of a page once it is settled: its name, the window or dialog that shows it, and the size that the window was
/// given.
using PageLook = std::function<void(const QString& page, QWidget& shown, QSize screen)>;

/// Leads through all pages of the window and all its dialogs, one after another, and shows each with every one of these
/// sizes of the window.
void visitEveryPage(Stage& stage, const QList<QSize>& screens, const PageLook& look);

} // namespace kneepoint::test
