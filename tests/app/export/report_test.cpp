// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/report.h"

#include "app/export/report_appendix.h"
#include "app/export/report_facts.h"
#include "model/calibrate/measured_beside.h"
#include "model/catalogue/catalogue.h"
#include "model/catalogue/prices.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/scenario/scenario.h"
#include "tests/support/test_registry.h"

#include <QRegularExpression>
#include <QTest>

using namespace kneepoint;

namespace {

QString appendixOf(const ScenarioFile& file, const Analysis& a)
{
    return reportAppendix(reportFacts(file, a, diagnose(a), shippedPrices()));
}

} // namespace

class ReportTest : public QObject {
    Q_OBJECT

private slots:
    void theReportMatchesTheEngine()
    {
        const ScenarioFile& file = *findScenarioPreset("gap-64-gpus");
        const Analysis a = analyze(file.scenario);
        const Diagnosis d = diagnose(a);
        const QString html = appendixOf(file, a);
        for (const Finding& f : d.causes)
            QVERIFY(html.contains(QString::fromStdString(f.sentence).toHtmlEscaped()));
        QVERIFY(html.contains(QString::fromStdString(d.causes.front().remedies.front().sentence).toHtmlEscaped()));
        QVERIFY(!html.contains(QStringLiteral("http")) || html.contains(QStringLiteral("Source")));
    }

    void fittedConstantsHaveFourDigits()
    {
        const ScenarioFile& file = *findScenarioPreset("llama3-70b-512xh100");
        const Analysis a = analyze(file.scenario);
        const ReportFacts facts = reportFacts(file, a, diagnose(a), shippedPrices());
        static const QRegularExpression long_share(QStringLiteral(R"(^\d{2}\.\d{3,} %$|^[1-9]\.\d{4,} %$)"));
        bool counted = false;
        for (const ReportAssumption& row : facts.differ) {
            QVERIFY2(!long_share.match(row.value).hasMatch(), qPrintable(row.label + u' ' + row.value));
            counted = counted || row.value == QStringLiteral("128.256 k");
        }
        QVERIFY(counted); // the vocabulary: a count is not rounded
    }

    void whatWasMeasuredHasASection()
    {
        ScenarioFile file = *findScenarioPreset("llama3-8b-64xh100");
        const Analysis plain = analyze(file.scenario);
        QVERIFY(!appendixOf(file, plain).contains(QStringLiteral("What was measured")));
        KeptEvidence& trace = file.evidence.emplace_back();
        trace.source = {"rank0 <b>.json", "2026-05-18", 10, 0xab12cd};
        trace.kind = "trace";
        trace.settings = {{"cluster.gpus", 64, "/distributedInfo/world_size"}};
        trace.measurements = {{"step_s", 2 * plain.step.step_s, 0, 3, "steps"}};
        const Analysis a = analyzeWithEvidence(file, shippedCalibration());
        const QString html = appendixOf(file, a);
        QVERIFY(html.contains(QStringLiteral("What was measured")));
        QVERIFY(html.contains(QStringLiteral("rank0 &lt;b&gt;.json")));
        QVERIFY(html.contains(QStringLiteral("00ab12cd")));
        QVERIFY(html.contains(QString::fromStdString(a.measured.sentences.front()).toHtmlEscaped()));
    }

    void userTextIsNotMarkup()
    {
        ScenarioFile file;
        file.about = "<script>alert(1)</script>";
        const Analysis a = analyze(file.scenario);
        QVERIFY(!appendixOf(file, a).contains(QStringLiteral("<script>")));
    }

    void theReportAnswersThePlannersQuestions()
    {
        const ScenarioFile& file = *findScenarioPreset("llama3-70b-512xh100");
        const Analysis a = analyze(file.scenario);
        const ReportFacts facts = reportFacts(file, a, diagnose(a), shippedPrices());
        // To the cent and beyond, without the digits that a product of prices ends with.
        QVERIFY(reportAppendix(facts).contains(QStringLiteral("$2.4675/h")));
        QVERIFY(!reportAppendix(facts).contains(QStringLiteral("2.46750000")));
        QVERIFY(facts.interval.contains(QStringLiteral("90 % interval"))
            || facts.interval.contains(QStringLiteral("No measured run")));
        QVERIFY(facts.layout.startsWith(QStringLiteral("512 GPUs · TP 4")));
    }

