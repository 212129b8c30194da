// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/picture_file.h"

#include <QBuffer>
#include <QFileInfo>
#include <QImage>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <algorithm>
#include <array>

namespace kneepoint {
namespace {

constexpr double points_per_inch = 72;
constexpr qsizetype most_data_bytes = qsizetype{1} << 26;

bool writePng(const PictureSource& source, QBuffer& buffer)
{
    const QImage image = source.image();
    return !image.isNull() && image.save(&buffer, "png");
}

/// QSvgGenerator would write title and description as markup, and control characters, which XML does not allow.
QByteArray withHead(QByteArray svg, const QString& title, const QString& description)
{
    const QString head = QStringLiteral("<title>%1</title>\n<desc>%2</desc>\n");
    svg.insert(svg.indexOf("<defs>"), head.arg(title.toHtmlEscaped(), description.toHtmlEscaped()).toUtf8());
    svg.removeIf([](char c) { return static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\t'; });
    return svg.replace("\xEF\xBF\xBE", "").replace("\xEF\xBF\xBF", ""); // U+FFFE and U+FFFF
}

bool writeSvg(const PictureSource& source, QBuffer& buffer)
{
    QByteArray bytes;
    QBuffer drawn(&bytes);
    QSvgGenerator svg;
    svg.setOutputDevice(&drawn);
    svg.setResolution(source.dpi);
    svg.setSize(source.size);
    svg.setViewBox(QRect(QPoint(), source.size));
    QPainter painter;
    if (!painter.begin(&svg))
        return false;
    source.paint(painter);
    return painter.end() && buffer.write(withHead(bytes, source.title, source.description)) > 0;
}

bool writePdf(const PictureSource& source, QBuffer& buffer)
{
    QPdfWriter pdf(&buffer);
    pdf.setTitle(source.title);
    pdf.setResolution(source.dpi);
    pdf.setPageSize(QPageSize(QSizeF(source.size) * points_per_inch / source.dpi, QPageSize::Point));
    pdf.setPageMargins(QMarginsF());
    QPainter painter;
    if (!painter.begin(&pdf))
        return false;
    source.paint(painter);
    return painter.end();
}

bool writeCsv(const PictureSource& source, QBuffer& buffer)
{
    const std::string text = source.csv();
    return buffer.write(text.data(), static_cast<qint64>(text.size())) == static_cast<qint64>(text.size());
}

struct Format {
    const char* suffix;
    bool (*write)(const PictureSource&, QBuffer&);
};

constexpr std::array<Format, 4> formats{{{"png", writePng}, {"svg", writeSvg}, {"pdf", writePdf}, {"csv", writeCsv}}};

const Format* formatOf(const QString& path)
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    const auto found =
        std::ranges::find_if(formats, [&](const Format& format) { return suffix == QLatin1String(format.suffix); });
    return found == formats.end() ? nullptr : &*found;
}

} // namespace

bool isPictureFile(const QString& path)
{
    return formatOf(path) != nullptr;
}

Result<QByteArray> pictureBytes(const PictureSource& source, const QString& path)
{
    const Format* format = formatOf(path);
    if (!format)
        return failure(path.toStdString() + ": pictures are saved as .png, .svg, .pdf, their data as .csv");
    QByteArray bytes;
    QBuffer buffer(&bytes);
    if (!buffer.open(QIODevice::WriteOnly) || !format->write(source, buffer) || bytes.isEmpty())
        return failure(path.toStdString() + ": there is not enough memory for a picture of this size");
    if (format->write == writeCsv && bytes.size() > most_data_bytes)
        return failure(path.toStdString()
            + ": the data take more than 64 MB; fewer GPUs, stages or micro-batches make them smaller");
    return bytes;
}

} // namespace kneepoint
