// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/trace_difference.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>
#include <vector>

using namespace kneepoint;

namespace {

KeptEvidence trace(const char* name, std::vector<StepPart> parts, bool steps = true)
{
    KeptEvidence file;
    file.source.name = name;
    file.kind = "trace";
    double sum = 0;
    for (const StepPart& part : parts)
        sum += part.seconds;
    if (steps)
        file.measurements = {{"step_s", sum, 0, 1, {}}};
    file.breakdown = std::move(parts);
    return file;
}

} // namespace

/// Two profiler traces part by part.
class TraceDifferenceTest : public QObject {
    Q_OBJECT

private slots:
    void partsAddUpToTheStep()
    {
        const std::vector<KeptEvidence> files{
            trace("a", {{"compute", 0.0761}, {"exposed_comm", 0.0203}, {"idle", 0.0031}}),
            trace("b", {{"compute", 0.0544}, {"memory", 0.0007}, {"idle", 0.0199}})};
        const auto d = traceDifference(files);
        QVERIFY(d.has_value());
        QCOMPARE(d->parts.size(), std::size_t(4)); // a part that only one of them has is compared with nothing
        double a = 0, b = 0, difference = 0;
        for (const TracePart& part : d->parts) {
            a += part.a_s;
            b += part.b_s;
            difference += part.difference_s();
        }
        QCOMPARE(d->total.a_s, a);
        QCOMPARE(d->total.b_s, b);
        QVERIFY(std::abs(d->total.difference_s() - difference) < 1e-15);
        QCOMPARE(d->total.a_s, files[0].measurements[0].value);
        QCOMPARE(d->sentence,
            std::string("b takes 24.5 ms less per step than a (−24.6 %): compute −21.7 ms, exposed communication −20.3 "
                        "ms, other idle +16.8 ms, memory copies +700 µs"));
    }

    void tracesThatAreAlikeTakeAsLong()
    {
        const auto d = traceDifference(std::vector{
            trace("a", {{"compute", 0.1}, {"idle", 0.1}}), trace("b", {{"compute", 0.1001}, {"idle", 0.1}})});
        QCOMPARE(d->sentence, std::string("b takes as long per step as a, within 0.5 %"));
    }

    void aStepIsNotComparedWithAWholeTrace()
    {
        const auto d =
            traceDifference(std::vector{trace("a", {{"compute", 0.1}}), trace("b", {{"compute", 3.}}, false)});
        QVERIFY(d->parts.empty());
        QCOMPARE(d->sentence, std::string("b has no steps, so it is not compared with a step of a"));
        const auto whole =
            traceDifference(std::vector{trace("a", {{"compute", 1.}}, false), trace("b", {{"compute", 3.}}, false)});
        QCOMPARE(whole->sentence, std::string("b takes 2 s more in all than a (+200 %): compute +2 s"));
        QCOMPARE(whole->total.label, std::string("whole trace"));
    }

    void onlyTwoTracesAreCompared()
    {
        std::vector<KeptEvidence> files{trace("a", {{"compute", 0.1}})};
        QVERIFY(!traceDifference(files));
        files.push_back(trace("b", {{"compute", 0.2}}));
        files.push_back(KeptEvidence{});
        QVERIFY(traceDifference(files));
        files.push_back(trace("c", {{"compute", 0.2}}));
        QVERIFY(!traceDifference(files));
        files[0].used = false; // which leaves two
        QCOMPARE(traceDifference(files)->a, std::string("b"));
    }

    void tracesWithoutTimeAreNotDivided()
    {
        const auto d = traceDifference(std::vector{trace("a", {{"compute", 0}}), trace("b", {{"compute", 0.1}})});
        QVERIFY(d->parts.empty());
        QVERIFY(!d->sentence.empty());
    }
};

KNEEPOINT_TEST(TraceDifferenceTest)
#include "trace_difference_test.moc"
