// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/report.h"

#include "app/export/report_facts.h"
#include "app/export/report_paper.h"
#include "model/calibrate/measured_beside.h"
#include "widgets/text.h"

#include <QFileInfo>

namespace kneepoint {

Result<QByteArray> reportBytes(const ScenarioFile& file, const QString& path, const PriceList& prices)
{
    if (QFileInfo(path).suffix().compare(QLatin1String("pdf"), Qt::CaseInsensitive) != 0)
        return failure(translated("%1: a report is a .pdf file; for the browser, `kneepoint handout` and Save "
                                  "interactive page write a page that can be moved")
                           .arg(path)
                           .toStdString());
    const Analysis a = analyzeWithEvidence(file, shippedCalibration());
    return reportPdf(reportFacts(file, a, diagnose(a, prices), prices), share(a));
}

} // namespace kneepoint
