// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/seeds/document_cases.h"
#include "tests/support/source_path.h"
#include "tests/support/test_registry.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace kneepoint;
using test::DocumentCase;
using test::Statement;

namespace {

DocumentCase unreadable(const std::string& message)
{
    return {"unreadable", {{"", [message] { return message; }}}};
}

} // namespace

Q_DECLARE_METATYPE(DocumentCase)

/// The program computes what its source documents state: the cases in tests/seeds/cases.
class DocumentsTest : public QObject {
    Q_OBJECT

private slots:
    void theProgramComputesWhatTheDocumentsState_data()
    {
        QTest::addColumn<DocumentCase>("stated");
        const QDir folder(sourcePath("tests/seeds/cases"));
        const QStringList names = folder.entryList({"*.json"}, QDir::Files, QDir::Name);
        QCOMPARE(names.size(), 5);
        for (const QString& name : names) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            const auto cases = test::readDocumentCases(file.readAll().toStdString(), name.toStdString());
            if (!cases)
                QTest::newRow(qPrintable(name)) << unreadable(cases.error().message);
            for (const DocumentCase& stated : cases.value_or(std::vector<DocumentCase>()))
                QTest::newRow(qPrintable(name.chopped(4) + QString::fromStdString(stated.id))) << stated;
        }
    }
    void theProgramComputesWhatTheDocumentsState()
    {
        QFETCH(const DocumentCase, stated);
        for (const Statement& statement : stated.statements) {
            const std::string fault = statement.fault();
            QVERIFY2(fault.empty(), (statement.place + ": " + fault).c_str());
        }
    }

    void whatIsNotSoIsAFault_data()
    {
        QTest::addColumn<QByteArray>("expect");
        QTest::addColumn<QByteArray>("fault");
        const auto row = [](const char* name, const char* expect, const char* fault) {
            QTest::newRow(name) << QByteArray(expect) << QByteArray(fault);
        };
        row("a value outside its tolerance", R"({"metric": "gamma", "value": 1.36719})", "found 1.3671875, expected");
        row("a value within its tolerance", R"({"metric": "gamma", "value": 1.36719, "tolerance": 1e-5})", "");
        row("a value within a distance", R"({"metric": "step_s", "value": "141 ms", "within": "1.5 ms"})", "");
        row("a value beyond a distance", R"({"metric": "step_s", "value": "141 ms", "within": "0.5 ms"})", "expected");
        row("too little", R"({"metric": "step_s", "at_least": "141 ms"})", "expected 0.14");
        row("too much", R"({"metric": "step_s", "at_most": "139 ms"})", "expected -inf");
        row("another word", R"({"figure": "bound", "value": "compute"})", "found communication, expected compute");
        row("a number for a word", R"({"figure": "bound", "value": 3})", "found communication");
        row("a word for a number", R"({"figure": "ring_steps", "value": "compute"})", "compute");
    }
    void whatIsNotSoIsAFault()
    {
        QFETCH(const QByteArray, expect);
        QFETCH(const QByteArray, fault);
        const auto cases = test::readDocumentCases(R"({"document": "d", "cases": [{"id": "a", "section": "s",
            "states": "x", "scenario": "knee-simulator", "expect": [)"
                + expect.toStdString() + "]}]}",
            "file");
        QVERIFY2(cases, cases ? "" : cases.error().message.c_str());
        const std::string found = cases->front().statements.front().fault();
        QCOMPARE(found.empty(), fault.isEmpty());
        QVERIFY2(found.find(fault.toStdString()) != std::string::npos, found.c_str());
    }
};

KNEEPOINT_TEST(DocumentsTest)
#include "documents_test.moc"
