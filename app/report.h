// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/explore/diagnosis.h"
#include "model/scenario/scenario_file.h"

#include <QImage>
#include <QList>
#include <QString>

/// One page about a scenario: its figures, charts, diagnosis, remedies and assumptions with their sources.
namespace kneepoint {

struct ReportPicture {
    QString title;
    QString sentence; ///< what the picture shows; its alternative text
    QImage image;
};
/// Roofline, scaling and breakdown on white. Needs a QApplication.
[[nodiscard]] QList<ReportPicture> reportPictures(const Analysis& a);

/// A complete HTML page with the pictures inside it; it refers to nothing outside.
[[nodiscard]] QString reportHtml(
    const ScenarioFile& file, const Analysis& a, const Diagnosis& d, const QList<ReportPicture>& pictures);

/// Writes .html or .pdf; the PDF is one A4 page. Fails with one sentence on other endings and unwritable files.
[[nodiscard]] Result<void> saveReport(const ScenarioFile& file, const QString& path);

} // namespace kneepoint
