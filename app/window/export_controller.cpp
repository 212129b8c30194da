// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/export_controller.h"

#include "app/document/scenario_document.h"
#include "app/export/board_picture.h"
#include "app/export/handout.h"
#include "app/export/picture.h"
#include "app/export/picture_subject.h"
#include "app/export/report.h"
#include "app/window/picture_dialog.h"
#include "app/window/window_actions.h"
#include "widgets/charts/kit/chart.h"
#include "widgets/panels/board.h"
#include "widgets/panels/chart_tabs.h"
#include "widgets/panels/message_bar.h"

#include <QAction>
#include <QFileDialog>

namespace kneepoint {
ExportController::ExportController(
    QWidget& window, const WindowActions& actions, ScenarioDocument& document, Board& board, MessageBar& messages)
    : QObject(&window)
    , m_window(window)
    , m_document(document)
    , m_board(board)
{
    messages.follow(m_saver);
    for (const Chart* chart : board.allCharts())
        messages.follow(*chart);
    connect(&board.more(), &ChartTabs::made, &messages, [&messages](const Chart* chart) { messages.follow(*chart); });
    const QString pictures = tr("Pictures (*.png *.svg *.pdf);;Data (*.csv)");
    connect(actions.copy_picture, &QAction::triggered, this, [this] { m_board.wantedChart().copyPicture(); });
    connect(actions.copy_data, &QAction::triggered, this, [this] { m_board.wantedChart().copyData(); });
    connect(actions.export_chart, &QAction::triggered, this, [this, pictures] {
        if (const QString path =
                ask(tr("Export the chart"), m_board.wantedChart().title().toLower() + QStringLiteral(".png"), pictures);
            !path.isEmpty())
            exportChart(path);
    });
    connect(actions.export_board, &QAction::triggered, this, [this, pictures] {
        PictureDialog dialog(suggestedPicture(), &m_window);
        if (dialog.exec() != QDialog::Accepted)
            return;
        if (const QString path = ask(tr("Export the board"), tr("board.png"), pictures); !path.isEmpty())
            exportBoard(path, dialog.choice());
    });
    connect(actions.report, &QAction::triggered, this, [this] {
        const QString path = ask(tr("Save a report"), tr("report.pdf"), tr("Reports (*.pdf)"));
        if (!path.isEmpty())
            saveReport(path);
    });
    connect(actions.handout, &QAction::triggered, this, [this] {
        const QString path = ask(tr("Save an interactive page"), tr("kneepoint.html"), tr("Pages (*.html)"));
        if (!path.isEmpty())
            saveHandout(path);
    });
}

QString ExportController::ask(const QString& title, const QString& name, const QString& filter) const
{
    return QFileDialog::getSaveFileName(&m_window, title, name, filter);
}

void ExportController::exportChart(const QString& path)
{
    m_board.wantedChart().saveTo(path);
}

PictureChoice ExportController::suggestedPicture() const
{
    return {m_board.size(), 1, m_board.chart(QLatin1StringView("scaling")).themeMode()};
}

void ExportController::exportBoard(const QString& path)
{
    exportBoard(path, suggestedPicture());
}

void ExportController::exportBoard(const QString& path, const PictureChoice& choice)
{
    BoardPicture picture(m_document.shownFile(), m_document.analysis(), choice.theme);
    picture.board().setReference(m_board.reference());
    picture.board().setOptions(m_board.options());
    picture.board().more().setCurrentIndex(m_board.more().currentIndex());
    picture.setAttribute(Qt::WA_DontShowOnScreen);
    layOutPicture(picture, choice.size);
    m_saver.save(path, widgetBytes(picture, path, choice.scale));
}

void ExportController::saveReport(const QString& path)
{
    m_saver.save(path, reportBytes(m_document.shownFile(), path, m_document.prices()));
}

void ExportController::saveHandout(const QString& path)
{
    Handout handout;
    handout.scenarios.push_back(m_document.shownFile());
    m_saver.save(path, handoutPage(handout));
}

} // namespace kneepoint
