// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/catalogue.h"
#include "model/imports/byte_source.h"
#include "model/results/metric.h"
#include "tests/imports/samples.h"
#include "tests/support/test_registry.h"

#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <fstream>
#include <map>
#include <sstream>
#include <sys/stat.h>
#include <zlib.h>

using namespace kneepoint;

namespace {

/// One small file of each format.
const std::map<std::string, std::string>& oneOfEach()
{
    static const std::map<std::string, std::string> files{
        {"PyTorch profiler trace", R"([{"ph": "X", "cat": "kernel", "name": "gemm", "ts": 10, "dur": 5, "args": {}}])"},
        {"nccl-tests output",
            "# size count type redop root time algbw busbw #wrong time algbw busbw #wrong\n"
            "1024 256 float sum -1 164.3 0.01 0.02 0 163.3 0.01 0.02 0\n"},
        {"NCCL Inspector log",
            R"({"header": {"n_ranks": 8, "nnodes": 1}, "coll_perf": {"coll": "AllReduce", "coll_msg_size_bytes": 1048576, "coll_exec_time_us": 20}})"
            "\n"},
        {"nccl-tests JSON",
            R"({"results": [{"size": 1024, "out_of_place": {"time": 20.5, "alg_bw": 51.2, "bus_bw": 51.2}}]})"},
        {"nccl-tests CSV", "name,size,time,algbw,busbw\nAllReduce,1024,20.5,51.2,51.2\n"},
        {"Hugging Face config.json", R"({"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32,
            "num_attention_heads": 32, "intermediate_size": 11008, "vocab_size": 32000})"},
        {"nvidia-smi topo -m", "\tGPU0\tGPU1\tCPU Affinity\nGPU0\t X \tNV18\t0-63\nGPU1\tNV18\t X \t0-63\n"},
        {"Nsight Systems export (SQLite)",
            test::database(
                "CREATE TABLE StringIds (id INT, value TEXT); INSERT INTO StringIds VALUES (1, 'gemm');"
                "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INT, end INT, deviceId INT, demangledName INT);"
                "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (0, 9, 0, 1);")},
        {"nvidia-smi -q",
            "==============NVSMI LOG==============\nGPU 00000000:01:00.0\n    Product Name : NVIDIA L40S\n"},
        {"perftest or iperf3 output",
            " #bytes  #iterations  BW peak[Gb/sec]  BW average[Gb/sec]\n 65536 5000 98.0 97.5\n"},
        {"Weights & Biases or TensorBoard CSV", "Wall time,Step,Value\n10.5,1,3.2\n12.5,2,3.1\n"},
        {"Nsight Systems kernel summary",
            "Time (%),Total Time (ns),Instances,Avg (ns),Name\n100.0,5000,5,1000,ampere_bf16_gemm\n"},
        {"table of runs", "GPUs,tokens/s\n8,80000\n16,150000\n"},
        {"Hugging Face Trainer history",
            R"({"log_history": [{"step": 4, "train_runtime": 8.0, "train_steps_per_second": 0.5}]})"},
        {"ibstat, ibv_devinfo or lspci", "CA 'mlx5_0'\n\tPort 1:\n\t\tState: Active\n\t\tRate: 400\n"},
        {"nccom-test or OSU output", "# OSU MPI Allreduce Latency Test v7\n# Size  Avg Latency(us)\n4  3.1\n8  3.2\n"},
        {"NCCL debug lines", "node1:10:10 [0] NCCL INFO Using network Socket\n"},
        {"job configuration", R"({"train_batch_size": 16, "zero_optimization": {"stage": 3}})"},
        {"training log",
            " iteration        2/      50 | elapsed time per iteration (ms): 5630.1 | global batch size:   128 |\n"},
    };
    return files;
}

bool isSentence(const std::string& text)
{
    return !text.empty() && text.size() < 1000 && text.find('\n') == std::string::npos;
}

} // namespace

/// Recognition by content, refusals, and what holds for every reader.
class ImportTest : public QObject {
    Q_OBJECT

private slots:
    void everyFormatIsRecognized()
    {
        QCOMPARE(oneOfEach().size(), readers().size());
        for (const Reader& reader : readers()) {
            const std::string name(reader.format);
            QVERIFY2(oneOfEach().contains(name), name.c_str());
            const Evidence evidence = test::imported(oneOfEach().at(name), "misleading.pdf");
            QCOMPARE(evidence.kind, std::string(reader.kind));
            QVERIFY2(!evidence.summary.empty(), name.c_str());
            QCOMPARE(evidence.source.name, std::string("misleading.pdf"));
        }
    }

