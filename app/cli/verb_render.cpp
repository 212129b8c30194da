// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verbs.h"

#include "app/cli/offscreen_application.h"
#include "app/cli/scenario_request.h"
#include "app/export/picture.h"
#include "app/export/picture_subject.h"
#include "widgets/picture_file.h"
#include "widgets/save_file.h"
#include "widgets/style/style.h"

#include <fmt/format.h>

#include <QWidget>

#include <memory>
#include <ostream>

namespace kneepoint {

namespace {

constexpr int largest_side = 16384;

struct RenderOptions {
    ScenarioRequest request;
    std::string subject = "board";
    std::string size;
    std::string theme = "light";
    double scale = 1;
    std::string output;
};

QSize parseSize(const std::string& text)
{
    int width = 0;
    int height = 0;
    char rest = 0;
    if (std::sscanf(text.c_str(), "%5dx%5d%c", &width, &height, &rest) != 2)
        return {};
    return {width, height};
}

std::string checkSize(const std::string& text)
{
    const QSize size = parseSize(text);
    if (size.width() >= 64 && size.height() >= 64 && size.width() <= largest_side && size.height() <= largest_side)
        return {};
    return fmt::format("must be WIDTHxHEIGHT from 64x64 to {0}x{0}, such as 1920x1080, not {1}", largest_side, text);
}

std::string checkOutput(const std::string& path)
{
    if (isPictureFile(QString::fromStdString(path)))
        return {};
    return fmt::format("must be a file ending in .png, .svg, .pdf or .csv, not {}", path);
}

/// Why a picture of pixels would be too large, or nothing.
std::string tooManyPixels(const RenderOptions& options, QSize size)
{
    constexpr double most_vector_pixels = 1 << 24;
    const double drawn = static_cast<double>(size.width()) * size.height();
    const double pixels = drawn * options.scale * options.scale;
    if (!QString::fromStdString(options.output).endsWith(QLatin1String(".png"), Qt::CaseInsensitive))
        return drawn <= most_vector_pixels ? std::string()
                                           : fmt::format("a picture that is not a PNG is drawn on at most 4096 by 4096 "
                                                         "pixels, not {}x{}; it can be scaled without loss",
                                               size.width(), size.height());
    if (pixels <= static_cast<double>(most_pixels))
        return {};
    return fmt::format("a PNG has at most {} pixels, 8192 by 8192; --size {}x{} at --scale {} would have {:.0f}",
        most_pixels, size.width(), size.height(), options.scale, pixels);
}

ExitCode render(const RenderOptions& options, Streams streams, const MakeWindow& make_window)
{
    const Result<PlannedScenario> read = readPlanned(options.request);
    if (!read)
        return complain(streams, ExitCode::bad_input, read.error().message);
    const QSize size = options.size.empty() ? defaultPictureSize(options.subject) : parseSize(options.size);
    if (const std::string too_many = tooManyPixels(options, size); !too_many.empty())
        return complain(streams, ExitCode::usage, too_many);
    const OffscreenApplication application(options.scale);
    const ThemeMode mode = options.theme == "dark" ? ThemeMode::dark : ThemeMode::light;
    applyTheme(*qApp, mode);
    const std::unique_ptr<QWidget> widget = makePictureSubject(options.subject, read->file, mode, size, make_window);
    if (widget->size() != size)
        return complain(streams, ExitCode::usage,
            fmt::format("--size is too small for '{}', which needs at least {}x{}", options.subject, widget->width(),
                widget->height()));
    const QString path = QString::fromStdString(options.output);
    const Result<void> saved =
        widgetBytes(*widget, path).and_then([&](const QByteArray& picture) { return saveOutput(path, picture); });
    if (!saved)
        return complain(streams, ExitCode::bad_input, saved.error().message);
    return ExitCode::done;
}

void addRenderOptions(VerbOptions& options, RenderOptions& read)
{
    addScenarioOptions(options, read.request);
    const auto subjects = pictureSubjects();
    options.push_back({"--chart", &read.subject, "What to draw", {},
        {.show_default = true, .choices = {subjects.begin(), subjects.end()}}});
    options.push_back({"--size", &read.size, "Size in pixels; 1920x1080 for window and board, 960x600 for a chart",
        "WxH", {.check = checkSize}});
    options.push_back(
        {"--theme", &read.theme, "light or dark", {}, {.show_default = true, .choices = {"light", "dark"}}});
    options.push_back({"--scale", &read.scale, "PNG pixels per pixel of --size, for high-density screens", {},
        {.show_default = true, .range = {{0.5, 4.0}}}});
    options.push_back({"-o,--output", &read.output, "The file: .png, .svg, .pdf, or .csv for the data drawn", "FILE",
        {.required = true, .check = checkOutput}});
}

} // namespace

Verb renderVerb(const MakeWindow& make_window)
{
    return makeVerb("render", "Draw a chart, the board or the whole window into a file", addRenderOptions,
        [make_window](const RenderOptions& options, Streams streams) { return render(options, streams, make_window); },
        {
            {"kneepoint render knee-simulator --chart scaling --theme dark -o knee.svg", "A chart as a picture"},
            {"kneepoint render knee-simulator --chart window -o window.png", "The whole window, without a display"},
        });
}

} // namespace kneepoint
