// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <QDialog>
#include <QSize>

class QComboBox;
class QSpinBox;

namespace kneepoint {

/// How a picture of the board is to look.
struct PictureChoice {
    QSize size;       ///< in pixels of the layout
    double scale = 1; ///< PNG pixels for each of them
    ThemeMode theme = ThemeMode::light;
};

/// Asks for size, scale and theme of a picture.
class PictureDialog : public QDialog {
    Q_OBJECT
public:
    PictureDialog(const PictureChoice& suggested, QWidget* parent);
    [[nodiscard]] PictureChoice choice() const;

private:
    QSpinBox* m_width;
    QSpinBox* m_height;
    QComboBox* m_scale;
    QComboBox* m_theme;
};

} // namespace kneepoint
