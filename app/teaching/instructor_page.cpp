// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/teaching/instructor_page.h"

#include "model/lesson/lesson_check.h"
#include "widgets/closed_document.h"
#include "widgets/math_text.h"
#include "widgets/text.h"
#include "widgets/theme/theme.h"

#include <QBuffer>
#include <QPageSize>
#include <QPdfWriter>

namespace kneepoint {

QByteArray instructorPage(const Lesson& lesson)
{
    constexpr int dots_per_inch = 300;
    constexpr int points = 10;
    ClosedDocument document;
    QFont font = document.defaultFont();
    font.setPointSize(points);
    document.setDefaultFont(font);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        writer.setResolution(dots_per_inch);
        writer.setPageSize(QPageSize(QPageSize::A4));
        constexpr double margin_in = 2 * 0.79; // what QTextDocument::print() leaves on both sides
        constexpr double screen_dots_per_inch = 96;
        const double width =
            (QPageSize::size(QPageSize::A4, QPageSize::Inch).width() - margin_in) * screen_dots_per_inch;
        document.setHtml(pageHtml(toQString(instructorText(lesson)), {font, theme(ThemeMode::light).text, width}));
        writer.setTitle(toQString(lesson.title));
        document.print(&writer);
    }
    return bytes;
}

} // namespace kneepoint
