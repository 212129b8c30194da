// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/presets/presets.h"
#include "tests/imports/samples.h"
#include "tests/support/test_registry.h"

#include <QTemporaryDir>
#include <QTest>

using namespace kneepoint;

namespace {

constexpr const char* tables =
    "CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT);"
    "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INT, end INT, deviceId INT, globalPid INT, demangledName INT);"
    "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start INT, end INT, deviceId INT, globalPid INT, bytes INT);"
    "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INT, end INT, globalTid INT);"
    "CREATE TABLE NVTX_EVENTS (start INT, end INT, text TEXT, textId INT, globalTid INT);"
    "CREATE TABLE TARGET_INFO_GPU (id INT, name TEXT);"
    "INSERT INTO StringIds VALUES (1, 'sm90_gemm'), (2, 'ncclDevKernel_AllReduce_Sum_bf16_RING_LL(x)'), (3, 'step 2');"
    "INSERT INTO TARGET_INFO_GPU VALUES (0, 'NVIDIA H100 80GB HBM3');";

/// Two steps of 1 ms: 600 µs of compute, 300 µs of communication of which 200 µs are beside nothing, 50 µs of copies.
constexpr const char* two_steps =
    "INSERT INTO NVTX_EVENTS VALUES (0, 1000000, 'step 1', NULL, 83886081), (1000000, 2000000, NULL, 3, 83886081),"
    " (100, 200, 'forward', NULL, 83886081), (0, 5000000, 'step 1', NULL, 16777217);"
    "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (0, 600000, 0, 83886080, 1), (500000, 800000, 0, 83886080, 2),"
    " (1000000, 1600000, 0, 83886080, 1), (1500000, 1800000, 0, 83886080, 2), (0, 90000, 1, 83886080, 1);"
    "INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (850000, 900000, 0, 83886080, 64), (1850000, 1900000, 0, 83886080, "
    "64);";

double partOf(const Evidence& evidence, std::string_view name)
{
    for (const StepPart& part : evidence.breakdown)
        if (part.part == name)
            return part.seconds;
    return -1;
}

} // namespace

