// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/prices.h"
#include "model/catalogue/scenario_file.h"
#include "model/diagnosis/diagnosis.h"

#include <QByteArray>
#include <QImage>
#include <QList>
#include <QString>

/// A report about a scenario: one page with its verdict, figures, charts and bottlenecks, then an appendix of what
/// differs from the defaults, with sources.
namespace kneepoint {

struct ReportPicture {
    QString title;
    QString sentence; ///< description of the picture: its caption and alternative text
    QImage image;
};
/// Scaling, step time, roofline and losses on white. Needs a QApplication.
[[nodiscard]] QList<ReportPicture> reportPictures(const Analysis& a);

/// A self-contained HTML page with embedded pictures. `prices` is stated as the source of the price of a GPU-hour if it
/// is the list's.
[[nodiscard]] QString reportHtml(const ScenarioFile& file, const Analysis& a, const Diagnosis& d,
    const QList<ReportPicture>& pictures, const PriceList& prices = shippedPrices());

/// The content of a file of this name, .html or .pdf; the PDF has pages that fill A4 and print on Letter. Other
/// suffixes are an error. Needs a QApplication.
[[nodiscard]] Result<QByteArray> reportBytes(
    const ScenarioFile& file, const QString& path, const PriceList& prices = shippedPrices());

} // namespace kneepoint
