// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/shipped_scenarios.h"
#include "model/results/derivation.h"
#include "model/results/metric.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <string>
#include <vector>

using namespace kneepoint;

/// Formulas with their numbers filled in.
class DerivationTest : public QObject {
    Q_OBJECT

    static QString said(std::string_view id, const Analysis& a)
    {
        const auto d = derivationOf(id, a);
        return d ? QString::fromStdString(d->symbol + " = " + d->formula + " = " + d->substituted + " = " + d->result)
                 : QString();
    }

    /// Fails if a term of the last figure's formula, or of those of its terms, is one of the figures on the way to it.
    static void follow(const std::vector<std::string>& way, const Analysis& a)
    {
        const auto d = derivationOf(way.back(), a);
        for (const DerivationTerm& term : d ? d->terms : std::vector<DerivationTerm>()) {
            QVERIFY2(std::ranges::find(way, term.id) == way.end(), (way.front() + " by " + term.id).c_str());
            QVERIFY2(term.symbol != d->symbol, term.id.c_str());
            std::vector<std::string> further = way;
            further.push_back(term.id);
            follow(further, a);
        }
    }

private slots:
    void textbookDerivationsReadLikeATextbook()
    {
        const Analysis a = analyze(test::preset("knee-simulator"));
        QCOMPARE(said("gamma", a).section(" = ", 0, 1), QString("γ(K) = t_comm/t_comp"));
        QVERIFY2(
            said("part:data_comm", a).contains("2·(8 − 1)/8·2 GB/(25 GB/s)"), qPrintable(said("part:data_comm", a)));
        QVERIFY2(said("efficiency", a).startsWith("E(K) = S(K)/K = "), qPrintable(said("efficiency", a)));
    }

    /// Derivations show the engine's values for any scenario; the main figures always have one.
    void everyDerivationMatchesTheEngine_data()
    {
        QTest::addColumn<QString>("id");
        for (const ScenarioFile& file : scenarioPresets())
            QTest::newRow(file.id.c_str()) << QString::fromStdString(file.id);
    }
    void everyDerivationMatchesTheEngine()
    {
        QFETCH(const QString, id);
        const Analysis a = analyze(test::preset(id.toStdString()));
        int derived = 0;
        for (const Metric& m : metrics())
            if (const auto d = derivationOf(m.id, a)) {
                ++derived;
                QVERIFY(!d->terms.empty() && !d->substituted.empty());
                QCOMPARE(d->result, formatQuantity(*m.value(a), m.unit));
            }
        QVERIFY2(derived >= 20, qPrintable(QString::number(derived)));
        for (const char* main : {"step_s", "gamma", "efficiency", "speedup", "mfu", "compute_s", "global_batch"})
            QVERIFY2(derivationOf(main, a), main);
        for (std::size_t i = 0; i < part_count; ++i)
            if (a.step.parts[i].total_s() > 0)
                QVERIFY2(derivationOf(derivationId(static_cast<Part>(i)), a), partId(static_cast<Part>(i)).data());
    }

    void noDerivationLeadsBackToItself_data() { everyDerivationMatchesTheEngine_data(); }
    void noDerivationLeadsBackToItself()
    {
        QFETCH(const QString, id);
        const Analysis a = analyze(test::preset(id.toStdString()));
        for (const Metric& m : metrics())
            follow({std::string(m.id)}, a);
        for (std::size_t i = 0; i < part_count; ++i)
            follow({derivationId(static_cast<Part>(i))}, a);
    }

    void unknownIdsHaveNoDerivation()
    {
        QVERIFY(!derivationOf("nothing", analyze(Scenario{})));
        QVERIFY(!derivationOf("part:nothing", analyze(Scenario{})));
    }
};

KNEEPOINT_TEST(DerivationTest)
#include "derivation_test.moc"
