// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/catalogue.h"
#include "model/catalogue/option_names.h"
#include "model/constants/calibration.h"
#include "model/scenario/scenario.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <set>

using namespace kneepoint;
using test::preset;

namespace {

Scenario with(Scenario s, std::string_view id, std::string_view text)
{
    const Parameter& p = parameter(id);
    p.edit(s, *parseValue(p, text), shippedCalibration());
    return s;
}

} // namespace

class OptionNamesTest : public QObject {
    Q_OBJECT

private slots:
    void theyAreWhatDiffersInTheOrderOfPeople()
    {
        const Scenario a = preset("llama3-70b-512xh100");
        const Scenario b = with(with(a, "cluster.gpu", "gb300"), "cluster.gpus", "256");
        const std::vector<std::string> names = optionNames({&a, &b});
        QCOMPARE(names[0], std::string("H100 SXM5 80 GB, 512 GPUs"));
        QVERIFY2(names[1].starts_with("GB300"), names[1].c_str());
        QVERIFY2(names[1].ends_with(", 256 GPUs"), names[1].c_str());
    }

    void oneDifferenceIsAName()
    {
        const Scenario a = preset("knee-simulator");
        const Scenario b = with(a, "assumptions.overlap", "50 %");
        QCOMPARE(optionNames({&a, &b}), (std::vector<std::string>{"overlap 100 %", "overlap 50 %"}));
    }

    void furtherDifferencesTellTwins()
    {
        const Scenario a = preset("llama3-70b-512xh100");
        const Scenario b = with(with(a, "cluster.gpu", "gb300"), "cluster.gpus", "256");
        const Scenario c = with(b, "assumptions.overlap", "50 %");
        const std::vector<std::string> names = optionNames({&a, &b, &c});
        QCOMPARE(std::set<std::string>(names.begin(), names.end()).size(), std::size_t(3));
    }

    void twinsHaveNone()
    {
        const Scenario a = preset("knee-simulator");
        QCOMPARE(optionNames({&a, &a}), (std::vector<std::string>{"", ""}));
    }

    void examplesAndTokensAreTwoKindsOfJobs()
    {
        const Scenario tokens = preset("llama3-70b-512xh100");
        const Scenario examples = preset("knee-simulator");
        QVERIFY(!otherKindOfJob(tokens, examples).empty());
        QVERIFY(!otherKindOfJob(examples, tokens).empty());
        QVERIFY(otherKindOfJob(tokens, preset("llama3-8b-64xh100")).empty());
    }
};

KNEEPOINT_TEST(OptionNamesTest)
#include "option_names_test.moc"
