// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/handout.h"

#include "app/document/version.h"
#include "model/constants/calibration.h"
#include "model/lesson/lesson_bounds.h"
#include "model/lesson/lesson_check.h"
#include "model/presets/data_file.h"
#include "model/presets/embedded.h"
#include "model/step/step_report.h"
#include "widgets/text.h"
#include "widgets/theme/fill.h"

#include <QBuffer>
#include <QCryptographicHash>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

namespace kneepoint {
namespace {

/// Names of the quantities in the page, in the order of the enumeration.
constexpr std::array<const char*, quantity_count> quantity_names{
    "compute", "memory", "data_comm", "tensor_comm", "expert_comm", "waiting", "input", "overhead"};

QString cssColor(const QColor& color)
{
    return color.alpha() == 255 ? color.name()
                                : QStringLiteral("rgba(%1,%2,%3,%4)")
                                      .arg(color.red())
                                      .arg(color.green())
                                      .arg(color.blue())
                                      .arg(color.alphaF(), 0, 'f', 3);
}

QJsonObject tokens(ThemeMode mode)
{
    const Theme& t = theme(mode);
    return {{"window", cssColor(t.window)}, {"panel", cssColor(t.panel)}, {"text", cssColor(t.text)},
        {"muted", cssColor(t.muted)}, {"grid", cssColor(t.grid)}, {"accent", cssColor(t.accent)},
        {"warning", cssColor(t.warning)}, {"border", cssColor(t.border)}};
}

/// The dashes of a pen as SVG writes them, in pixels of a line of width 1.
QString dashesOf(const QPen& pen)
{
    QStringList lengths;
    if (pen.style() != Qt::SolidLine)
        for (const qreal length : pen.dashPattern())
            lengths << QString::number(length * pen.widthF());
    return lengths.join(u' ');
}

QJsonObject quantities(ThemeMode mode)
{
    constexpr double line_width = 1.8;
    QJsonObject all;
    for (int i = 0; i < quantity_count; ++i) {
        const auto quantity = static_cast<Quantity>(i);
        all[QLatin1StringView(quantity_names[static_cast<std::size_t>(i)])] =
            QJsonObject{{"color", cssColor(quantityColor(quantity, mode))},
                {"text", cssColor(quantityTextColor(quantity, mode))}, {"tint", cssColor(regionTint(quantity, mode))},
                {"dashes", dashesOf(quantityPen(quantity, mode, line_width))}};
    }
    return all;
}

/// A fill as color, and as the tile that the program's charts repeat, if it is more than a color.
QJsonObject fillJson(const Fill& fill, ThemeMode mode)
{
    QJsonObject json{{"color", cssColor(groundColor(fill, mode))}};
    const QImage tile = fillBrush(fill, mode).textureImage();
    if (tile.isNull())
        return json;
    QByteArray png;
    QBuffer buffer(&png);
    buffer.open(QIODevice::WriteOnly);
    tile.save(&buffer, "png");
    json["tile"] = QStringLiteral("data:image/png;base64,") + QLatin1StringView(png.toBase64());
    return json;
}

QJsonArray parts(ThemeMode mode)
{
    QJsonArray all;
    for (std::size_t i = 0; i < part_count; ++i) {
        const auto part = static_cast<Part>(i);
        all << QJsonObject{
            {"exposed", fillJson(fillOf(part), mode)}, {"hidden", fillJson(fillOf(part, Shade::hidden), mode)}};
    }
    return all;
}

QJsonObject bounds()
{
    QJsonObject all;
    for (std::size_t i = 0; i < bound_count; ++i) {
        const auto bound = static_cast<Bound>(i);
        all[toQString(boundId(bound))] = QLatin1StringView(quantity_names[static_cast<std::size_t>(quantityOf(bound))]);
    }
    return all;
}

QJsonObject modeJson(ThemeMode mode)
{
    return {{"tokens", tokens(mode)}, {"quantities", quantities(mode)}, {"parts", parts(mode)}, {"bounds", bounds()}};
}

/// The theme as data for the page, light and dark: tokens, the color and dashes of each quantity, the fill of each part
/// of a step as color and tile, and which quantity a bound is shown in.
QJsonObject handoutTheme()
{
    return {{"light", modeJson(ThemeMode::light)}, {"dark", modeJson(ThemeMode::dark)}};
}

constexpr int best_compression = 9;

/// A file of share/kneepoint/handout. The build makes them where it finds what they need.
Result<QByteArray> partOfPage(std::string_view name)
{
    const auto path = dataFile(fmt::format("handout/{}", name));
    QFile file(path ? QString::fromStdString(path->string()) : QString());
    if (!path || !file.open(QIODevice::ReadOnly))
        return failure("this build of Kneepoint has no engine for interactive pages; install clang-19, lld-19, "
                       "wasi-libc, libc++-19-dev-wasm32, libc++abi-19-dev-wasm32, libclang-rt-19-dev-wasm32 and "
                       "node-d3, and build it again");
    return file.readAll();
}

/// What Content-Security-Policy calls a text by.
QByteArray hashOf(const QByteArray& text)
{
    return "sha256-" + QCryptographicHash::hash(text, QCryptographicHash::Sha256).toBase64();
}

/// JSON between <script> tags: no text in it can end the tag or begin a comment.
QByteArray inScript(const QJsonObject& json)
{
    return QJsonDocument(json).toJson(QJsonDocument::Compact).replace('<', "\\u003c");
}

/// zlib's format, which browsers call deflate, without the length that Qt puts before it.
QByteArray deflated(const QByteArray& bytes)
{
    constexpr int length_bytes = 4;
    return qCompress(bytes, best_compression).mid(length_bytes).toBase64();
}

std::vector<const Parameter*> controlsOf(const Handout& handout)
{
    std::vector<const Parameter*> controls = handout.controls;
    if (controls.empty())
        for (const Parameter& p : catalogue())
            if (p.headline && controls.size() < most_handout_controls)
                controls.push_back(&p);
    return controls;
}

QJsonObject dataOf(const Handout& handout)
{
    QJsonArray scenarios;
    for (const ScenarioFile& file : handout.scenarios)
        scenarios << QJsonObject{
            {"title", toQString(file.title)}, {"text", toQString(writeScenario(file, shippedCalibration()))}};
    QJsonArray controls;
    for (const Parameter* p : controlsOf(handout))
        controls << toQString(p->id);
    QJsonObject data{{"title", toQString(handout.title)}, {"about", toQString(handout.about)}, {"scenarios", scenarios},
        {"controls", controls}, {"theme", handoutTheme()}};
    if (handout.lesson)
        data["lesson"] = QJsonObject{{"id", toQString(handout.lesson->id)}, {"text", toQString(handout.lesson->text)}};
    return data;
}

std::string titleOf(const Handout& handout)
{
    if (!handout.title.empty())
        return handout.title;
    return handout.lesson ? handout.lesson->title : handout.scenarios.empty() ? "" : handout.scenarios.front().title;
}

/// The template with each %NAME% replaced once, in order of appearance, so that nothing inserted is searched again.
QByteArray filledIn(const QByteArray& page, const std::vector<std::pair<QByteArray, QByteArray>>& values)
{
    QByteArray filled;
    qsizetype at = 0;
    while (at < page.size()) {
        const qsizetype mark = page.indexOf('%', at);
        const qsizetype end = mark < 0 ? -1 : page.indexOf('%', mark + 1);
        const QByteArray name = end < 0 ? QByteArray() : page.mid(mark + 1, end - mark - 1);
        const auto value =
            std::ranges::find(values, name, [](const auto& entry) -> const QByteArray& { return entry.first; });
        if (value == values.end()) {
            const qsizetype next = mark < 0 ? page.size() : mark + 1;
            filled += page.mid(at, next - at);
            at = next;
            continue;
        }
        filled += page.mid(at, mark - at) + value->second;
        at = end + 1;
    }
    return filled;
}

} // namespace

Result<HandedLesson> handedLesson(const std::string& name)
{
    HandedLesson handed;
    const auto files = embeddedFiles();
    const auto shipped = std::ranges::find(files, "lessons/" + name, &EmbeddedFile::name);
    if (shipped != files.end()) {
        handed.text = shipped->text;
    } else {
        Result<std::string> text = readBoundedFile(name, lesson_bounds);
        if (!text)
            return failure(text.error().message + "; `kneepoint lesson list` lists the shipped lessons");
        handed.text = std::move(*text);
    }
    const std::filesystem::path path(name);
    const Result<Lesson> lesson = parseLesson(handed.text, path.filename().string());
    if (!lesson)
        return tl::unexpected(lesson.error());
    if (const auto faults = checkLesson(*lesson); !faults.empty())
        return failure(fmt::format("{}: {}", path.filename().string(), faults.front()));
    handed.id = path.stem().string();
    handed.title = lesson->title;
    return handed;
}

Result<QByteArray> handoutPage(const Handout& handout)
{
    constexpr std::array names{"page.html", "page.css", "page.js", "charts_license.txt", "engine.wasm"};
    std::array<QByteArray, names.size()> parts;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const Result<QByteArray> part = partOfPage(names[i]);
        if (!part)
            return tl::unexpected(part.error());
        parts[i] = *part;
    }
    const auto& [page, style, script, license, engine] = parts;
    const QString title = toQString(titleOf(handout));
    return filledIn(page,
        {{"TITLE", title.toHtmlEscaped().toUtf8()}, {"VERSION", programVersion()}, {"STYLE", style},
            {"STYLE_HASH", hashOf(style)}, {"SCRIPT", script}, {"SCRIPT_HASH", hashOf(script)},
            {"CHARTS_LICENSE", QString::fromUtf8(license).toHtmlEscaped().toUtf8()},
            {"DATA", inScript(dataOf(handout))}, {"ENGINE", deflated(engine)}});
}

} // namespace kneepoint
