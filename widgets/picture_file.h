// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/units/error.h"

#include <QByteArray>
#include <QSize>
#include <QString>

#include <functional>
#include <string>

class QImage;
class QPainter;

namespace kneepoint {

/// Something that can be saved as a picture, or as the data behind it.
struct PictureSource {
    QString title;
    QString description;
    QSize size;                           ///< in pixels of the screen
    int dpi = 96;                         ///< of the screen
    std::function<QImage()> image;        ///< may have more pixels than `size`
    std::function<void(QPainter&)> paint; ///< the same as vectors
    std::function<std::string()> csv;
};

/// What a picture of pixels may have at most: 256 MiB in memory.
inline constexpr qint64 most_pixels = qint64{1} << 26;

/// The endings that pictureBytes knows: "png", "svg", "pdf", "csv".
[[nodiscard]] bool isPictureFile(const QString& path);

/// The content of a file of this name, in the format of its ending. Fails with one sentence on other endings and on a
/// picture that is too large for memory.
[[nodiscard]] Result<QByteArray> pictureBytes(const PictureSource& source, const QString& path);

} // namespace kneepoint
