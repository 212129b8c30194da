// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/app/stage.h"

#include <QString>

#include <functional>

namespace kneepoint::test {

/// Is told of a page once it is settled: its name, and the window or dialog that shows it.
using PageLook = std::function<void(const QString& page, QWidget& shown)>;

/// Leads through all pages of the window and all its dialogs, one after another.
void visitEveryPage(Stage& stage, const PageLook& look);

} // namespace kneepoint::test
