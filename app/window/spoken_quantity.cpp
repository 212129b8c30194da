// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/spoken_quantity.h"

#include "model/catalogue/counted.h"
#include "model/scenario/scenario.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace kneepoint {
namespace {

struct SpokenUnit {
    std::u16string_view said;
    std::u16string_view read; ///< as units.h reads it
    double of = 1;            ///< how many of it
};
constexpr std::array units{SpokenUnit{u"second", u"s"}, SpokenUnit{u"ms", u"ms"}, SpokenUnit{u"s", u"s"},
    SpokenUnit{u"us", u"µs"}, SpokenUnit{u"µs", u"µs"}, SpokenUnit{u"minute", u"min"}, SpokenUnit{u"minutes", u"min"},
    SpokenUnit{u"min", u"min"}, SpokenUnit{u"hour", u"h"}, SpokenUnit{u"hours", u"h"}, SpokenUnit{u"h", u"h"},
    SpokenUnit{u"day", u"days"}, SpokenUnit{u"d", u"days"}, SpokenUnit{u"week", u"days", 7},
    SpokenUnit{u"weeks", u"days", 7}, SpokenUnit{u"month", u"days", 30}, SpokenUnit{u"months", u"days", 30},
    SpokenUnit{u"year", u"years"}, SpokenUnit{u"years", u"years"}, SpokenUnit{u"gbit", u"Gbit/s"},
    SpokenUnit{u"gbits", u"Gbit/s"}, SpokenUnit{u"gbit/s", u"Gbit/s"}, SpokenUnit{u"gbps", u"Gbit/s"},
    SpokenUnit{u"gigabit", u"Gbit/s"}, SpokenUnit{u"tbit/s", u"Tbit/s"}, SpokenUnit{u"gb/s", u"GB/s"},
    SpokenUnit{u"tb/s", u"TB/s"}, SpokenUnit{u"mb", u"MB"}, SpokenUnit{u"gb", u"GB"}, SpokenUnit{u"tb", u"TB"},
    SpokenUnit{u"w", u"W"}, SpokenUnit{u"watt", u"W"}, SpokenUnit{u"watts", u"W"}, SpokenUnit{u"kw", u"kW"},
    SpokenUnit{u"percent", u"%"}, SpokenUnit{u"%", u"%"}};

/// Thousands and more; what a bare "m" or "b" means for counts.
double scaleOf(const QString& scale, double thousand)
{
    if (scale == u"k" || scale == u"thousand")
        return thousand;
    if (scale == u"m" || scale == u"million" || scale == u"mio")
        return 1e6;
    if (scale == u"b" || scale == u"bn" || scale == u"billion" || scale == u"g")
        return 1e9;
    return scale.isEmpty() ? 1 : 1e12;
}

const SpokenUnit* unitSaid(const QString& said)
{
    const auto found = std::ranges::find_if(units,
        [&](const SpokenUnit& u) { return said == QStringView(u.said.data(), static_cast<qsizetype>(u.said.size())); });
    return found == units.end() ? nullptr : &*found;
}

bool takes(QStringList& words, std::initializer_list<const char*> which)
{
    const auto found = std::ranges::find_if(words, [&](const QString& w) {
        return std::ranges::any_of(which, [&](const char* one) { return w == QLatin1String(one); });
    });
    if (found == words.end())
        return false;
    words.erase(found);
    return true;
}

std::optional<SpokenQuantity> spokenShare(const QString& plain)
{
    SpokenQuantity q{
        .number = 1, .relative = true, .scale = {}, .unit = {}, .is_limit = false, .rest = vocabulary().words(plain)};
    for (auto it = vocabulary().shares().begin(); it != vocabulary().shares().end(); ++it)
        if (q.rest.removeOne(it.key())) {
            q.number = it.value();
            return q;
        }
    return std::nullopt;
}

} // namespace

