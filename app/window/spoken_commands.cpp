// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/spoken_commands.h"

#include "model/catalogue/catalogue.h"
#include "model/scenario/scenario.h"
#include "widgets/text.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <cmath>
#include <optional>

namespace kneepoint {
namespace {

/// Names in speech and what they mean. A batch is the global one: the micro-batch has its own name.
struct Noun {
    const char* words; ///< a regular expression
    const char* id;
};
constexpr Noun nouns[] = {
    {"micro-?batch(es)?( size)?", "workload.batch_per_gpu"},
    {"(global )?batch( size)?|gbs", "workload.global_batch"},
    {"context( length| window)?|sequence( length)?|seq(len)?", "workload.sequence_length"},
    {"gpus?|cards|accelerators|world size", "cluster.gpus"},
    {"nodes|machines|servers", "cluster.gpus"},
    {"(training )?tokens", "workload.training_tokens"},
};

struct Share {
    const char* words;
    double factor;
};
constexpr Share shares[] = {
    {"half|halve|0\\.5x", 0.5},
    {"double|twice|2x", 2},
    {"triple|three times|3x", 3},
    {"quadruple|four times|4x", 4},
    {"ten times|10x", 10},
    {"a quarter of|quarter", 0.25},
    {"a third of", 1.0 / 3},
};

std::optional<QRegularExpressionMatch> matched(const QString& pattern, const QString& text)
{
    const QRegularExpression words(
        QRegularExpression::anchoredPattern(pattern), QRegularExpression::CaseInsensitiveOption);
    QRegularExpressionMatch match = words.match(text);
    return match.hasMatch() ? std::optional(std::move(match)) : std::nullopt;
}

std::optional<double> share(const QString& text, const QString& noun)
{
    for (const Share& s : shares)
        if (matched(QStringLiteral("(%1) (the |of the |as many )?(%2)").arg(QLatin1String(s.words), noun), text))
            return s.factor;
    if (const auto more =
            matched(QStringLiteral("(\\d+(?:\\.\\d+)?) ?(?:%|percent) (more|fewer|less) (?:%1)").arg(noun), text)) {
        const double part = more->captured(1).toDouble() / 100;
        return more->captured(2).compare(QStringLiteral("more"), Qt::CaseInsensitive) == 0 ? 1 + part : 1 - part;
    }
    return std::nullopt;
}

/// "32k" of tokens are 32 × 1024, of anything else 32 000.
std::optional<double> amount(const QString& text, const QString& noun, double kilo)
{
    auto found = matched(QStringLiteral("(?<n>\\d+(?:\\.\\d+)?)(?<k>k?) (%1)").arg(noun), text);
    if (!found)
        found = matched(QStringLiteral("(%1) (?:of )?(?<n>\\d+(?:\\.\\d+)?)(?<k>k?)").arg(noun), text);
    if (!found)
        return std::nullopt;
    return found->captured(u"n").toDouble() * (found->captured(u"k").isEmpty() ? 1 : kilo);
}

} // namespace

QList<Command> spokenCommands(const QString& text, const Scenario& scenario)
{
    for (const Noun& noun : nouns) {
        const QString words = QLatin1String(noun.words);
        const Parameter& p = parameter(noun.id);
        const bool nodes = words.startsWith(QLatin1String("nodes"));
        double value = 0;
        if (const auto factor = share(text, words))
            value = p.get(scenario) * *factor;
        else if (const auto count = amount(text, words, p.id == "workload.sequence_length" ? 1024 : 1000))
            value = *count * (nodes ? scenario.cluster.gpus_per_node : 1);
        else
            continue;
        if (p.isWhole())
            value = std::round(value);
        if (!checkValue(p, value))
            return {};
        return {Command{QCoreApplication::translate("kneepoint::CommandSearch", "Set %1 to %2")
                            .arg(toQString(p.label), toQString(valueText(p, value))),
            toQString(p.id), nullptr, nullptr, &p, value}};
    }
    return {};
}

} // namespace kneepoint
