// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/presets/memory_size.h"
#include "model/presets/presets.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

namespace {

const GpuPreset& gpu(const char* id)
{
    return *presetAt(gpuPresets(), presetIndex(gpuPresets(), id));
}

} // namespace

/// GPUs have the memory that their driver reports, which is not the size they are sold as.
class GpuMemoryTest : public QObject {
    Q_OBJECT

private slots:
    void memoryIsWhatTheDriverReports_data()
    {
        QTest::addColumn<double>("bytes");
        QTest::newRow("h100-sxm") << 81559.0 * 1048576;
        QTest::newRow("a100-sxm-80") << 81920.0 * 1048576;
        QTest::newRow("h200-sxm") << 143771.0 * 1048576;
        QTest::newRow("b200-sxm") << 183359.0 * 1048576;
        QTest::newRow("gb300") << 284208.0 * 1048576;
        QTest::newRow("mi300x") << 8 * 25767706624.0;
        QTest::newRow("t4") << 15360.0 * 1048576;
    }
    void memoryIsWhatTheDriverReports()
    {
        QFETCH(const double, bytes);
        QCOMPARE(gpu(QTest::currentDataTag()).memory_bytes, bytes);
    }

    /// Chips are made in units of 2³⁰ bytes, 7.4 % more than 10⁹; error correction and firmware take up to 7 % of that.
    void itIsMoreThanTheNominalSize()
    {
        for (const GpuPreset& p : gpuPresets()) {
            const double ratio = p.memory_bytes / p.nominal_memory_bytes;
            QVERIFY2(ratio > 1 && ratio < 1.085, p.id.c_str());
        }
    }

    void theTextHasBothSizes()
    {
        QCOMPARE(memorySizeText(gpu("h100-sxm").memory_bytes), std::string("85.5 GB (79.6 GiB, sold as 80 GB)"));
        QCOMPARE(memorySizeText(gpu("mi300x").memory_bytes), std::string("206 GB (192 GiB, sold as 192 GB)"));
    }

    void memoryOfNoGpuHasNoNominalSize() { QCOMPARE(memorySizeText(123e9), std::string("123 GB (115 GiB)")); }
};

KNEEPOINT_TEST(GpuMemoryTest)
#include "gpu_memory_test.moc"
