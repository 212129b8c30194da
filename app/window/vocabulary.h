// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QList>
#include <QSet>
#include <QString>
#include <QStringList>

/// The words people use for what the program has, as data: resources/commands/vocabulary.json.
namespace kneepoint {

/// A setting as written: parameter id and text.
struct SpokenSetting {
    QString id, text;
};

/// What some phrases mean. Exactly one of set, times, act, answer, reach, name and say is there.
struct Meaning {
    QString id;
    QList<QStringList> hears;         ///< the content words of each phrase
    QStringList phrases;              ///< as written
    QList<QList<SpokenSetting>> sets; ///< alternatives, the likeliest first; the settings of one are made together
    QString scaled;                   ///< parameter whose value is multiplied
    double factor = 1;
    QString act;    ///< text of an action
    QString answer; ///< what spokenAnswer() answers
    QString reach;  ///< a target without a value
    QString say;    ///< a sentence: what is not modeled, and what to do instead
};

/// Words for a parameter that takes a number, or for a target.
struct SpokenNoun {
    QString id; ///< of the parameter, or what parseTarget() reads before "="
    QList<QStringList> names;
    QString unit;           ///< of a bare number: "Gbit/s"
    double thousand = 1000; ///< what "k" means
    bool counts_nodes = false;
};

/// Words, normalized: lower case, without plural, ignorable words and punctuation, each family of synonyms as one word,
/// a misspelled word as the known one that differs in one letter.
class Vocabulary {
public:
    [[nodiscard]] const QList<Meaning>& meanings() const { return m_meanings; }
    [[nodiscard]] const QList<SpokenNoun>& quantities() const { return m_quantities; }
    [[nodiscard]] const QList<SpokenNoun>& targets() const { return m_targets; }
    /// "half" is 0.5.
    [[nodiscard]] const QHash<QString, double>& shares() const { return m_shares; }

    /// The content words of a text. `complete`: its last word is not still being typed.
    [[nodiscard]] QStringList words(const QString& text, bool complete = true) const;
    /// Lower case, numbers as digits, synonyms as one word, single spaces; nothing else is changed.
    [[nodiscard]] QString plain(const QString& text) const;
    [[nodiscard]] bool isIgnored(const QString& word) const { return m_ignored.contains(word); }
    /// How much a word tells: rare ones more. Unknown ones half of a word that only one meaning has.
    [[nodiscard]] double weight(const QString& word) const;

private:
    friend const Vocabulary& vocabulary();
    static Vocabulary read();
    [[nodiscard]] QString known(const QString& word, bool complete) const;
    void count();

    QList<Meaning> m_meanings;
    QList<SpokenNoun> m_quantities;
    QList<SpokenNoun> m_targets;
    QHash<QString, double> m_shares;
    QSet<QString> m_ignored;
    QList<std::pair<QString, QString>> m_same; ///< longest first
    QHash<QString, int> m_used;                ///< number of meanings with the word
};

/// As shipped.
[[nodiscard]] const Vocabulary& vocabulary();

} // namespace kneepoint