    void listPricesShowTheirDateAndAssumptions()
    {
        ScenarioFile file = *findScenarioPreset("llama3-70b-512xh100");
        const auto html = [&] {
            const Analysis a = analyze(file.scenario);
            return appendixOf(file, a);
        };
        Cluster& cluster = file.scenario.cluster;
        cluster.price_per_gpu_hour = 2;
        QVERIFY(html().contains(QStringLiteral("as entered; the price list has")));
        cluster.price_per_gpu_hour = *shippedPrices().perGpuHour(cluster);
        QVERIFY(html().contains(QString::fromStdString(priceText(cluster, shippedPrices()))));
        for (const Price* p : shippedPrices().usedBy(cluster))
            QVERIFY(html().contains(QString::fromStdString(basisText(*p))));
    }

    void thePdfIsReadableOnPaper()
    {
        const QByteArray pdf = reportBytes(*findScenarioPreset("moe-alltoall"), QStringLiteral("report.pdf")).value();
        QVERIFY(pdf.startsWith("%PDF"));
        const auto pages = pdf.count("/Type /Page\n");
        QVERIFY(pages >= 2); // the report, and the appendix
        QVERIFY2(pages <= 4, qPrintable(QString::number(pages)));
    }

    void theVerdictComesFirst()
    {
        for (const char* id : {"llama3-70b-512xh100", "knee-simulator", "cause-out-of-memory"}) {
            const ScenarioFile& file = *findScenarioPreset(id);
            const Analysis a = analyze(file.scenario);
            const ReportFacts facts = reportFacts(file, a, diagnose(a), shippedPrices());
            QVERIFY(facts.claim.endsWith(u'.'));
            QCOMPARE(facts.claim.contains(QStringLiteral("not fit")), !a.step.memory.fits());
            QVERIFY(facts.verdict.contains(QString::fromStdString(formatQuantity(a.step.step_s, Unit::seconds))));
            QVERIFY(facts.figures.size() >= 6);
            QVERIFY(!facts.main.isEmpty() && !facts.differ.isEmpty());
        }
    }
    /// A loss is the same share in report, breakdown and diagnosis.
    void sharesAreThoseOfTheDiagnosis()
    {
        for (const ScenarioFile& file : scenarioPresets()) {
            const Analysis a = analyze(file.scenario);
            const Diagnosis d = diagnose(a);
            const ReportFacts facts = reportFacts(file, a, d, shippedPrices());
            for (std::size_t i = 0; i < d.causes.size(); ++i)
                QCOMPARE(facts.bottlenecks[qsizetype(i)].share,
                    QString::fromStdString(formatQuantity(d.causes[i].share, Unit::ratio)));
        }
    }
    void sourcesCanBeOpened()
    {
        QCOMPARE(addressOf(QStringLiteral("Dao, arXiv:2205.14135, table 1")),
            QStringLiteral("https://arxiv.org/abs/2205.14135"));
        QCOMPARE(addressOf(QStringLiteral("doi:10.1145/3295500; page 4")),
            QStringLiteral("https://doi.org/10.1145/3295500"));
        QCOMPARE(
            addressOf(QStringLiteral("see https://example.org/a, part 2")), QStringLiteral("https://example.org/a"));
        QVERIFY(addressOf(QStringLiteral("Korthikanti et al. 2022")).isEmpty());
    }

    /// A page for the browser is written elsewhere, and the message says where.
    void onlyPaperIsAReport()
    {
        const auto page = reportBytes(*findScenarioPreset("knee-simulator"), QStringLiteral("report.html"));
        QVERIFY(!page && QString::fromStdString(page.error().message).contains(QStringLiteral("kneepoint handout")));
    }
};

KNEEPOINT_TEST(ReportTest)
#include "report_test.moc"
