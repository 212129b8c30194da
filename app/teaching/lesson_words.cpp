// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/teaching/lesson_words.h"

#include "model/units/units.h"
#include "widgets/math_label.h"
#include "widgets/math_text.h"
#include "widgets/text.h"

#include <QFont>
#include <QVBoxLayout>

namespace kneepoint {
QString filledWords(const LessonStep& step, std::string_view text)
{
    return toQString(filledText(step, text).value_or(std::string(text)));
}

QString verdictWords(const LessonStep& step, const Verdict& verdict)
{
    return toQString(verdictSentence(step, verdict));
}

QString computedWords(const Question& q)
{
    switch (q.kind) {
    case Question::Kind::number:
        return toQString(textOf(*q.quantity));
    case Question::Kind::choice:
        if (const auto right = rightChoice(q))
            return toQString(q.choices[*right].text);
        break;
    case Question::Kind::curve:
        if (const auto curve = rightCurve(q); !curve.empty())
            return toQString(formatQuantity(curve.back().y, unitOf(*q.quantity)));
        break;
    }
    return QStringLiteral("–");
}

QFont lessonFont(const QFont& base, LessonFont size)
{
    constexpr double text_scale = 1.5, large_scale = 2.2;
    QFont font = base;
    font.setPointSizeF(base.pointSizeF() * (size == LessonFont::large ? large_scale : text_scale));
    return font;
}

void addParagraphs(QVBoxLayout& column, const QString& text, const QFont& prose, const QFont& formula)
{
    for (const QString& paragraph : text.split(QStringLiteral("\n\n"), Qt::SkipEmptyParts)) {
        auto* label = new MathLabel;
        if (isFormula(paragraph)) {
            label->setFont(formula);
            label->setFormula(paragraph.trimmed());
        } else {
            label->setFont(prose);
            label->setProse(paragraph.trimmed());
        }
        column.addWidget(label);
    }
}

} // namespace kneepoint
