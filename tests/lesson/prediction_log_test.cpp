// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/lesson/prediction_log.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

/// The user's predictions over time.
class PredictionLogTest : public QObject {
    Q_OBJECT

    static std::vector<Prediction> logOf(const std::vector<double>& factors)
    {
        std::vector<Prediction> log;
        for (const double factor : factors)
            addPrediction(
                log, {"2026-03-01T14:05", "01-first-all-reduce", {2, factor < 1.1 && factor > 0.9, factor, "m"}});
        return log;
    }

private slots:
    void aWrittenLogIsReadBack()
    {
        const std::vector<Prediction> log = logOf({2, 0.5, 1.05});
        const auto read = parsePredictions(writePredictions(log), "log");
        QVERIFY(read);
        QCOMPARE(read->size(), log.size());
        QCOMPARE(read->back().answer.factor, 1.05);
        QCOMPARE(read->back().answer.misconception, std::string("m"));
        QCOMPARE(read->front().when, log.front().when);
    }
    void overAndUnderestimatesCountAlike()
    {
        QCOMPARE(trackOf(logOf({4, 0.25})).typical_factor, 4.0);
        QCOMPARE(trackOf(logOf({1.05, 2, 0.5})).right, 1);
    }
    void theLastTenAreComparedWithAll()
    {
        std::vector<double> factors(20, 4.0);
        factors.insert(factors.end(), 10, 1.25);
        QCOMPARE(predictionSentence(logOf(factors)),
            std::string("30 predictions, 0 % right, typically off by a factor of 4; the last ten by 1.25."));
    }
    void theOldestPredictionsAreDropped()
    {
        const std::vector<Prediction> log = logOf(std::vector<double>(most_predictions + 5, 2.0));
        QCOMPARE(log.size(), most_predictions);
    }
    void aBrokenFileIsReportedWithThePlace()
    {
        const auto read = parsePredictions(R"({"kneepoint_predictions": 1, "predictions": [{"when": 3}]})", "log.json");
        QVERIFY(!read);
        QVERIFY(read.error().message.find("log.json") != std::string::npos);
    }
};

KNEEPOINT_TEST(PredictionLogTest)
#include "prediction_log_test.moc"
