// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/comparison.h"
#include "model/plan/equal_terms.h"
#include "widgets/file_saver.h"
#include "widgets/worker.h"

#include <QByteArray>
#include <QPointer>

#include <functional>

namespace kneepoint {

class Board;
class ControlPanel;
class DetailPages;
class MessageBar;
class OptionsPage;
class ScenarioDocument;
struct WindowActions;

/// Controls the comparison: pin, swap, unpin, the table, and its files; updates everything that shows A.
class CompareController : public QObject {
    Q_OBJECT
public:
    CompareController(QWidget& window, const WindowActions& actions, ScenarioDocument& document, Board& board,
        ControlPanel& controls, MessageBar& messages, DetailPages& details);

    [[nodiscard]] Comparison& comparison() { return m_comparison; }
    /// The pinned scenarios as the text of a comparison file, empty if there are none; and the reverse.
    [[nodiscard]] QByteArray saved() const;
    [[nodiscard]] Result<void> restore(const QByteArray& comparison);
    /// Opens a pinned option in the window; it stays pinned.
    void openOption(std::size_t index);
    /// What is open, or whether a lesson is, has changed.
    void followOpen();
    /// Whether a lesson is open, whose job is not the user's.
    std::function<bool()> in_lesson = [] { return false; };
    /// Neither waits for the file.
    void saveTo(const QString& path);
    void openFrom(const QString& path);

signals:
    /// The pinned scenarios have changed.
    void changed();

private:
    void pin();
    void swap();
    void showReference();
    void showTable();
    void refreshTable();
    void save();
    void open();
    /// Sets the document's number of GPUs to match A's cost, power or time.
    void meetTerms(Terms terms);
    [[nodiscard]] std::vector<ScenarioFile> pinned() const;

    QWidget& m_window;
    const WindowActions& m_actions;
    ScenarioDocument& m_document;
    Board& m_board;
    ControlPanel& m_controls;
    MessageBar& m_messages;
    DetailPages& m_details;
    Comparison m_comparison;
    QPointer<OptionsPage> m_page;
    FileWork<Result<std::vector<ScenarioFile>>> m_reading;
    FileSaver m_saver{this};
};

} // namespace kneepoint
