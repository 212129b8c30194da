// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/scenario_file.h"
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

/// The default size of a picture.
[[nodiscard]] QSize defaultPictureSize(std::string_view subject);

/// Creates the main window; passed in because this folder must not depend on app/window.
using MakeWindow = std::function<std::unique_ptr<QWidget>(const ScenarioFile&, ThemeMode)>;

/// The widget with its scenario, shown and laid out; larger than requested if it cannot be that small. Needs a
/// QApplication.
[[nodiscard]] std::unique_ptr<QWidget> makePictureSubject(
    std::string_view subject, const ScenarioFile& file, ThemeMode mode, QSize size, const MakeWindow& make_window);

/// Shows the widget at this size, or larger if it cannot be that small, and lets it finish drawing.
void layOutPicture(QWidget& subject, QSize size);

/// The data of the charts of the widget, as CSV; several charts follow one another, each under its name.
[[nodiscard]] std::string dataOf(QWidget& subject);

} // namespace kneepoint
