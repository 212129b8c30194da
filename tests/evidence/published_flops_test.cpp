// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/constants/calibration.h"
#include "model/cost/operations.h"
#include "model/evidence/measured_run.h"
#include "tests/support/shipped.h"
#include "tests/support/source_path.h"
#include "tests/support/test_registry.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>
#include <map>

using namespace kneepoint;

namespace {

std::string corpus()
{
    return qEnvironmentVariable("KNEEPOINT_MEASURED_RUNS", sourcePath("../shared/validation/runs.json")).toStdString();
}

/// Published model FLOP/s per GPU of the same runs, counting GEMMs and causal attention.
std::map<std::string, double> countedElsewhere()
{
    std::ifstream stream(corpus());
    const auto json = nlohmann::json::parse(stream);
    std::map<std::string, double> counts;
    for (const auto& row : json.at("rows"))
        if (const auto qa = row.value("qa", nlohmann::json::object()); qa.contains("model_tflops_per_gpu_causal"))
            if (const auto& count = qa["model_tflops_per_gpu_causal"]; count.is_number())
                counts[row.at("id")] = 1e12 * count.get<double>();
    return counts;
}

} // namespace

class PublishedFlopsTest : public QObject {
    Q_OBJECT

private slots:
    void flopsOfDenseModelsMatchPublishedCounts()
    {
        const auto runs = loadMeasurements(corpus());
        if (!runs)
            QSKIP("the corpus of measured runs is not on this machine");
        const auto counts = countedElsewhere();
        int compared = 0;
        for (const MeasuredRun& run : questionsOf(*runs, shippedCalibration()).runs) {
            const auto found = counts.find(run.id);
            if (run.scaling || run.mixture || found == counts.end())
                continue;
            const Scenario& s = run.candidates.front();
            const double ours =
                flopsPerExample(resolve(s).setup) * s.workload.global_batch / run.step_s / s.cluster.gpus;
            QVERIFY2(std::abs(ours / found->second - 1) < 1e-3, run.id.c_str());
            ++compared;
        }
        QVERIFY(compared > 300);
    }
};

KNEEPOINT_TEST(PublishedFlopsTest)
#include "published_flops_test.moc"