/// Exports of Nsight Systems as SQLite.
class NsightTest : public QObject {
    Q_OBJECT

private slots:
    void stepsAreTakenApart_data()
    {
        QTest::addColumn<bool>("is_file");
        QTest::newRow("in memory") << false;
        QTest::newRow("a file") << true;
    }
    void stepsAreTakenApart()
    {
        QFETCH(bool, is_file);
        const std::string bytes = test::database(std::string(tables) + two_steps);
        Evidence evidence;
        const QTemporaryDir folder;
        if (is_file) {
            const QString path = folder.filePath(QStringLiteral("a report%?.sqlite"));
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(bytes.data(), static_cast<qint64>(bytes.size()));
            file.close();
            const Result<Evidence> read = importFile(path.toStdString(), {});
            QVERIFY2(read, read ? "" : read.error().message.c_str());
            evidence = *read;
            QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 1);
        } else {
            evidence = test::imported(bytes, "report.sqlite");
        }
        QCOMPARE(evidence.kind, std::string("trace"));
        QCOMPARE(evidence.summary.substr(0, 7), std::string("2 steps"));
        QCOMPARE(partOf(evidence, "compute"), 600e-6);
        QCOMPARE(partOf(evidence, "exposed_comm"), 200e-6);
        QCOMPARE(partOf(evidence, "memory"), 50e-6);
        QCOMPARE(evidence.timeline->calls.size(), std::size_t{2});
        QCOMPARE(evidence.timeline->names.front(), std::string("all_reduce"));
        QVERIFY(settingOf(evidence, "cluster.gpu"));
        QVERIFY(test::skips(evidence, "1 other GPUs"));
    }

    /// Each step: 600 µs of compute, then 200 µs of the all-reduce alone, 50 µs idle, 50 µs of a copy, 100 µs idle.
    void allOfAReportIsRead()
    {
        QCOMPARE(test::imported(test::database(std::string(tables) + two_steps
                                    + "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (9, 3, 0, 83886080, 2);"))
                     .timeline->calls.size(),
            std::size_t(2));
        QCOMPARE(test::toldOf(test::database(std::string(tables) + two_steps
                     + "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (5, 3, 0, 83886080, 1);")),
            std::string(
                R"(2 steps, 1 ms on average: compute 60 %, exposed communication 20 %, memory operations 5 %, input 0 %, other idle 15 %
cluster.gpu = h100-sxm (TARGET_INFO_GPU)
step_s: 0.001 ± 0 of 2 (median of the NVTX range step windows)
compute_s: 0.0006 ± 0 of 2 (median of the NVTX range step windows)
comm_s: 0.0003 ± 0 of 2 (median of the NVTX range step windows)
exposed_comm_s: 0.0002 ± 0 of 2 (median of the NVTX range step windows)
exposed_load_s: 0 ± 0 of 2 (median of the NVTX range step windows)
compute of a step: 0.0006
exposed_comm of a step: 0.0002
memory of a step: 5e-05
input of a step: 0
idle of a step: 0.00015
exposed-communication, 0.2: communication that no compute hides takes 20 % of the time; part of it may be waiting for slower ranks: import the traces of all ranks to separate the two (communication kernels)
- events of the GPU: 1 event is not valid JSON or has no valid time
- CUPTI_ACTIVITY_KIND_KERNEL: 1 other GPUs or processes of this report; the one with the most kernels is used
)"));
    }

    /// Without processes and texts by number, and with names of kernels alone; of two GPUs, the second has more
    /// kernels.
    void anOlderReportIsRead()
    {
        const Evidence evidence = test::imported(test::database(
            "CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT);"
            "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INT, end INT, deviceId INT, shortName INT);"
            "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMSET (start INT, end INT, deviceId INT);"
            "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INT, end INT, globalTid INT);"
            "CREATE TABLE NVTX_EVENTS (start INT, end INT, text TEXT, globalTid INT);"
            "CREATE TABLE TARGET_INFO_GPU (id INT, name TEXT);"
            "INSERT INTO StringIds VALUES (1, 'gemm'), (2, 'ncclKernel_AllGather'), (3, 'ncclKernel_SendRecv');"
            "INSERT INTO TARGET_INFO_GPU VALUES (0, 'NVIDIA L40S'), (1, 'NVIDIA H100 80GB HBM3');"
            "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (0, 900, 0, 1), (1000, 1400, 1, 1), (1300, 1500, 1, 2),"
            " (2000, 2400, 1, 1), (2400, 2450, 1, 3), (2500, 2500, 1, 2);"
            "INSERT INTO CUPTI_ACTIVITY_KIND_MEMSET VALUES (1450, 1600, 1), (0, 5000, 0);"
            "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (1700, 1750, 77);"
            "INSERT INTO NVTX_EVENTS VALUES (1000, 2000, 'iteration', 5), (2000, 3000, 'iteration', 5),"
            " (1650, 1900, 'DataLoader', 5), (500, 500, 'iteration', 5);"));
        QCOMPARE(settingOf(evidence, "cluster.gpu"),
            std::optional(static_cast<double>(presetIndex(gpuPresets(), "h100-sxm"))));
        QCOMPARE(evidence.summary.substr(0, 7), std::string("2 steps"));
        QCOMPARE(partOf(evidence, "compute"), 400e-9);
        QVERIFY(std::abs(partOf(evidence, "exposed_comm") - 75e-9) < 1e-18);
        QVERIFY(std::abs(partOf(evidence, "memory") - 50e-9) < 1e-18);
        QVERIFY(std::abs(partOf(evidence, "input") - 100e-9) < 1e-18);
        QCOMPARE(evidence.timeline->names, (std::vector<std::string>{"all_gather", "sendrecv"}));
        QCOMPARE(evidence.timeline->calls.size(), std::size_t(3));
        QCOMPARE(evidence.timeline->calls[1].operation, 1U);
        QCOMPARE(evidence.timeline->calls[0].duration_ns, std::int64_t(200));
    }

    void gzipIsRead()
    {
        QVERIFY(!test::imported(test::gzipped(test::database(std::string(tables) + two_steps))).breakdown.empty());
    }

    void waitsForTheLoaderAreInput()
    {
        const Evidence evidence = test::imported(test::database(std::string(tables) + two_steps
            + "INSERT INTO NVTX_EVENTS VALUES (900000, 1000000, 'enumerate(DataLoader)#next', NULL, 83886081);"));
        QCOMPARE(partOf(evidence, "input"), 50e-6);
    }

    void withoutRangesOfStepsNoStepIsMeasured()
    {
        const Evidence evidence =
            test::imported(test::database(std::string(tables) + two_steps + "DELETE FROM NVTX_EVENTS;"));
        QVERIFY(evidence.measurements.empty());
        QVERIFY(test::skips(evidence, "no step time is measured"));
    }

    void whatHasNoAnswerIsRefused_data()
    {
        QTest::addColumn<QByteArray>("statements");
        QTest::addColumn<QString>("reason");
        const QByteArray all(tables);
        QTest::newRow("another program's") << QByteArray("CREATE TABLE t (a INT);") << QStringLiteral("did not export");
        QTest::newRow("no kernel") << all << QStringLiteral("without a kernel");
        QTest::newRow("a view") << QByteArray("CREATE VIEW CUPTI_ACTIVITY_KIND_KERNEL AS SELECT 1 AS start;")
                                << QStringLiteral("did not export");
        QTest::newRow("graphs as a whole") << all + two_steps
                + "CREATE TABLE CUPTI_ACTIVITY_KIND_GRAPH_TRACE (start INT, end INT, deviceId INT, globalPid INT);"
                  "INSERT INTO CUPTI_ACTIVITY_KIND_GRAPH_TRACE VALUES (0, 900, 0, 83886080);"
                                           << QStringLiteral("cuda-graph-trace=node");
    }
    void whatHasNoAnswerIsRefused()
    {
        QFETCH(QByteArray, statements);
        QFETCH(QString, reason);
        const QString refusal = QString::fromStdString(test::refusalOf(test::database(statements.toStdString())));
        QVERIFY2(refusal.contains(reason), qPrintable(refusal));
    }

    /// A view runs what its author wrote, so it is as if it were missing.
    void viewsAreNotRead_data()
    {
        QTest::addColumn<QByteArray>("view");
        QTest::newRow("TARGET_INFO_GPU") << QByteArray("0 AS id, 'NVIDIA H100 80GB HBM3' AS name");
        QTest::newRow("CUPTI_ACTIVITY_KIND_MEMCPY")
            << QByteArray("850000 AS start, 900000 AS end, 0 AS deviceId, 83886080 AS globalPid, 64 AS bytes");
        QTest::newRow("CUPTI_ACTIVITY_KIND_RUNTIME")
            << QByteArray("850000 AS start, 900000 AS end, 83886081 AS globalTid");
        QTest::newRow("CUPTI_ACTIVITY_KIND_GRAPH_TRACE")
            << QByteArray("0 AS start, 900 AS end, 0 AS deviceId, 83886080 AS globalPid");
        QTest::newRow("NVTX_EVENTS") << QByteArray(
            "0 AS start, 1000000 AS end, 'step 1' AS text, NULL AS textId, 83886081 AS globalTid");
    }
    void viewsAreNotRead()
    {
        QFETCH(QByteArray, view);
        const std::string table = QTest::currentDataTag();
        const std::string without = std::string(tables) + two_steps + "DROP TABLE IF EXISTS " + table + ";";
        QCOMPARE(test::toldOf(test::database(without + "CREATE VIEW " + table + " AS SELECT " + view.toStdString())),
            test::toldOf(test::database(without)));
    }

    /// A page that is damaged hides the rows behind it, whichever table they are of.
    void aDamagedDatabaseIsSaidToBe_data()
    {
        QTest::addColumn<QByteArray>("many");
        const auto row = [](const char* name, const char* values) {
            QTest::newRow(name) << QByteArray("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT "
                                              "9000) INSERT INTO ")
                    + name + " SELECT " + values + " FROM n;";
        };
        row("CUPTI_ACTIVITY_KIND_KERNEL", "i, i + 1, 0, 83886080, 1");
        row("CUPTI_ACTIVITY_KIND_MEMCPY", "i, i + 1, 0, 83886080, 64");
        row("CUPTI_ACTIVITY_KIND_RUNTIME", "i, i + 1, 83886081");
        row("NVTX_EVENTS", "i, i + 1, 'x', NULL, 83886081");
    }
    void aDamagedDatabaseIsSaidToBe()
    {
        QFETCH(QByteArray, many);
        std::string bytes = test::database(std::string(tables) + two_steps + many.toStdString());
        QVERIFY(test::refusalOf(bytes).empty());
        bytes.replace(bytes.size() / 2, bytes.size() / 4, std::string(bytes.size() / 4, '\xff'));
        QCOMPARE(QString::fromStdString(test::refusalOf(bytes)),
            QStringLiteral("file: is an SQLite database that is damaged: export the report again"));
    }

    void aDatabaseThatIsCutShortIsRefused()
    {
        std::string bytes = test::database(std::string(tables) + two_steps);
        bytes.resize(bytes.size() / 2);
        QVERIFY(!test::refusalOf(bytes).empty());
    }
};

KNEEPOINT_TEST(NsightTest)
#include "nsight_test.moc"
