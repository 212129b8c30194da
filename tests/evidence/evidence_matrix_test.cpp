// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/constants/left_out_constants.h"
#include "model/presets/presets.h"
#include "model/validation/evidence_matrix.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>

using namespace kneepoint;

namespace {

const MeasuredRuns& published()
{
    static const MeasuredRuns runs = questionsOf(publishedMeasurements(), shippedCalibration());
    return runs;
}

const EvidenceMatrices& matrices()
{
    static const EvidenceMatrices all = evidenceMatrices(published().runs, shippedCalibration());
    return all;
}

template <class Visit> void forEachCell(Visit visit)
{
    for (const EvidenceMatrix& matrix : matrices().kinds)
        for (const auto& line : matrix.cells)
            for (std::size_t i = 0; i < line.size(); ++i)
                visit(matrix.architectures[i], line[i]);
}

} // namespace

/// What was measured, by GPU architecture, software and kind of job.
class EvidenceMatrixTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(loadLeftOutConstants()); }

    void everyCellBelongsToSoftwareAndArchitecture()
    {
        for (const EvidenceMatrix& matrix : matrices().kinds) {
            QCOMPARE(matrix.cells.size(), matrix.software.size());
            for (const auto& line : matrix.cells)
                QCOMPARE(line.size(), matrix.architectures.size());
        }
    }

    void onlyMeasuredCellsHaveRows()
    {
        forEachCell([](const std::string&, const MatrixCell& cell) {
            QCOMPARE(cell.rows > 0, cell.knowledge == Knowledge::measured);
            QCOMPARE(cell.sources > 0, cell.knowledge == Knowledge::measured);
        });
    }

    void noRowCountsTwice()
    {
        std::size_t shown = 0;
        forEachCell([&](const std::string&, const MatrixCell& cell) { shown += cell.rows; });
        const auto counted =
            std::ranges::count_if(published().runs, [](const MeasuredRun& run) { return run.gate && !run.scaling; });
        QVERIFY(shown > 0 && shown <= static_cast<std::size_t>(counted));
    }

    void anArchitectureWithoutAnyRunIsAssumed()
    {
        const std::vector<MeasuredRun> none;
        for (const EvidenceMatrix& matrix : evidenceMatrices(none, shippedCalibration()).kinds)
            for (const auto& line : matrix.cells)
                for (const MatrixCell& cell : line)
                    QVERIFY(cell.knowledge == Knowledge::assumed);
    }
};

KNEEPOINT_TEST(EvidenceMatrixTest)
#include "evidence_matrix_test.moc"
