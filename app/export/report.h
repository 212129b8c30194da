// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/scenario_file.h"
#include "model/diagnosis/diagnosis.h"
#include "model/plan/prices.h"

#include <QImage>
#include <QList>
#include <QString>

/// A report about a scenario: its figures, layout, interval, charts, diagnosis, remedies, prices and assumptions with
/// their sources.
namespace kneepoint {

struct ReportPicture {
    QString title;
    QString sentence; ///< description of the picture, used as alternative text
    QImage image;
};
/// Roofline, scaling and breakdown on white. Needs a QApplication.
[[nodiscard]] QList<ReportPicture> reportPictures(const Analysis& a);

enum class ReportMedium { screen, paper };

/// A self-contained HTML page with embedded pictures. `prices` is stated as the source of the price of a GPU-hour if it
/// is the list's.
[[nodiscard]] QString reportHtml(const ScenarioFile& file, const Analysis& a, const Diagnosis& d,
    const QList<ReportPicture>& pictures, ReportMedium medium = ReportMedium::screen,
    const PriceList& prices = shippedPrices());

/// Writes .html or .pdf; the PDF has pages that fill A4 and print on Letter. Other suffixes and files that cannot be
/// written are an error.
[[nodiscard]] Result<void> saveReport(
    const ScenarioFile& file, const QString& path, const PriceList& prices = shippedPrices());

} // namespace kneepoint
