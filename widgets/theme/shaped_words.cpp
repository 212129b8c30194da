// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/shaped_words.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QHash>
#include <QPaintEngine>
#include <QPainter>
#include <QStaticText>
#include <QTextOption>

#include <cmath>

namespace kneepoint {
namespace {

/// Some frames' worth of words; then they are forgotten.
constexpr qsizetype most_kept = 2048;

struct Words {
    QFont font;
    double ascent; ///< in pixels: fonts of equal points differ in it on screens of different density
    QString text;

    friend bool operator==(const Words& a, const Words& b)
    {
        return a.ascent == b.ascent && a.text == b.text && a.font == b.font;
    }
    friend size_t qHash(const Words& words, size_t seed)
    {
        return qHashMulti(seed, words.text, words.ascent, words.font.weight());
    }
};

/// A kind of result for words.
template <class Shaped> class Memo {
public:
    template <class Shape> const Shaped& of(const QFont& font, const QString& text, Shape shape)
    {
        Words words{font, QFontMetricsF(font).ascent(), text};
        if (const auto found = m_kept.constFind(words); found != m_kept.cend())
            return *found;
        if (m_kept.isEmpty())
            qAddPostRoutine([] { memo().m_kept.clear(); }); // no font may outlive the application
        if (m_kept.size() >= most_kept)
            m_kept.clear();
        const Shaped shaped = shape();
        return *m_kept.insert(std::move(words), shaped);
    }
    static Memo& memo()
    {
        static Memo one;
        return one;
    }

private:
    QHash<Words, Shaped> m_kept;
};

QStaticText prepared(const QFont& font, const QString& words)
{
    QStaticText text(words);
    text.setTextFormat(Qt::PlainText);
    text.setTextOption(QTextOption(Qt::AlignLeft));
    text.prepare({}, font);
    return text;
}

} // namespace

bool isOfPixels(const QPainter& painter)
{
    return painter.paintEngine()->type() == QPaintEngine::Raster && painter.transform().type() <= QTransform::TxScale;
}

double textAdvance(const QFont& font, const QString& words)
{
    return Memo<double>::memo().of(font, words, [&] { return QFontMetricsF(font).horizontalAdvance(words); });
}

int wholeAdvance(const QFont& font, const QString& words)
{
    return qRound(textAdvance(font, words));
}

void drawWords(QPainter& painter, const QRectF& place, Qt::Alignment alignment, const QString& words)
{
    if (!isOfPixels(painter)) {
        painter.drawText(place, static_cast<int>(alignment), words);
        return;
    }
    const QFont font = painter.font();
    const QStaticText& text = Memo<QStaticText>::memo().of(font, words, [&] { return prepared(font, words); });
    const QSizeF free = place.size() - text.size();
    if (free.width() < 0 || free.height() < 0) { // it has to be cut
        painter.drawText(place, static_cast<int>(alignment), words);
        return;
    }
    const double right = alignment & Qt::AlignRight ? 1 : alignment & Qt::AlignHCenter ? 0.5 : 0;
    const double down = alignment & Qt::AlignBottom ? 1 : alignment & Qt::AlignVCenter ? 0.5 : 0;
    const double ascent = QFontMetricsF(font).ascent();
    const double baseline = std::round(place.top() + down * free.height() + ascent); // as a painter rounds it
    painter.drawStaticText(QPointF(place.left() + right * free.width(), baseline - ascent), text);
}

void drawElided(QPainter& painter, const QRectF& place, const QString& words, Qt::Alignment alignment)
{
    const bool fits = textAdvance(painter.font(), words) <= place.width();
    drawWords(painter, place, alignment,
        fits ? words : QFontMetricsF(painter.font()).elidedText(words, Qt::ElideRight, place.width()));
}

} // namespace kneepoint
