// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/calibrate/row_keys.h"

#include "model/calibrate/own_rows.h"
#include "model/catalogue/catalogue.h"
#include "tests/support/data_row.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <string>

using namespace kneepoint;

/// Keys of rows of measured runs.
class RowKeysTest : public QObject {
    Q_OBJECT

private slots:
    void aKeyIsAParametersIdOrTheShortNameOfAColumn()
    {
        QCOMPARE(parameterOfKey("plan.tensor_parallel")->id, std::string_view("plan.tensor_parallel"));
        QCOMPARE(parameterOfKey("tp")->id, std::string_view("plan.tensor_parallel"));
        QCOMPARE(parameterOfKey("gpus")->id, std::string_view("cluster.gpus"));
        QVERIFY(!parameterOfKey("step_time_s") && !parameterOfKey("tpp") && !parameterOfKey(""));
    }

    void whatARowMayContainIsKnown()
    {
        for (const char* key : {"gpus", "tp", "pp", "cp", "ep", "mbs", "gbs", "seq", "zero", "mem_gb", "measured", "id",
                 "name", "note", "comment", "source", "date", "status", "predicted_step_s"})
            QCOMPARE(unknownKeyText(key), std::string());
        for (const OwnMeasure& measure : ownMeasures())
            QCOMPARE(unknownKeyText(measure.name), std::string());
        for (const Parameter& p : catalogue())
            QCOMPARE(unknownKeyText(p.id), std::string());
    }

    void theNearestKeyIsTheOneWithTheFewestOtherLetters_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("nearest");
        test::dataRow("a letter too many", "tpp", "tp");
        test::dataRow("a letter too many in front", "xmfu", "mfu");
        test::dataRow("a letter missing", "step_tme_s", "step_time_s");
        test::dataRow("the first letter missing", "xamples_per_s", "examples_per_s");
        test::dataRow("the last letter missing", "mem_g", "mem_gb");
        test::dataRow("another letter", "mem_gp", "mem_gb");
        test::dataRow("another first letter", "zep_time_s", "step_time_s");
        test::dataRow("several", "token_pr_s", "tokens_per_s");
        test::dataRow("one of two that share a beginning", "tokens_per_s_per_gpus", "tokens_per_s_per_gpu");
        test::dataRow("an id", "plan.tensor_paralel", "plan.tensor_parallel");
        test::dataRow("letters before others", "workload.sequence_len", "workload.sequence_length");
    }
    void theNearestKeyIsTheOneWithTheFewestOtherLetters()
    {
        QFETCH(const QString, key);
        QFETCH(const QString, nearest);
        QCOMPARE(QString::fromStdString(unknownKeyText(key.toStdString())),
            QStringLiteral(R"("%1" is neither a parameter nor a measurement; the nearest key is "%2")")
                .arg(key, nearest));
    }

    /// Only the beginning is compared; a key of any length is answered.
    void aLongKeyIsComparedByItsBeginning()
    {
        const std::string key = std::string(64, 'x') + std::string(100000, 'y');
        QVERIFY(unknownKeyText(key).size() < 1000);
        QVERIFY(unknownKeyText(key).find("the nearest key is") != std::string::npos);
    }
};

KNEEPOINT_TEST(RowKeysTest)
#include "row_keys_test.moc"
