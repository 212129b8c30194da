// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/catalogue.h"
#include "model/catalogue/scenario_file.h"
#include "model/constants/calibration.h"
#include "model/evidence/apply_evidence.h"
#include "model/imports/import.h"
#include "tests/support/random_scenarios.h"
#include "tests/support/temporary_files.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <array>
#include <limits>

using namespace kneepoint;

namespace {

/// Evidence with figures that a broken file can have.
class BrokenEvidence {
public:
    Evidence next()
    {
        Evidence e;
        e.kind = "trace";
        e.source = {text(), text(), 10, 7};
        e.summary = text();
        for (std::size_t i = 0; i < 3; ++i) {
            const Parameter& p = catalogue()[m_random.index(catalogue().size())];
            state(e, {std::string(p.id), m_random.uniform() < 0.5 ? m_random.valueOf(p) : figure(), text()});
            e.measurements.push_back({"step_s", figure(), figure(), figure(), text()});
            e.breakdown.push_back({"part " + std::to_string(i), figure()});
            e.rows.push_back({text(), e.settings, e.measurements, text()});
            e.findings.push_back({"straggler", figure(), text(), text()});
            e.groups.push_back({text(), figure(), "all_reduce", figure(), figure()});
            MeasuredCurve& curve = e.curves.emplace_back();
            curve = {text(), Unit::bytes, Unit::seconds, {}, text()};
            curve.operation = "all_reduce";
            curve.ranks = figure();
            for (double x = 1; x < 1e6; x *= 10)
                curve.points.push_back({x, figure()});
            curve.points.push_back({std::numeric_limits<double>::infinity(), 1});
            curve.pieces = {{figure(), figure(), figure(), figure()}};
        }
        return e;
    }

private:
    double figure()
    {
        constexpr double inf = std::numeric_limits<double>::infinity();
        constexpr std::array<double, 9> broken{
            inf, -inf, std::numeric_limits<double>::quiet_NaN(), 1e308, -1e308, 1e-308, -1, 0, 1e300};
        return m_random.uniform() < 0.3 ? broken[m_random.index(broken.size())] : 1e3 * m_random.uniform() + 1;
    }
    std::string text() { return m_random.uniform() < 0.2 ? std::string(3000, 'a') : "\"quoted\"\n\u202e"; }

    test::RandomScenarios m_random{29};
};

} // namespace

/// What the program writes can be read back.
class WrittenEvidenceTest : public QObject {
    Q_OBJECT

private slots:
    void whatIsKeptOfAnyFileIsReadBack()
    {
        BrokenEvidence broken;
        for (int i = 0; i < test::scenariosWanted(300); ++i) {
            ScenarioFile file;
            file.evidence = {kept(broken.next())};
            const auto again = parseScenario(writeScenario(file, shippedCalibration()), "again", shippedCalibration());
            QVERIFY2(again, again ? "" : again.error().message.c_str());
            QVERIFY(again->evidence == file.evidence);
        }
    }

    void textThatIsNotUtf8IsReadBack()
    {
        Evidence e;
        e.summary = std::string(most_kept_text, '\xff');
        e.rows.push_back({std::string(most_kept_text - 1, 'a') + "\xc2", {}, {{"step_s", 1, 0, 1, "line 1"}}, {}});
        ScenarioFile file;
        file.evidence = {kept(e)};
        const auto again = parseScenario(writeScenario(file, shippedCalibration()), "again", shippedCalibration());
        QVERIFY2(again, again ? "" : again.error().message.c_str());
        QVERIFY(again->evidence == file.evidence);
    }

    void filesWithTooMuchTextAreRefused()
    {
        Evidence e;
        for (std::size_t i = 0; i < most_kept_rows; ++i)
            e.rows.push_back({std::string(most_kept_text, 'a'), {},
                {{"step_s", 1, 0, 1, std::string(most_kept_text, 'b')}}, std::string(most_kept_text, 'c')});
        std::vector<KeptEvidence> all;
        while (!noRoomFor(all)) {
            ScenarioFile file;
            file.evidence = all;
            QVERIFY(parseScenario(writeScenario(file, shippedCalibration()), "again", shippedCalibration()));
            QVERIFY(all.size() < most_kept_files);
            all.push_back(kept(e));
        }
        QVERIFY(all.size() > 1);
    }

    void impossibleFiguresOfATableAreLeftOut()
    {
        const test::TemporaryFiles files;
        const auto imported =
            importFile(files.write("runs.csv", "gpus,step_time_s,tokens/s\n8,1e308,1\n16,1,1e308\n32,1,64\n"));
        QVERIFY(imported);
        QVERIFY2(imported->summary.find("inf") == std::string::npos, imported->summary.c_str());
        for (const MeasuredCurve& curve : imported->curves)
            for (const MeasuredPoint& p : curve.points)
                QVERIFY(p.y <= 64);
    }
};

KNEEPOINT_TEST(WrittenEvidenceTest)
#include "written_evidence_test.moc"
