// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/house/source_files.h"

#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

/// A clone of the project has everything that its tests and scripts read.
class OwnDataTest : public QObject {
    Q_OBJECT

private slots:
    void nothingIsReadBesideTheProject()
    {
        const std::string up = "../";
        const std::array outside{up + "shared", "sourcePath(\"" + up};
        const auto files = sourceFiles(
            {"tests", "scripts", "python", "web", "fit"}, {".cpp", ".h", ".py", ".js", ".txt", ".json", ""});
        QVERIFY(files.size() > 300);
        for (const SourceFile& file : files)
            for (const std::string& path : outside)
                QVERIFY2(file.text.find(path) == std::string::npos, (file.path + " reads beside the project").c_str());
    }

    /// A test is left out only for a program that is not installed, or what another target of the build makes.
    void noTestIsSkippedForWantOfAFile()
    {
        using namespace std::string_view_literals;
        constexpr std::array skipping{"tests/app/window/documentation_test.cpp"sv, "tests/cli/completion_test.cpp"sv,
            "tests/cli/manual_test.cpp"sv, "tests/house/own_data_test.cpp"sv};
        for (const SourceFile& file : sourceFiles({"tests"}, {".cpp", ".h"}))
            QVERIFY2(file.text.find("QSKIP") == std::string::npos || std::ranges::count(skipping, file.path) > 0,
                (file.path + " skips a test").c_str());
    }
};

KNEEPOINT_TEST(OwnDataTest)
#include "own_data_test.moc"
