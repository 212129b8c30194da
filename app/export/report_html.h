// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/export/report.h"
#include "app/export/report_facts.h"

/// The report as HTML: a page with verdict, figures and charts, and an appendix.
namespace kneepoint {

[[nodiscard]] QString reportPage(const ReportFacts& facts, const QList<ReportPicture>& pictures);

/// All assumptions that differ from their defaults, prices, and the numbered sources; in the subset of HTML that
/// QTextDocument knows.
[[nodiscard]] QString reportAppendix(const ReportFacts& facts);

} // namespace kneepoint
