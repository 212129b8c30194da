// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export_controller.h"

#include "app/cli/picture.h"
#include "app/cli/picture_subject.h"
#include "app/main_window.h"
#include "app/report.h"
#include "app/save_file.h"
#include "app/window_actions.h"
#include "widgets/charts/chart.h"
#include "widgets/charts/chart_export.h"
#include "widgets/panels/board.h"
#include "widgets/panels/message_bar.h"
#include "widgets/text.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>

namespace kneepoint {
namespace {

Result<void> saveBoard(Board& board, const QString& path)
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    if (suffix == QLatin1String("csv"))
        return saveFile(path, QByteArray::fromStdString(dataOf(board)));
    if (suffix == QLatin1String("svg"))
        return savePicture(board, PictureFormat::svg, path);
    if (suffix == QLatin1String("pdf"))
        return savePicture(board, PictureFormat::pdf, path);
    if (suffix == QLatin1String("png"))
        return savePicture(board, PictureFormat::png, path);
    return failure(ExportController::tr("%1: a board is saved as .png, .svg, .pdf or .csv").arg(path).toStdString());
}

void complain(MainWindow& window, const Result<void>& result)
{
    if (!result)
        window.messageBar().say(toQString(result.error().message));
}

} // namespace

ExportController::ExportController(MainWindow& window)
    : QObject(&window)
    , m_window(window)
{
    const WindowActions& actions = window.actions();
    const QString pictures = tr("Pictures (*.png *.svg *.pdf);;Data (*.csv)");
    connect(actions.copy_picture, &QAction::triggered, this, [this] {
        QApplication::clipboard()->setImage(chartImage(chart(), chart().size(), m_window.devicePixelRatioF()));
    });
    connect(actions.copy_data, &QAction::triggered, this,
        [this] { QApplication::clipboard()->setText(QString::fromStdString(chart().csv())); });
    connect(actions.export_chart, &QAction::triggered, this, [this, pictures] {
        if (const QString path =
                ask(tr("Export the chart"), chart().title().toLower() + QStringLiteral(".png"), pictures);
            !path.isEmpty())
            exportChart(path);
    });
    connect(actions.export_board, &QAction::triggered, this, [this, pictures] {
        if (const QString path = ask(tr("Export the board"), tr("board.png"), pictures); !path.isEmpty())
            exportBoard(path);
    });
    connect(actions.report, &QAction::triggered, this, [this] {
        const QString path = ask(tr("Save a report"), tr("report.pdf"), tr("Reports (*.pdf *.html)"));
        if (!path.isEmpty())
            saveReport(path);
    });
}

Chart& ExportController::chart() const
{
    const QList<Chart*> charts = m_window.board().allCharts();
    for (Chart* chart : charts)
        if (chart->hasFocus() || chart->isAncestorOf(QApplication::focusWidget()))
            return *chart;
    for (Chart* chart : charts)
        if (chart->isVisible() && chart->underMouse())
            return *chart;
    return *charts.at(1);
}

QString ExportController::ask(const QString& title, const QString& name, const QString& filter) const
{
    return QFileDialog::getSaveFileName(&m_window, title, name, filter);
}

void ExportController::exportChart(const QString& path)
{
    complain(m_window, saveChart(chart(), path, chart().size()));
}

void ExportController::exportBoard(const QString& path)
{
    complain(m_window, saveBoard(m_window.board(), path));
}

void ExportController::saveReport(const QString& path)
{
    complain(m_window, kneepoint::saveReport(m_window.document().file(), path));
}

} // namespace kneepoint
