// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/export/report_facts.h"

#include <QString>

namespace kneepoint {

/// What follows the first page of a report: every bottleneck with its fixes, what was measured, all assumptions that
/// differ from their defaults, prices, and the numbered sources; in the subset of HTML that QTextDocument knows.
[[nodiscard]] QString reportAppendix(const ReportFacts& facts);

} // namespace kneepoint
