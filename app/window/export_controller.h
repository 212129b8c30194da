// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/file_saver.h"

#include <QObject>
#include <QString>

namespace kneepoint {

class Board;
class MessageBar;
class ScenarioDocument;
struct PictureChoice;
struct WindowActions;

/// Exports the content of the window: pictures, data, a report, an interactive page. Nothing waits for their files; the
/// status line confirms them.
class ExportController : public QObject {
    Q_OBJECT
public:
    ExportController(
        QWidget& window, const WindowActions& actions, ScenarioDocument& document, Board& board, MessageBar& messages);

    /// Board::wantedChart() as .png, .svg, .pdf or .csv.
    void exportChart(const QString& path);
    void exportBoard(const QString& path);
    void exportBoard(const QString& path, const PictureChoice& choice);
    /// .html or .pdf.
    void saveReport(const QString& path);
    /// .html; the open scenario with the main controls.
    void saveHandout(const QString& path);

private:
    [[nodiscard]] QString ask(const QString& title, const QString& name, const QString& filter) const;

    /// Of the window, as it is.
    [[nodiscard]] PictureChoice suggestedPicture() const;

    QWidget& m_window;
    ScenarioDocument& m_document;
    Board& m_board;
    FileSaver m_saver{this};
};

} // namespace kneepoint
