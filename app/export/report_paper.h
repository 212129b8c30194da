// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/export/report_facts.h"
#include "widgets/shared_analysis.h"

#include <QByteArray>

namespace kneepoint {

/// A PDF: one page with verdict, figures, charts, bottlenecks and main assumptions, then the appendix. The printed area
/// fits A4 and Letter. Needs a QApplication.
[[nodiscard]] QByteArray reportPdf(const ReportFacts& facts, const SharedAnalysis& a);

} // namespace kneepoint
