// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/search/trying_everything.h"

#include "tests/search/small_spaces.h"
#include "tests/support/holds.h"

#include <QTest>

#include <algorithm>

namespace kneepoint::test {
void TryingEverything::theOptimumIsThatOfTryingEverything_data()
{
    QTest::addColumn<quint64>("seed");
    for (const quint64 seed : m_seeds)
        QTest::addRow("seed %llu", seed) << seed;
}

void TryingEverything::theOptimumIsThatOfTryingEverything()
{
    QFETCH(const quint64, seed);
    SmallQuestions questions(seed);
    const int wanted = spacesWanted(1250); // of eight seeds
    double compared = 0, pruned = 0, nothing = 0;
    for (int i = 0; i < wanted; ++i) {
        const SmallQuestion q = questions.next();
        const std::vector<FoundLayout> all = byTryingAll(q);
        const SearchAnswer answer = searchLayouts(q.job, q.request, shippedCalibration());
        HOLDS(answer.proof, q.job);
        HOLDS(answer.top.size() == std::min(q.request.top, all.size()), q.job);
        for (std::size_t j = 0; j < answer.top.size(); ++j) {
            HOLDS(answer.top[j].layout == all[j].layout, q.job);
            HOLDS(answer.top[j].step == all[j].step, q.job);
            HOLDS(answer.top[j].value == all[j].value, q.job);
        }
        if (q.request.threads == 1) { // how much several leave out depends on their pace
            compared += static_cast<double>(all.size());
            pruned += answer.pruned;
        }
        nothing += all.empty() ? 1 : 0;
    }
    QVERIFY(pruned > 0.05 * compared);
    QVERIFY(nothing < 0.8 * wanted);
}

} // namespace kneepoint::test
