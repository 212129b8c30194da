// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QTableView;
class QTableWidget;

namespace kneepoint {

/// The one look of tables: rows of at least 32 px with a hairline beneath, no vertical rules, no frame, no row numbers.
void flatten(QTableView& table);
/// Each heading is aligned as the cells of its first row are.
void alignHeadings(QTableWidget& table);

} // namespace kneepoint
