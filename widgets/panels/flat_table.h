// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>

class QTableView;
class QTableWidget;
class QWidget;

namespace kneepoint {

/// The one look of tables: rows of at least 32 px with a hairline beneath, no vertical rules, no frame, no row numbers.
void flatten(QTableView& table);
/// Each heading is aligned as the cells of its first row are.
void alignHeadings(QTableWidget& table);

/// As large as wanted, but not larger than the window behind it.
void resizeWithin(QWidget& dialog, QSize wanted);

} // namespace kneepoint
