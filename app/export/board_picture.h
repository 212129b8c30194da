// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"
#include "model/catalogue/scenario_file.h"
#include "widgets/theme/theme.h"

#include <QWidget>

namespace kneepoint {

class Board;

/// The board for export: with its title and the headline sentence, without elements that only a window needs.
class BoardPicture : public QWidget {
    Q_OBJECT
public:
    BoardPicture(const ScenarioFile& file, const Analysis& analysis, ThemeMode mode);

    [[nodiscard]] Board& board() const { return *m_board; }
    [[nodiscard]] QString title() const;
    [[nodiscard]] QString headline() const;

private:
    QString m_title;
    QString m_headline;
    Board* m_board;
};

} // namespace kneepoint
