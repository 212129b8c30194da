// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario_file.h"
#include "widgets/theme/theme.h"

#include <QSize>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

class QWidget;

namespace kneepoint {

/// What `render --chart` can draw: the window, the board or one chart.
[[nodiscard]] std::vector<std::string_view> pictureSubjects();

/// The size of a picture when none is asked for.
[[nodiscard]] QSize defaultPictureSize(std::string_view subject);

/// Makes the main window, which lives in a room this one may not enter.
using MakeWindow = std::function<std::unique_ptr<QWidget>(const ScenarioFile&, ThemeMode)>;

/// The widget with its scenario, shown and laid out; larger than asked where it cannot be so small. Needs a
/// QApplication.
[[nodiscard]] std::unique_ptr<QWidget> makePictureSubject(
    std::string_view subject, const ScenarioFile& file, ThemeMode mode, QSize size, const MakeWindow& make_window);

/// Shows the widget at this size, or larger where it cannot be so small, and lets it finish what it draws.
void layOutPicture(QWidget& subject, QSize size);

/// The data that the charts of the widget show, as CSV; several charts stand one under another, each under its name.
[[nodiscard]] std::string dataOf(QWidget& subject);

} // namespace kneepoint
