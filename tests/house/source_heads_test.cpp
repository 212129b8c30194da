// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/house/source_files.h"

#include "tests/support/test_registry.h"

#include <QTest>

namespace {

const std::string spdx_head = "// SPDX-FileCopyrightText: 2026 The Kneepoint developers\n"
                              "// SPDX-License-Identifier: GPL-3.0-or-later\n";

} // namespace

/// The first lines of every source file.
class SourceHeadsTest : public QObject {
    Q_OBJECT

private slots:
    void everySourceFileNamesItsLicense()
    {
        const auto files = sourceFiles({"model", "widgets", "app", "python", "tests"}, {".h", ".cpp"});
        QVERIFY(!files.empty());
        for (const SourceFile& file : files) {
            QVERIFY2(file.text.starts_with(spdx_head), (file.path + " lacks the two SPDX lines").c_str());
        }
    }

    void everyHeaderHasPragmaOnce()
    {
        const auto headers = sourceFiles({"model", "widgets", "app", "python", "tests"}, {".h"});
        QVERIFY(!headers.empty());
        for (const SourceFile& file : headers) {
            QVERIFY2(file.text.starts_with(spdx_head + "#pragma once\n"), (file.path + " lacks #pragma once").c_str());
        }
    }

    void everyBuildFileNamesItsLicense()
    {
        const auto files =
            sourceFiles({"model", "widgets", "app", "python", "tests", "cmake"}, {".txt", ".cmake", ".py", ".pyi"});
        QVERIFY(!files.empty());
        for (const SourceFile& file : files) {
            QVERIFY2(
                file.text.starts_with("# SPDX-FileCopyrightText: "), (file.path + " lacks its SPDX lines").c_str());
        }
    }
};

KNEEPOINT_TEST(SourceHeadsTest)
#include "source_heads_test.moc"
