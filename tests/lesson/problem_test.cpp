// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/lesson/problem.h"
#include "model/presets/embedded.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

namespace {

std::string one(const std::string& members)
{
    return R"({"kneepoint_problems": 1, "problems": [{"id": "a", "topic": "t", "text": "q", )" + members + "}]}";
}

const std::string ring = R"("formula": "all_reduce.ring",
    "arguments": {"bytes": "1 GB", "ranks": 8, "bandwidth": "450 GB/s"})";

} // namespace

/// Textbook problems.
class ProblemTest : public QObject {
    Q_OBJECT

private slots:
    void everyShippedProblemIsSolved()
    {
        QVERIFY(shippedProblems().size() >= 90);
        for (const Problem& p : shippedProblems()) {
            const ProblemAnswer a = solve(p);
            QVERIFY2(a.pass,
                (p.id + ": expected " + std::to_string(p.expected) + ", computed "
                    + (a.computed ? std::to_string(*a.computed) : a.computed.error().message))
                    .c_str());
        }
    }

    void aRatioNeedsNoUnit()
    {
        const std::string ratio =
            R"("formula": "overlap.gamma", "arguments": {"compute": "1 s", "communication": "2 s"})";
        for (const char* unit : {R"(, "unit": "")", ""})
            QVERIFY(parseProblems(one(ratio + unit + R"(, "expected": 2, "tolerance": 0)"), "x"));
        QVERIFY(!parseProblems(one(ring + R"(, "unit": "", "expected": 1, "tolerance": 0)"), "x"));
    }
    void theAnswerComesOnlyFromTheEngine()
    {
        const auto p = parseProblems(one(ring + R"(, "unit": "ms", "expected": 1, "tolerance": 0)"), "x");
        const auto q = parseProblems(one(ring + R"(, "unit": "ms", "expected": 99, "tolerance": 0)"), "x");
        QVERIFY(p && q);
        QCOMPARE(*solve(p->front()).computed, *solve(q->front()).computed);
        QVERIFY(!solve(p->front()).pass && !solve(q->front()).pass);
        QVERIFY(std::abs(*solve(p->front()).computed - 1e3 * 2 * 7.0 / 8 * 1e9 / 450e9) < 1e-9);
    }

    void everyDefinitionNamesAMetricOrAFormula()
    {
        for (const Problem& p : shippedProblems())
            QVERIFY2((p.answer.metric != nullptr) != (p.answer.formula != nullptr), p.id.c_str());
        for (const EmbeddedFile& file : embeddedFiles())
            for (const std::string_view key : {"\"answer\"", "\"computed\"", "\"value\"", "\"result\""})
                QVERIFY(!file.name.starts_with("problems/") || file.text.find(key) == std::string_view::npos);
    }

    void aProblemMayUseAScenario()
    {
        const auto p = parseProblems(one(R"("scenario": "knee-simulator", "metric": "step_s",
            "at": {"cluster.gpus": 4}, "against": {"cluster.gpus": 8}, "as": "ratio", "expected": 1, "tolerance": 1)"),
            "x");
        QVERIFY2(p.has_value(), p ? "" : p.error().message.c_str());
        QVERIFY(*solve(p->front()).computed > 1);
    }

    void faultsAreRejectedWithTheirPlace_data()
    {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("place");
        const auto row = [](const char* name, const std::string& json, const char* place) {
            QTest::newRow(name) << QString::fromStdString(json) << place;
        };
        row("unknown formula", one(R"("formula": "magic", "arguments": {}, "expected": 1, "tolerance": 0)"),
            "/problems/0/formula");
        row("unknown argument",
            one(R"("formula": "roofline.ridge", "arguments": {"speed": 1}, "expected": 1, "tolerance": 0)"),
            "/problems/0/arguments/speed");
        row("missing argument",
            one(R"("formula": "roofline.ridge", "arguments": {"peak": 1}, "expected": 1, "tolerance": 0)"),
            "/problems/0/arguments");
        row("unit of another kind", one(ring + R"(, "unit": "GB", "expected": 1, "tolerance": 0)"), "/problems/0/unit");
        row("typed answer", one(ring + R"(, "computed": 3, "expected": 1, "tolerance": 0)"), "/problems/0/computed");
        row("unknown metric", one(R"("metric": "happiness", "expected": 1, "tolerance": 0)"), "/problems/0/metric");
        row("unknown parameter",
            one(R"("metric": "step_s", "at": {"cluster.magic": 1}, "expected": 1, "tolerance": 0)"),
            "/problems/0/at/cluster.magic");
        row("no expected answer", one(ring + R"(, "tolerance": 0)"), "/problems/0/expected");
    }

    void faultsAreRejectedWithTheirPlace()
    {
        QFETCH(const QString, json);
        QFETCH(const QString, place);
        const auto p = parseProblems(json.toStdString(), "file");
        QVERIFY(!p);
        QVERIFY2(p.error().message.find(place.toStdString() + ":") != std::string::npos, p.error().message.c_str());
    }
};

KNEEPOINT_TEST(ProblemTest)
#include "problem_test.moc"
