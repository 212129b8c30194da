// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/catalogue.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/step/step_model.h"
#include "tests/support/random_scenarios.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>
#include <string>

using namespace kneepoint;
using test::RandomScenarios;

namespace {

std::string noise(RandomScenarios& random, std::size_t longest, std::string_view alphabet)
{
    std::string text(random.index(longest + 1), ' ');
    for (char& c : text)
        c = alphabet.empty() ? static_cast<char>(random.index(256)) : alphabet[random.index(alphabet.size())];
    return text;
}

constexpr std::string_view numbers = "0123456789.eE+-*/()% kKMGTPBbits/sµ\xc2\xb5×$h";
constexpr std::string_view json = "{}[]\":,0123456789.eE-+truefalsn \\u\n\t";

/// A valid file with some bytes changed, removed or duplicated.
std::string mutated(RandomScenarios& random, std::string text)
{
    for (std::size_t times = 1 + random.index(8); times > 0 && !text.empty(); --times) {
        const std::size_t at = random.index(text.size());
        const std::size_t length = random.index(40);
        switch (random.index(4)) {
        case 0:
            text[at] = static_cast<char>(random.index(256));
            break;
        case 1:
            text.erase(at, length);
            break;
        case 2:
            text.insert(at, text.substr(random.index(text.size()), length));
            break;
        default:
            text.insert(at, noise(random, 12, random.index(2) ? numbers : json));
        }
    }
    return text;
}

/// Rejected text gives a short error message; accepted text gives a valid scenario.
bool isAnswered(const Result<ScenarioFile>& parsed)
{
    if (!parsed)
        return !parsed.error().message.empty() && parsed.error().message.size() < 1000
            && parsed.error().message.find('\n') == std::string::npos;
    for (const Parameter& p : catalogue())
        if (!checkValue(p, p.get(parsed->scenario)))
            return false;
    return std::isfinite(evaluate(parsed->scenario).step_s);
}

} // namespace

/// Random untrusted text, the same in every run, is accepted or rejected without a crash.
class HostileTextTest : public QObject {
    Q_OBJECT

private slots:
    void noiseIsNotAScenario()
    {
        RandomScenarios random(41);
        for (int i = 0; i < 20000; ++i) {
            const std::string text = noise(random, 200, i % 2 ? json : "");
            QVERIFY2(isAnswered(parseScenario(text, "noise")), text.c_str());
        }
    }

    void aDamagedScenarioIsAcceptedOrRejected()
    {
        RandomScenarios random(42);
        const auto shipped = scenarioPresets();
        int taken = 0;
        for (int i = 0; i < 5000; ++i) {
            const ScenarioFile& file = shipped[random.index(shipped.size())];
            const auto parsed = parseScenario(mutated(random, writeScenario(file, shippedCalibration())), file.id);
            QVERIFY2(isAnswered(parsed), parsed ? "taken" : parsed.error().message.c_str());
            taken += parsed.has_value();
        }
        QVERIFY(taken > 0 && taken < 5000);
    }

    void noiseIsNotAQuantity()
    {
        RandomScenarios random(43);
        for (int i = 0; i < 100000; ++i) {
            const std::string text = noise(random, 24, i % 4 ? numbers : "");
            const auto unit = static_cast<Unit>(random.index(static_cast<std::size_t>(Unit::dollars_per_hour) + 1));
            const auto value = parseQuantity(text, unit);
            QVERIFY2(value ? std::isfinite(*value) : !value.error().message.empty(), text.c_str());
        }
    }

    void aLongExpressionIsHandled_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("brackets") << QByteArray(100000, '(');
        QTest::newRow("signs") << QByteArray(100000, '-');
        QTest::newRow("digits") << QByteArray(100000, '9');
        QTest::newRow("powers") << QByteArray("2*").repeated(50000);
        QTest::newRow("fraction") << "0." + QByteArray(100000, '0') + "1";
    }
    void aLongExpressionIsHandled()
    {
        QFETCH(QByteArray, text);
        const auto value = parseQuantity(text.toStdString(), Unit::none);
        QVERIFY(value ? std::isfinite(*value) : value.error().message.size() < 1000);
    }

    void aRejectedEditChangesNothing()
    {
        RandomScenarios random(44);
        Scenario s = test::preset("gap-64-gpus");
        const auto all = catalogue();
        for (int i = 0; i < 30000; ++i) {
            const Scenario before = s;
            const std::string id = i % 3 ? std::string(all[random.index(all.size())].id) : noise(random, 30, "");
            const std::string text = noise(random, 16, i % 2 ? numbers : "");
            if (!editByText(s, id, text))
                QVERIFY(s == before);
            for (const Parameter& p : all)
                QVERIFY2(checkValue(p, p.get(s)), p.id.data());
        }
    }
};

KNEEPOINT_TEST(HostileTextTest)
#include "hostile_text_test.moc"
