// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verbs.h"

#include "app/cli/offscreen_application.h"
#include "app/cli/picture.h"
#include "app/cli/picture_subject.h"
#include "app/cli/scenario_request.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <QFileInfo>
#include <QSaveFile>
#include <QWidget>

#include <cstdio>
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
    return fmt::format("takes WIDTHxHEIGHT from 64x64 to {0}x{0}, such as 1920x1080, not {1}", largest_side, text);
}

std::string checkOutput(const std::string& path)
{
    const QString suffix = QFileInfo(QString::fromStdString(path)).suffix().toLower();
    for (const char* known : {"png", "svg", "pdf", "csv"})
        if (suffix == QLatin1String(known))
            return {};
    return fmt::format("takes a file ending in .png, .svg, .pdf or .csv, not {}", path);
}

Result<void> saveText(const std::string& text, const QString& path)
{
    QSaveFile file(path);
    const auto bytes = QByteArray::fromStdString(text);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
        return failure(path.toStdString() + ": " + file.errorString().toStdString());
    return {};
}

Result<void> save(QWidget& widget, const QString& path)
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    if (suffix == QLatin1String("csv"))
        return saveText(dataOf(widget), path);
    if (suffix == QLatin1String("svg"))
        return savePicture(widget, PictureFormat::svg, path);
    if (suffix == QLatin1String("pdf"))
        return savePicture(widget, PictureFormat::pdf, path);
    return savePicture(widget, PictureFormat::png, path);
}

ExitCode render(const RenderOptions& options, Streams streams)
{
    const Result<ScenarioFile> file = readScenario(options.request);
    if (!file)
        return complain(streams, ExitCode::bad_input, file.error().message);
    const OffscreenApplication application(options.scale);
    const ThemeMode mode = options.theme == "dark" ? ThemeMode::dark : ThemeMode::light;
    applyTheme(*qApp, mode);
    const QSize size = options.size.empty() ? defaultPictureSize(options.subject) : parseSize(options.size);
    const std::unique_ptr<QWidget> widget = makePictureSubject(options.subject, *file, mode, size);
    if (widget->size() != size)
        return complain(streams, ExitCode::usage,
            fmt::format("--size is too small for '{}', which needs at least {}x{}", options.subject, widget->width(),
                widget->height()));
    if (const Result<void> saved = save(*widget, QString::fromStdString(options.output)); !saved)
        return complain(streams, ExitCode::bad_input, saved.error().message);
    return ExitCode::done;
}

} // namespace

void addRender(CLI::App& app, VerbAction& chosen)
{
    CLI::App* verb = app.add_subcommand("render", "Draw a chart, the board or the whole window into a file");
    auto options = std::make_shared<RenderOptions>();
    addScenarioOptions(*verb, options->request);
    const auto subjects = pictureSubjects();
    verb->add_option("--chart", options->subject, "What to draw")
        ->check(CLI::IsMember(std::vector<std::string>(subjects.begin(), subjects.end())))
        ->capture_default_str();
    verb->add_option("--size", options->size, "Size in pixels; 1920x1080 for window and board, 960x600 for a chart")
        ->type_name("WxH")
        ->check(checkSize, "");
    verb->add_option("--theme", options->theme, "light or dark")
        ->check(CLI::IsMember({"light", "dark"}))
        ->capture_default_str();
    verb->add_option("--scale", options->scale, "Pixels of a PNG per pixel of the size, for high-density screens")
        ->check(CLI::Range(0.5, 4.0))
        ->capture_default_str();
    verb->add_option("-o,--output", options->output, "The file: .png, .svg, .pdf, or .csv for the data drawn")
        ->required()
        ->type_name("FILE")
        ->check(checkOutput, "");
    verb->callback([&chosen, options] { chosen = [options](Streams streams) { return render(*options, streams); }; });
}

} // namespace kneepoint
