// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/house/source_files.h"

#include "tests/support/test_registry.h"

#include <QRegularExpression>
#include <QTest>
#include <algorithm>
#include <array>
#include <string_view>

/// Inside the engine, a calibration is passed in and never fetched.
class ShippedCalibrationTest : public QObject {
    Q_OBJECT

private slots:
    void onlyEntryPointsFetchTheShippedCalibration()
    {
        using namespace std::string_view_literals;
        constexpr std::array doors{"model/constants/calibration.h"sv, "model/constants/calibration.cpp"sv,
            "model/catalogue/shipped_scenarios.h"sv, "model/catalogue/shipped_scenarios.cpp"sv,
            "model/analysis/analysis.cpp"sv};
        constexpr std::array fetching{"shippedCalibration()"sv, "fittedLinks()"sv, "fittedConstants()"sv};
        const auto files = sourceFiles({"model"}, {".h", ".cpp"});
        QVERIFY(!files.empty());
        for (const SourceFile& file : files) {
            if (std::ranges::find(doors, file.path) != doors.end() || file.path.starts_with("model/constants/fitted.")
                || file.path.starts_with("model/constants/links.")
                || file.path.starts_with("model/lesson/")) // lessons use the shipped constants
                continue;
            for (const std::string_view call : fetching)
                QVERIFY2(file.text.find(call) == std::string::npos, (file.path + " fetches a calibration").c_str());
            static const QRegularExpression without_calibration(QStringLiteral(R"(\banalyze\([^(),]+\))"));
            QVERIFY2(file.path == "model/analysis/analysis.h"
                    || !QString::fromStdString(file.text).contains(without_calibration),
                (file.path + " analyzes without its calibration").c_str());
        }
    }
};

KNEEPOINT_TEST(ShippedCalibrationTest)
#include "shipped_calibration_test.moc"