    void everyReaderHandlesEveryOtherFormat()
    {
        for (const Reader& reader : readers())
            for (const auto& [format, text] : oneOfEach()) {
                ByteSource source = ByteSource::of(text, "file", {});
                const Result<Evidence> evidence = reader.read(source);
                const std::string what = format + " read as " + std::string(reader.format);
                if (evidence)
                    QVERIFY2(!evidence->settings.empty() || !evidence->measurements.empty() || !evidence->curves.empty()
                            || !evidence->rows.empty() || !evidence->breakdown.empty(),
                        what.c_str());
                else
                    QVERIFY2(isSentence(evidence.error().message), what.c_str());
            }
    }

    /// Whole files, too: whatever a reader is given, it reads something or says why not.
    void everyReaderHandlesEverySample()
    {
        std::size_t files = 0;
        for (const auto& file : std::filesystem::recursive_directory_iterator(test::samplePath({}))) {
            if (!file.is_regular_file())
                continue;
            ++files;
            for (const Reader& reader : readers()) {
                Result<ByteSource> source = ByteSource::open(file.path(), {});
                QVERIFY(source);
                const Result<Evidence> evidence = reader.read(*source);
                const std::string what = file.path().filename().string() + " read as " + std::string(reader.format);
                if (!evidence)
                    QVERIFY2(isSentence(evidence.error().message), what.c_str());
                else
                    QVERIFY2(!evidence->settings.empty() || !evidence->measurements.empty() || !evidence->curves.empty()
                            || !evidence->rows.empty() || !evidence->breakdown.empty() || !evidence->skipped.empty(),
                        what.c_str());
            }
        }
        QVERIFY(files >= 45);
    }

    void settingsAndMeasurementsAreInTheCatalogues()
    {
        for (const auto& [format, text] : oneOfEach()) {
            const Evidence evidence = test::imported(text);
            for (const ObservedSetting& setting : evidence.settings) {
                QVERIFY2(findParameter(setting.parameter), setting.parameter.c_str());
                QVERIFY2(checkValue(parameter(setting.parameter), setting.value), setting.parameter.c_str());
                QVERIFY(!setting.place.empty());
            }
            for (const Measurement& m : evidence.measurements)
                QVERIFY2(findMetric(m.metric), m.metric.c_str());
        }
    }

