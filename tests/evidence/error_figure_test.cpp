// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/validation/error_figure.h"
#include "model/validation/validation.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

using namespace kneepoint;

namespace {

const ErrorFigure& figure(std::string_view id)
{
    return *std::ranges::find(errorFigures(), id, &ErrorFigure::id);
}

/// A row that was measured at 1 s, with an interval of 10 % around its prediction.
RowError predictedAt(double seconds)
{
    RowError row;
    row.measured_s = 1;
    row.predicted_s = seconds;
    row.low_s = 0.9 * seconds;
    row.high_s = 1.1 * seconds;
    row.bias = seconds - 1;
    row.error = std::abs(row.bias);
    return row;
}

} // namespace

/// The error catalogue: figures over many predicted rows.
class ErrorFigureTest : public QObject {
    Q_OBJECT

private slots:
    void eachFigureHasAUniqueIdAndAnExplanation()
    {
        std::set<std::string_view> ids;
        for (const ErrorFigure& f : errorFigures()) {
            QVERIFY(ids.insert(f.id).second);
            QVERIFY(!f.label.empty() && f.help.ends_with('.') && f.value);
        }
    }

    void figuresAreComputedFromTheRows()
    {
        const ErrorSummary errors = summarize("s", std::vector{predictedAt(0.95), predictedAt(0.7)});
        QCOMPARE(figure("rows").value(errors), 2.0);
        QVERIFY(std::abs(*figure("mape").value(errors) - 17.5) < 1e-9);
        QCOMPARE(valueText(figure("bias"), errors), std::string("-17.5"));
        QCOMPARE(valueText(figure("coverage"), errors), std::string("50"));
        QVERIFY(std::abs(*figure("width").value(errors) - 1.1 / 0.9) < 1e-9);
    }

    void theIntervalScoreIsTheWidthAndTwentyTimesWhatIsOutside()
    {
        const double width = std::log(1.1 / 0.9);
        QVERIFY(std::abs(predictedAt(1).score() - width) < 1e-12);
        QVERIFY(std::abs(predictedAt(0.7).score() - (width + 20 * std::log(1 / 0.77))) < 1e-12);
        QVERIFY(std::abs(predictedAt(1.5).score() - (width + 20 * std::log(1.35))) < 1e-12);
        const ErrorSummary both = summarize("s", std::vector{predictedAt(1), predictedAt(0.7)});
        QVERIFY(std::abs(*figure("score").value(both) - (width + 10 * std::log(1 / 0.77))) < 1e-12);
    }

    void withoutRowsOrIntervalsThereIsNoValue()
    {
        const ErrorSummary none = summarize("s", std::span<const RowError>());
        QCOMPARE(valueText(figure("rows"), none), std::string("0"));
        for (const std::string_view id : {"mape", "median", "p90", "bias", "coverage", "width", "score"})
            QVERIFY(!figure(id).value(none));
        MemoryError amount;
        amount.measured = 2;
        amount.predicted = 1;
        const ErrorSummary memory = summarize("memory", std::vector{amount});
        QCOMPARE(valueText(figure("mape"), memory), std::string("50.0"));
        QVERIFY(valueText(figure("coverage"), memory).empty());
    }
};

KNEEPOINT_TEST(ErrorFigureTest)
#include "error_figure_test.moc"
