// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/presets/data_file.h"

#include "model/constants/left_out_constants.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

class DataFileTest : public QObject {
    Q_OBJECT

private slots:
    void theBuildPutsTheFilesOfValidationWhereTheyAreFound()
    {
        for (const char* name : {"fitted_left_out", "memory_left_out", "links_left_out"})
            QVERIFY2(dataFile(std::string("constants/") + name + ".json"), name);
        QVERIFY(loadLeftOutConstants());
        QVERIFY(constantsWithout("vtrain-multi"));
        QVERIFY(!constantsWithout("a series that was not left out"));
    }

    void aMissingFileIsNamed()
    {
        const auto missing = dataFile("constants/absent.json");
        QVERIFY(!missing);
        QVERIFY(missing.error().message.starts_with("share/kneepoint/constants/absent.json is missing"));
    }

    void aFolderIsNoFile() { QVERIFY(!dataFile("constants")); }
};

KNEEPOINT_TEST(DataFileTest)
#include "data_file_test.moc"