    void otherFilesAreRefusedForWhatTheyAre_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QByteArray>("reason");
        QTest::newRow("Flight Recorder dump") << QByteArray("\x80\x04\x95\x10\x00\x00\x00", 7) << QByteArray("pickle");
        QTest::newRow("spreadsheet") << QByteArray("PK\x03\x04 [Content_Types].xml") << QByteArray("as CSV");
        QTest::newRow("checkpoint") << QByteArray("PK\x03\x04 archive/data.pkl") << QByteArray("ZIP archive");
        QTest::newRow("Nsight Systems export") << QByteArray("SQLite format 3\0 more", 21) << QByteArray("SQLite");
        QTest::newRow("PDF") << QByteArray("%PDF-1.7 and so on") << QByteArray("PDF");
        QTest::newRow("UTF-16") << QByteArray("\xff\xfeG\0P\0U\0", 8) << QByteArray("UTF-16");
        QTest::newRow("bytes") << QByteArray("\x01\x02\x03\x00\x07\x05\x00\x01", 8) << QByteArray("binary file");
        QTest::newRow("empty") << QByteArray() << QByteArray("is empty");
        QTest::newRow("scenario") << QByteArray("{\"kneepoint\": 1, \"scenario\": {}}") << QByteArray("is a scenario");
        QTest::newRow("runs") << QByteArray("{\"rows\": [{\"step_time_s\": 3}]}") << QByteArray("measured runs");
        QTest::newRow("other JSON") << QByteArray("{\"alpha\": 1, \"beta\": 2}") << QByteArray("alpha, beta");
        QTest::newRow("prose") << QByteArray("Dear reader,\nnothing here was measured.\n") << QByteArray("is text");
    }
    void otherFilesAreRefusedForWhatTheyAre()
    {
        QFETCH(const QByteArray, content);
        QFETCH(const QByteArray, reason);
        const std::string refused = test::refusalOf(content.toStdString());
        QVERIFY2(refused.find(reason.toStdString()) != std::string::npos && isSentence(refused), refused.c_str());
    }

    /// Of the first bytes, more than one in fifty has no place in a text; tabs and colors have.
    void bytesThatAreNoTextAreBinary_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<bool>("binary");
        const QByteArray text(97, 'x');
        QTest::newRow("three of a hundred") << "\x01\x02\x03" + text << true;
        QTest::newRow("two of a hundred") << "\x01\x02x" + text << false;
        QTest::newRow("tabs, line ends and colors") << QByteArray("\t\r\n\x1b").repeated(5) + text << false;
        QTest::newRow("zeros") << QByteArray(3, '\0') + text << true;
    }
    void bytesThatAreNoTextAreBinary()
    {
        QFETCH(const QByteArray, content);
        QTEST(test::refusalOf(content.toStdString()) == "file: is a binary file in an unknown format", "binary");
    }

    void brokenJsonIsRefusedWithItsLine_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("config.json") << QByteArray("{\"model_type\":\n\"llama\", \"hidden_size\": 12,,}");
        QTest::newRow("history") << QByteArray("{\"log_history\":\n[1,,]}");
        QTest::newRow("nccl-tests") << QByteArray("{\"results\":\n[{\"size\": 1024,, \"out_of_place\": 1}]}");
        QTest::newRow("iperf3") << QByteArray("{\"test_start\": 1,\n\"intervals\": 2,,}");
    }
    void brokenJsonIsRefusedWithItsLine()
    {
        QFETCH(const QByteArray, text);
        QCOMPARE(test::refusalOf(text.toStdString()), std::string("file:2: not valid JSON from here on"));
    }

    void gzipIsReadWhateverTheNameIs()
    {
        const std::string& text = oneOfEach().at("training log");
        const Evidence plain = test::imported(text), packed = test::imported(test::gzipped(text), "log.txt");
        QCOMPARE(packed.kind, plain.kind);
        QCOMPARE(packed.measurements.at(0).value, plain.measurements.at(0).value);
        QCOMPARE(packed.source.bytes, static_cast<double>(test::gzipped(text).size()));
        QCOMPARE(plain.source.crc32,
            static_cast<std::uint32_t>(
                crc32(0, reinterpret_cast<const Bytef*>(text.data()), static_cast<uInt>(text.size()))));
    }

    void aTruncatedGzipIsReadAsFarAsItGoes()
    {
        std::string log;
        for (int i = 2; i < 3000; ++i)
            log += " iteration " + std::to_string(i)
                + "/ 5000 | elapsed time per iteration (ms): " + std::to_string(5000 + i * 37 % 91) + " |\n";
        std::string packed = test::gzipped(log);
        packed.resize(packed.size() / 2);
        const Evidence evidence = test::imported(packed);
        QVERIFY(evidence.measurements.at(0).samples > 1000);
        QVERIFY(test::skips(evidence, "gzip stream ends early"));
    }

    void smallFilesTakeLittleSpace()
    {
        constexpr std::size_t most = 1 << 20;
        ByteSource plain = ByteSource::of("0123456789", "file", {});
        QCOMPARE(plain.spaceFor(most), std::size_t(11));
        std::array<char, 4> four;
        QCOMPARE(plain.read(four), four.size());
        QCOMPARE(plain.spaceFor(most), std::size_t(7));
        QCOMPARE(plain.spaceFor(3), std::size_t(3));
        QCOMPARE(plain.head(), std::string_view("456789"));
        QCOMPARE(plain.spaceFor(most), std::size_t(7));
        const std::string packed = test::gzipped("0123456789");
        QCOMPARE(ByteSource::of(packed, "file", {}).spaceFor(most), most);
    }

    void aFileThatGrowsWhileItIsReadIsReadToItsEnd()
    {
        QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString() + "/log";
        std::ofstream(path) << "first\nsecond\n";
        Result<ByteSource> source = ByteSource::open(path, {});
        QVERIFY(source);
        QCOMPARE(source->head(), std::string_view("first\nsecond\n"));
        const std::string more(3 << 20, 'x');
        std::ofstream(path, std::ios::app) << more;
        QCOMPARE(*source->readAll(8 << 20, "a log"), "first\nsecond\n" + more);
    }

    void anImportCanBeCancelled()
    {
        std::string log;
        while (log.size() < 4 << 20)
            log += oneOfEach().at("training log");
        int calls = 0;
        const Result<Evidence> evidence =
            importBytes(log, "log", {.progress = [&](double share) { return share <= 1 && ++calls < 5; }});
        QVERIFY(!evidence);
        QCOMPARE(evidence.error().message, std::string(import_cancelled));
        QVERIFY(calls <= 6);
    }

    void foldersAndPipesAreRefusedWithoutWaiting()
    {
        QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        QVERIFY(importFile(path).error().message.find("is a folder") != std::string::npos);
        QVERIFY(::mkfifo((path / "pipe").c_str(), 0600) == 0);
        QVERIFY(importFile(path / "pipe").error().message.find("not a regular file") != std::string::npos);
        QVERIFY(importFile(path / "none").error().message.find("cannot be opened") != std::string::npos);
    }

    void aConfigDecidesAboutTheModel()
    {
        const std::vector<Evidence> files{
            test::imported("  hidden_size ..... 5120\n" + oneOfEach().at("training log"), "train.log"),
            test::imported(oneOfEach().at("Hugging Face config.json"), "config.json")};
        const ImportSet set = combine(files);
        QCOMPARE(settingOf(set.combined, "workload.hidden").value_or(0), 4096.);
        QVERIFY(test::skips(set.combined, "differs from"));
        QCOMPARE(set.combined.measurements.size(), std::size_t(1));
    }

    /// Nearer to the job beats farther, in whatever order the files are given.
    void theMoreDirectFileDecides()
    {
        const auto file = [](const char* kind, double gpus) {
            Evidence evidence;
            evidence.kind = kind;
            evidence.source.name = std::string(kind) + ".txt";
            evidence.settings = {{"cluster.gpus_per_node", gpus, "line 1"}};
            evidence.measurements = {{"step_s", gpus, 0, 1, "line 2"}};
            return evidence;
        };
        const char* order[] = {
            "topology", "link-test", "scaling-table", "nccl-tests", "job-configuration", "training-log", "trace"};
        for (std::size_t i = 0; i + 1 < std::size(order); ++i)
            for (const bool swapped : {false, true}) {
                std::vector<Evidence> files{file(order[i], 4), file(order[i + 1], 8)};
                if (swapped)
                    std::swap(files[0], files[1]);
                const Evidence combined = combine(files).combined;
                QCOMPARE(settingOf(combined, "cluster.gpus_per_node"), std::optional(8.));
                QCOMPARE(combined.settings[0].place, std::string(order[i + 1]) + ".txt: line 1");
                QCOMPARE(combined.skipped.at(0).place, std::string(order[i]) + ".txt: line 1");
                QCOMPARE(combined.skipped[0].reason, std::string("GPUs per node 4 differs from 8, which is used"));
                QCOMPARE(combined.measurements.at(0).place, files[0].source.name + ": line 2");
                QCOMPARE(combined.measurements.size(), std::size_t(2));
            }
        const std::vector<Evidence> same{file("topology", 4), file("topology", 8), file("topology", 8)};
        QCOMPARE(settingOf(combine(same).combined, "cluster.gpus_per_node"), std::optional(4.));
        QCOMPARE(combine(same).combined.skipped.size(), std::size_t(2));
    }

    /// One finding of all ranks is that of the rank that loses most; of other files, each stands.
    void ofSeveralRanksTheWorstSpeaks()
    {
        const auto file = [](double share, const char* sentence, bool is_trace) {
            Evidence evidence;
            if (is_trace)
                evidence.timeline = RankTimeline();
            evidence.findings = {{"starved-input", share, sentence, "DataLoader annotations"}};
            return evidence;
        };
        const auto said = [&](double first, double second, bool are_traces) {
            const std::vector<Evidence> files{file(first, "first", are_traces), file(second, "second", are_traces)};
            std::string all;
            for (const EvidenceFinding& finding : combine(files).findings)
                all += finding.sentence + " ";
            return all;
        };
        QCOMPARE(said(0.1, 0.2, true), std::string("second "));
        QCOMPARE(said(0.2, 0.1, true), std::string("first "));
        QCOMPARE(said(0.2, 0.2, true), std::string("first "));
        QCOMPARE(said(0.1, 0.2, false), std::string("second first "));
        QCOMPARE(said(0.2, 0.1, false), std::string("first second "));
    }
};

KNEEPOINT_TEST(ImportTest)
#include "import_test.moc"
