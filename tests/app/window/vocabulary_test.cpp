// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/command_list.h"
#include "app/window/spoken_answers.h"
#include "app/window/vocabulary.h"
#include "app/window/window_actions.h"
#include "model/analysis/analysis.h"
#include "model/catalogue/catalogue.h"
#include "model/exploration/reach_words.h"
#include "tests/app/stage.h"
#include "tests/app/window/unseen_phrases.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_registry.h"
#include "widgets/text.h"

#include <QAction>
#include <QTest>

#include <algorithm>

using namespace kneepoint;
using test::preset;
using test::Stage;
using test::Unseen;
using test::unseen_phrases;

namespace {

bool sets(const Command& c, const QString& wanted)
{
    const QString id = wanted.section(u'=', 0, 0);
    Edit edit = c.edit;
    if (c.value)
        edit.push_back({c.parameter, *c.value});
    return c.answer.isEmpty() && std::ranges::any_of(edit, [&](const Setting& setting) {
        const Parameter& p = *setting.parameter;
        const QString text = wanted.section(u'=', 1);
        return toQString(p.id) == id
            && (text.isEmpty()
                || (p.choices ? toQString(p.choice(setting.value).id) == text : setting.value == text.toDouble()));
    });
}

/// Whether an entry is what the phrase wanted (unseen_phrases.h).
bool landsOn(const Command& c, const QString& wanted)
{
    const QString kind = wanted.section(u' ', 0, 0);
    const QString what = wanted.section(u' ', 1);
    if (kind == u"set")
        return sets(c, what);
    if (kind == u"reach")
        return c.answer.startsWith(QStringLiteral("reach:") + what);
    if (kind == u"do")
        return c.action && plainText(*c.action) == what;
    if (kind == u"answer")
        return c.answer == what;
    if (kind == u"name")
        return c.label.contains(what);
    const auto& meanings = vocabulary().meanings();
    const auto said = std::ranges::find(meanings, what, &Meaning::id);
    return c.said && said != meanings.end() && c.label == said->say;
}

/// What the first alternative of a meaning should put first in the list.
QString wanted(const Meaning& m)
{
    if (!m.sets.isEmpty())
        return QStringLiteral("set ") + m.sets.front().back().id;
    if (!m.scaled.isEmpty())
        return QStringLiteral("set ") + m.scaled;
    return !m.act.isEmpty()  ? QStringLiteral("do ") + m.act
        : !m.reach.isEmpty() ? QStringLiteral("reach ") + m.reach
        : !m.say.isEmpty()   ? QStringLiteral("say ") + m.id
                             : QStringLiteral("answer ") + m.answer;
}

} // namespace

class VocabularyTest : public QObject {
    Q_OBJECT

private slots:
    void everyMeaningCanBeDone()
    {
        Stage stage;
        const Analysis a = analyze(preset("llama3-70b-512xh100"));
        for (const Meaning& m : vocabulary().meanings()) {
            for (const QList<SpokenSetting>& settings : m.sets)
                for (const SpokenSetting& s : settings) {
                    const Parameter* p = findParameter(s.id.toStdString());
                    QVERIFY2(p && parseValue(*p, s.text.toStdString()), qPrintable(m.id));
                }
            const QList<QAction*> actions = stage.window.actions().all();
            QVERIFY2(m.act.isEmpty()
                    || std::ranges::any_of(actions, [&](const QAction* x) { return plainText(*x) == m.act; }),
                qPrintable(m.act));
            QVERIFY2(m.answer.isEmpty() || !spokenAnswer(m.answer, a).sentence.isEmpty(), qPrintable(m.answer));
            QVERIFY2(m.reach.isEmpty() || parseTarget(m.reach.toStdString()), qPrintable(m.reach));
        }
        for (const SpokenNoun& noun : vocabulary().quantities())
            QVERIFY2(findParameter(noun.id.toStdString()), qPrintable(noun.id));
    }

    /// A phrase that means two things helps nobody. The name of an entry is that entry.
    void everyPhraseIsHeardFirst()
    {
        Stage stage("llama3-70b-512xh100");
        QStringList missed;
        const QList<QAction*> actions = stage.window.actions().all();
        for (QAction* action : actions)
            action->setEnabled(true);
        for (const Meaning& m : vocabulary().meanings())
            for (const QString& phrase : m.phrases) {
                const QList<Command> found =
                    findCommands(phrase, actions, stage.document.scenario(), &stage.document.analysis());
                const bool is_label = !found.isEmpty() && found.front().label.compare(phrase, Qt::CaseInsensitive) == 0;
                if (found.isEmpty() || (!is_label && !landsOn(found.front(), wanted(m))))
                    missed << m.id + QStringLiteral(": ") + phrase + QStringLiteral(" -> ")
                            + (found.isEmpty() ? QString() : found.front().label);
            }
        QVERIFY2(missed.isEmpty(), qPrintable(missed.join(u'\n')));
    }

    void nineOfTenUnseenPhrasesLand()
    {
        Stage stage("llama3-70b-512xh100");
        const QList<QAction*> actions = stage.window.actions().all();
        for (QAction* action : actions)
            action->setEnabled(true);
        QStringList missed;
        for (const Unseen& phrase : unseen_phrases) {
            const QList<Command> found =
                findCommands(toQString(phrase.text), actions, stage.document.scenario(), &stage.document.analysis());
            if (found.isEmpty() || !landsOn(found.front(), toQString(phrase.lands)))
                missed << toQString(phrase.text) + QStringLiteral(" -> ")
                        + (found.isEmpty() ? QString() : found.front().label);
        }
        const auto all = static_cast<double>(unseen_phrases.size());
        QVERIFY2(static_cast<double>(missed.size()) <= 0.1 * all,
            qPrintable(QString::number(missed.size()) + QStringLiteral(" of ") + QString::number(all) + u'\n'
                + missed.join(u'\n')));
    }
};

KNEEPOINT_TEST(VocabularyTest)
#include "vocabulary_test.moc"
