// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/report.h"

#include "app/export/report_facts.h"
#include "app/export/report_html.h"
#include "app/export/report_paper.h"
#include "model/calibrate/measured_beside.h"
#include "widgets/charts/breakdown_chart.h"
#include "widgets/charts/kit/chart_export.h"
#include "widgets/charts/roofline_chart.h"
#include "widgets/charts/scaling_chart.h"
#include "widgets/charts/waterfall_chart.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace kneepoint {
namespace {

constexpr QSize picture_size(560, 340);
constexpr double pixel_ratio = 2;

template <class View> ReportPicture picture(const SharedAnalysis& a)
{
    View view;
    view.setTheme(ThemeMode::light);
    view.resize(picture_size);
    view.show(a);
    return {view.title(), view.sentence(), plotImage(view, picture_size, pixel_ratio)};
}

} // namespace

QList<ReportPicture> reportPictures(const Analysis& a)
{
    const SharedAnalysis shown = share(a);
    return {picture<ScalingChart>(shown), picture<BreakdownChart>(shown), picture<RooflineChart>(shown),
        picture<WaterfallChart>(shown)};
}

QString reportHtml(const ScenarioFile& file, const Analysis& a, const Diagnosis& d,
    const QList<ReportPicture>& pictures, const PriceList& prices)
{
    return reportPage(reportFacts(file, a, d, prices), pictures);
}

Result<QByteArray> reportBytes(const ScenarioFile& file, const QString& path, const PriceList& prices)
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    if (suffix != QLatin1String("html") && suffix != QLatin1String("pdf"))
        return failure(QCoreApplication::translate("Report", "%1: a report must be an .html or .pdf file")
                           .arg(path)
                           .toStdString());
    const Analysis a = analyzeWithEvidence(file, shippedCalibration());
    const Diagnosis d = diagnose(a, prices);
    if (suffix == QLatin1String("html"))
        return reportHtml(file, a, d, reportPictures(a), prices).toUtf8();
    return reportPdf(reportFacts(file, a, d, prices), share(a));
}

} // namespace kneepoint