std::optional<SpokenQuantity> spokenQuantity(const QString& text)
{
    static const QRegularExpression number(
        QStringLiteral("(?<![\\w.])(?<money>\\$ )?(?<n>\\d+(?:\\.\\d+)?) ?"
                       "(?<scale>k|thousand|million|mio|m|billion|bn|b|trillion|tn|t|g)?(?![\\w/]) ?"
                       "(?<unit>[a-zµ%/]+)?|(?<![\\w.])(?<m>\\d+(?:\\.\\d+)?)(?<u>[a-zµ/]+)(?![\\w/])"),
        QRegularExpression::UseUnicodePropertiesOption);
    static const QRegularExpression negative(QStringLiteral("(^|\\s)[-−]\\s?\\d"));
    if (text.contains(negative))
        return std::nullopt;
    const QString plain = vocabulary().plain(text);
    const QRegularExpressionMatch match = number.match(plain);
    if (!match.hasMatch())
        return spokenShare(plain);

    SpokenQuantity q;
    const bool glued = !match.captured(u"m").isEmpty();
    q.number = match.captured(glued ? u"m" : u"n").toDouble();
    q.scale = match.captured(u"scale");
    const QString said = match.captured(glued ? u"u" : u"unit");
    QString rest = plain.left(match.capturedStart()) + u' ' + plain.mid(match.capturedEnd());
    const bool times = said == u"x" || said == u"times" || said == u"fold";
    if (const SpokenUnit* unit = unitSaid(said)) {
        q.number *= unit->of;
        q.unit = QString::fromUtf16(unit->read.data(), static_cast<qsizetype>(unit->read.size()));
    } else if (glued && !times) {
        return std::nullopt; // "405b" is a scale above; "30b-a3b", "h100" and the like are names
    } else if (!times) {
        rest = plain.left(match.capturedStart()) + u' ' + said + u' ' + plain.mid(match.capturedEnd());
    }
    if (!match.captured(u"money").isEmpty())
        rest += QStringLiteral(" cost");
    q.rest = vocabulary().words(rest);
    q.is_limit = takes(q.rest, {"under"});
    if (times)
        q.relative = true;
    const bool more = takes(q.rest, {"more", "faster"});
    const bool fewer = takes(q.rest, {"fewer", "slower"});
    if (q.unit == u"%" && (more || fewer)) {
        q.relative = true;
        q.number = more ? 1 + q.number / 100 : 1 - q.number / 100;
    }
    return q;
}

QString SpokenQuantity::text(const SpokenNoun& noun) const
{
    constexpr int every_digit = 17;
    const bool rate = noun.id == u"cluster.link_rate" && scale == u"g";
    const double value = number * (rate ? 1 : scaleOf(scale, noun.thousand));
    const QString own = rate ? QStringLiteral("Gbit/s") : unit.isEmpty() ? noun.unit : unit;
    return own == u"$" || own == u"$/h" ? u'$' + QString::number(value, 'g', every_digit) + own.mid(1)
                                        : QString::number(value, 'g', every_digit) + (own.isEmpty() ? own : u' ' + own);
}

NamedNoun nounIn(const QStringList& words, const QList<SpokenNoun>& nouns)
{
    NamedNoun best;
    for (const SpokenNoun& noun : nouns)
        for (const QStringList& name : noun.names)
            if (name.size() > best.words
                && std::ranges::all_of(name, [&](const QString& word) { return words.contains(word); }))
                best = {&noun, name.size()};
    return best;
}

std::optional<double> meantValue(const SpokenQuantity& q, const SpokenNoun& noun, const Scenario& s)
{
    const Parameter& p = parameter(noun.id.toStdString());
    double value = 0;
    if (q.relative) {
        value = p.get(s) * q.number;
        if (p.isWhole())
            value = std::round(value);
    } else {
        const auto counted = countedIn(p, s);
        const bool by_name = counted && q.unit.isEmpty()
            && (noun.counts_nodes || (p.id != "cluster.gpus" && q.rest.contains(QStringLiteral("token"))));
        const QString text = by_name ? q.text(noun) + u' '
                + QString::fromUtf8(counted->many.data(), static_cast<qsizetype>(counted->many.size()))
                                     : q.text(noun);
        const Result<double> parsed = parseValue(p, text.toStdString(), counted);
        if (!parsed)
            return std::nullopt;
        value = *parsed;
    }
    return checkValue(p, value) ? std::optional(value) : std::nullopt;
}

} // namespace kneepoint
