// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/instructor_page.h"

#include "model/lesson/lesson_check.h"
#include "widgets/save_file.h"
#include "widgets/text.h"

#include <QBuffer>
#include <QPageSize>
#include <QPdfWriter>
#include <QTextDocument>

namespace kneepoint {

Result<void> saveInstructorPage(const Lesson& lesson, const QString& path)
{
    constexpr int dots_per_inch = 300;
    constexpr int points = 11;
    QTextDocument document;
    QFont font = document.defaultFont();
    font.setPointSize(points);
    document.setDefaultFont(font);
    document.setPlainText(toQString(instructorText(lesson)));
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        writer.setResolution(dots_per_inch);
        writer.setPageSize(QPageSize(QPageSize::A4));
        writer.setTitle(toQString(lesson.title));
        document.print(&writer);
    }
    return saveFile(path, bytes);
}

} // namespace kneepoint
