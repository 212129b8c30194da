// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/vocabulary.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

constexpr int shortest_guessed = 5; ///< letters of a word that may have a wrong one
constexpr int shortest_prefix = 3;  ///< letters after which a word that is being typed may be completed
constexpr double unknown_share = 0.5;

QStringList strings(const QJsonValue& list)
{
    QStringList all;
    for (const auto& text : list.toArray())
        all << text.toString();
    return all;
}

/// "gpus" as "gpu"; "loss", "bus" and "1.5s" stay.
QString singular(const QString& word)
{
    const bool plural = word.size() > 3 && word.endsWith(u's') && !word.endsWith(QStringLiteral("ss"))
        && !word.endsWith(QStringLiteral("us")) && !word.front().isDigit();
    return plural ? word.chopped(1) : word;
}

/// Whether two words differ in one letter: exchanged, missing, added, or swapped with its neighbor.
bool differInOneLetter(const QString& a, const QString& b)
{
    if (std::abs(a.size() - b.size()) > 1)
        return false;
    const auto [in_a, in_b] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    const QStringView rest_a(in_a, a.end());
    const QStringView rest_b(in_b, b.end());
    if (a.size() > b.size())
        return rest_a.mid(1) == rest_b;
    if (a.size() < b.size())
        return rest_a == rest_b.mid(1);
    const bool swapped = rest_a.size() > 1 && rest_a[0] == rest_b[1] && rest_a[1] == rest_b[0];
    return rest_a.mid(1) == rest_b.mid(1) || (swapped && rest_a.mid(2) == rest_b.mid(2));
}

/// Letters, digits, decimal points and signs of quantities; everything else separates words.
QString spaced(const QString& text)
{
    static const QRegularExpression thousands(QStringLiteral("(?<=\\d),(?=\\d{3}(?!\\d))"));
    static const QRegularExpression stops(
        QStringLiteral("[.](?!\\d)|[^\\w.%$/+]|_|/(?!s\\b)"), QRegularExpression::UseUnicodePropertiesOption);
    static const QRegularExpression signs(QStringLiteral("([%$+])"));
    QString plain = text.toLower();
    plain.remove(QStringLiteral("'s")).remove(QStringLiteral("’s"));
    plain.replace(thousands, QString()).replace(stops, QStringLiteral(" "));
    return plain.replace(signs, QStringLiteral(" \\1 ")).simplified();
}

QList<SpokenNoun> nounsIn(const QJsonArray& list, const Vocabulary& words)
{
    QList<SpokenNoun> nouns;
    for (const auto& value : list) {
        const QJsonObject object = value.toObject();
        SpokenNoun noun{object[u"id"].toString(), {}, object[u"unit"].toString(), object[u"thousand"].toDouble(1000),
            object[u"nodes"].toBool()};
        for (const QString& name : strings(object[u"words"]))
            noun.names << words.words(name);
        nouns << noun;
    }
    return nouns;
}

Meaning meaningOf(const QJsonObject& object, const Vocabulary& words)
{
    Meaning meaning{.id = object[u"id"].toString(),
        .hears = {},
        .phrases = strings(object[u"hear"]),
        .sets = {},
        .scaled = object[u"scale"].toString(),
        .factor = object[u"by"].toDouble(1),
        .act = object[u"do"].toString(),
        .answer = object[u"answer"].toString(),
        .reach = object[u"reach"].toString(),
        .say = object[u"say"].toString()};
    for (const QString& phrase : meaning.phrases)
        meaning.hears << words.words(phrase);
    for (const auto& set : object[u"set"].toArray()) {
        QList<SpokenSetting> settings;
        const QJsonObject pairs = set.toObject();
        for (auto it = pairs.begin(); it != pairs.end(); ++it)
            settings << SpokenSetting{it.key(), it.value().toString()};
        meaning.sets << settings;
    }
    return meaning;
}

} // namespace

Vocabulary Vocabulary::read()
{
    QFile file(QStringLiteral(":/commands/vocabulary.json"));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("the vocabulary is not built in");
    const QJsonObject object = QJsonDocument::fromJson(file.readAll()).object();
    Vocabulary read;
    for (const QString& word : object[u"ignored"].toString().split(u' '))
        read.m_ignored.insert(singular(word));
    const QJsonObject same = object[u"same"].toObject();
    for (auto it = same.begin(); it != same.end(); ++it)
        for (const QString& other : strings(it.value()))
            read.m_same << std::pair(spaced(other), it.key());
    std::ranges::stable_sort(read.m_same, std::ranges::greater{}, [](const auto& pair) { return pair.first.size(); });
    const QJsonObject shares = object[u"shares"].toObject();
    for (auto it = shares.begin(); it != shares.end(); ++it)
        read.m_shares[it.key()] = it.value().toDouble();
    for (const auto& meaning : object[u"meanings"].toArray())
        read.m_meanings << meaningOf(meaning.toObject(), read);
    read.m_quantities = nounsIn(object[u"quantities"].toArray(), read);
    read.m_targets = nounsIn(object[u"targets"].toArray(), read);
    read.count();
    return read;
}

void Vocabulary::count()
{
    for (const Meaning& meaning : m_meanings) {
        QSet<QString> own;
        for (const QStringList& heard : meaning.hears)
            own.unite(QSet<QString>(heard.begin(), heard.end()));
        for (const QString& word : own)
            ++m_used[word];
    }
    for (const QList<SpokenNoun>* nouns : {&m_quantities, &m_targets})
        for (const SpokenNoun& noun : *nouns)
            for (const QStringList& name : noun.names)
                for (const QString& word : name)
                    m_used.insert(word, std::max(1, m_used.value(word)));
}

double Vocabulary::weight(const QString& word) const
{
    const auto all = static_cast<double>(m_meanings.size());
    const int used = m_used.value(word);
    return used > 0 ? std::log(1 + all / used) : unknown_share * std::log(1 + all);
}

QString Vocabulary::plain(const QString& text) const
{
    QString padded = u' ' + spaced(text) + u' ';
    for (const auto& [other, word] : m_same)
        padded.replace(u' ' + other + u' ', u' ' + word + u' ');
    return padded.simplified();
}

QString Vocabulary::known(const QString& word, bool complete) const
{
    if (m_used.isEmpty() || m_used.contains(word) || word.front().isDigit())
        return word;
    QString guess;
    for (auto it = m_used.begin(); it != m_used.end(); ++it) {
        if (!complete && word.size() >= shortest_prefix && it.key().startsWith(word)
            && (guess.isEmpty() || it.key() < guess))
            guess = it.key();
        if (word.size() >= shortest_guessed && differInOneLetter(word, it.key()))
            return it.key();
    }
    return guess.isEmpty() ? word : guess;
}

QStringList Vocabulary::words(const QString& text, bool complete) const
{
    QStringList found;
    const QStringList all = plain(text).split(u' ', Qt::SkipEmptyParts);
    for (qsizetype i = 0; i < all.size(); ++i) {
        const QString word = singular(all[i]);
        if (!m_ignored.contains(word))
            found << known(word, complete || i + 1 < all.size());
    }
    return found;
}

const Vocabulary& vocabulary()
{
    static const Vocabulary shipped = Vocabulary::read();
    return shipped;
}

} // namespace kneepoint
