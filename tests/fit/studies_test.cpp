// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/studies.h"

#include "model/constants/left_out_constants.h"
#include "model/validation/blind.h"
#include "model/validation/validation.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace kneepoint;
using namespace kneepoint::fit;

/// Where the model errs, by component and by size.
class StudiesTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(loadLeftOutConstants()); }

    void everyModelComponentChangesTheErrors()
    {
        const std::vector<Ablation> ablations = ablate(publishedMeasurements(), shippedCalibration());
        QVERIFY(
            std::abs(ablations.front().dense - validate(publishedMeasurements(), {}, shippedCalibration()).dense.mape)
            < 1e-9);
        for (const Ablation& a : ablations)
            QVERIFY2(a.removed.empty() || a.series != ablations.front().series, a.removed.c_str());
    }

    void theLargestSizesArePredictedFromTheSmallest()
    {
        const std::vector<MeasuredRun> runs = questionsOf(publishedMeasurements(), shippedCalibration()).runs;
        const std::vector<SizePrediction> predictions = predictLargestSizes(runs, shippedCalibration());
        QVERIFY(predictions.size() > 20);
        const std::vector<SizeErrors> errors = sizeErrors(predictions);
        QCOMPARE(errors.size(), std::size_t(5));
        QVERIFY(errors[1].mape < errors[0].mape);
        QVERIFY(errors[4].mape < errors[3].mape);
        const std::vector<MeasuredKnee> knees = measuredKnees(runs, shippedCalibration());
        QVERIFY(knees.size() > 50);
        std::ptrdiff_t judged = 0;
        for (const KneeVerdict verdict : all_knee_verdicts)
            judged += countOf(knees, verdict);
        QCOMPARE(judged, static_cast<std::ptrdiff_t>(knees.size()));
    }

    /// Other constants of the software do not replace what the source states of it.
    void theLargestSizeRunsWithWhatItsSourceStates()
    {
        const Calibration& calibration = shippedCalibration();
        std::vector<MeasuredRun> runs = questionsOf(publishedMeasurements(), calibration).runs;
        std::erase_if(runs, [](const MeasuredRun& run) { return run.series != "yafsdp"; });
        for (MeasuredRun& run : runs)
            for (Scenario& s : run.candidates)
                s.stack.token_passes *= 2;
        std::size_t compared = 0;
        for (const SizePrediction& p : predictLargestSizes(runs, calibration)) {
            if (p.sizes > 0)
                continue;
            ++compared;
            const MeasuredRun& run = *std::ranges::find(runs, p.id, &MeasuredRun::id);
            QCOMPARE(p.predicted_s, predictedReport(run, LeaveOut::source, calibration).step_s);
        }
        QVERIFY(compared > 0);
    }
};

KNEEPOINT_TEST(StudiesTest)
#include "studies_test.moc"
