// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/handout/page_scenario.h"

#include "model/catalogue/shipped_scenarios.h"
#include "model/catalogue/slider_mapping.h"
#include "model/constants/calibration.h"
#include "tests/support/data_row.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

namespace {

Result<PageScenario> asked(Json request)
{
    request["scenario"] =
        writeScenario(*scenarioPreset("llama3-70b-512xh100", shippedCalibration()), shippedCalibration());
    return requestedScenario(request, shippedCalibration());
}

double valueAfter(const char* id, const Json& setting)
{
    Json set = setting;
    set["id"] = id;
    const Result<PageScenario> page = asked({{"set", Json::array({set})}});
    return page ? parameter(id).get(page->file.scenario) : NAN;
}

} // namespace

/// The scenario of the interactive page: a file, a fix, and what the reader changed.
class PageScenarioTest : public QObject {
    Q_OBJECT

private slots:
    void aChangeIsAValueATextOrAPosition()
    {
        const SliderMapping slider(parameter("cluster.link_rate"));
        QCOMPARE(valueAfter("cluster.gpus", {{"value", 256}}), 256.0);
        QCOMPARE(valueAfter("cluster.gpus", {{"value", "256"}}), 256.0);
        QCOMPARE(valueAfter("cluster.gpus", {{"text", "2*128"}}), 256.0);
        QCOMPARE(valueAfter("cluster.gpus", {{"value", 256}, {"text", "128"}}), 256.0);
        QCOMPARE(valueAfter("cluster.gpus", {{"value", Json::array({1})}, {"text", "128"}}), 128.0);
        QCOMPARE(valueAfter("cluster.link_rate", {{"text", "100 Gbit/s"}}), 12.5e9);
        QCOMPARE(valueAfter("cluster.link_rate", {{"position", 7}, {"value", 1e9}}), slider.value(7));
        QCOMPARE(valueAfter("cluster.link_rate", {{"position", 6.6}}), slider.value(7));
        QCOMPARE(valueAfter("cluster.link_rate", {{"position", "7"}, {"value", 1e9}}), 1e9);
    }

    void positionsBeyondTheSliderAreItsEnds()
    {
        const SliderMapping slider(parameter("cluster.link_rate"));
        for (const double below : {-1.0, -1e300})
            QCOMPARE(valueAfter("cluster.link_rate", {{"position", below}}), slider.value(0));
        for (const double beyond : {slider.steps() + 1.0, 1e300})
            QCOMPARE(valueAfter("cluster.link_rate", {{"position", beyond}}), slider.value(slider.steps()));
    }

    /// Choices and flags have no slider, so a position means nothing to them.
    void choicesAndFlagsHaveNoPosition()
    {
        QCOMPARE(valueAfter("plan.recompute", {{"position", 0}, {"value", "full"}}), 2.0);
        QCOMPARE(valueAfter("plan.sequence_parallel", {{"position", 1}, {"value", false}}), 0.0);
    }

    /// The fix first: what the reader changes then holds.
    void aFixIsAppliedBeforeWhatTheReaderChanged()
    {
        const Json edit = Json::array(
            {{{"parameter", "plan.zero_stage"}, {"value", 3}}, {{"parameter", "plan.recompute"}, {"value", "full"}}});
        const Scenario fixed = asked({{"edit", edit}})->file.scenario;
        QCOMPARE(fixed.plan.zero_stage, 3);
        QCOMPARE(fixed.plan.recompute, Recompute::full);
        const Json set = Json::array({{{"id", "plan.zero_stage"}, {"value", 1}}});
        const Scenario changed = asked({{"edit", edit}, {"set", set}})->file.scenario;
        QCOMPARE(changed.plan.zero_stage, 1);
        QCOMPARE(changed.plan.recompute, Recompute::full);
    }

    /// The page shows what was changed, and its title is not a sentence about it.
    void theTitleStays()
    {
        const std::string title = scenarioPreset("llama3-70b-512xh100", shippedCalibration())->title;
        const Json set = Json::array({{{"id", "cluster.gpus"}, {"value", 256}}});
        QCOMPARE(asked({{"set", set}})->file.title, title);
    }

    void changesThatAreNoListAreNone()
    {
        for (const char* part : {"set", "edit"})
            QVERIFY(asked({{part, "cluster.gpus"}}).has_value());
    }

    void onlyAutomaticPlanningPlans()
    {
        QVERIFY(!asked(Json::object())->planned);
        const Json set = Json::array({{{"id", "plan.auto"}, {"value", true}}});
        const Result<PageScenario> page = asked({{"set", set}});
        QVERIFY(page && page->planned && page->planned->answer.layout);
        QVERIFY(layoutOf(page->file.scenario) == *page->planned->answer.layout);
    }

    void whatIsWrongIsSaidWithItsPlace_data()
    {
        QTest::addColumn<QByteArray>("request");
        QTest::addColumn<QString>("says");
        test::dataRow("no scenario", QByteArray(R"({})"), QString("scenario:1: not valid JSON"));
        test::dataRow("a place", QByteArray(R"({"scenario": "", "place": "a.kneepoint"})"),
            QString("a.kneepoint:1: not valid JSON"));
        const auto row = [](const char* name, const char* part, const char* says) {
            const QByteArray minimal = "{\"scenario\": \"{\\\"kneepoint\\\": 1}\", "; // moc reads no raw string of this
            test::dataRow(name, QByteArray(minimal + part + "}"), QString::fromUtf8(says));
        };
        row("a fix of nothing", R"("edit": [{"parameter": "plan.speed", "value": 1}])",
            "plan.speed: no parameter is called that");
        row("a fix without a value", R"("edit": [{"parameter": "cluster.gpus"}])", "GPUs: expected a number");
        row("a fix that is a text", R"("edit": ["cluster.gpus"])", "no parameter is called that");
        row("a list for a value", R"("set": [{"id": "cluster.gpus", "value": [8]}])", "GPUs: expected a number");
        row("a position of a choice", R"("set": [{"id": "plan.recompute", "position": 1}])", "expected one of");
    }
    void whatIsWrongIsSaidWithItsPlace()
    {
        QFETCH(const QByteArray, request);
        QFETCH(const QString, says);
        const Result<PageScenario> page = requestedScenario(Json::parse(request.toStdString()), shippedCalibration());
        QVERIFY(!page);
        const QString sentence = QString::fromStdString(page.error().message);
        QVERIFY2(sentence.contains(says), qPrintable(sentence));
    }
};

KNEEPOINT_TEST(PageScenarioTest)
#include "page_scenario_test.moc"
