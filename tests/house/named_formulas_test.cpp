// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/metric.h"
#include "model/scenario/catalogue.h"
#include "tests/house/source_files.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <regex>
#include <set>
#include <sstream>

using namespace kneepoint;

/// From a formula to its function, and from a number in the physics to its name.
class NamedFormulasTest : public QObject {
    Q_OBJECT

    std::set<std::string, std::less<>> m_declared; ///< functions of the model's headers

    [[nodiscard]] bool isDeclared(std::string_view function) const { return m_declared.contains(function); }

private slots:
    void initTestCase()
    {
        const std::regex call(R"((\w+)\()");
        for (const SourceFile& file : sourceFiles({"model"}, {".h"}))
            for (std::sregex_iterator it(file.text.begin(), file.text.end(), call), end; it != end; ++it)
                m_declared.insert((*it)[1]);
        QVERIFY(isDeclared("evaluate") && !isDeclared("noSuchFunction"));
    }

    void everyFormulaOfAKnobNamesItsFunction()
    {
        for (const Parameter& p : catalogue()) {
            QVERIFY2(p.formula.empty() == p.computed_by.empty(), p.id.data());
            QVERIFY2(p.formula.empty() || isDeclared(p.computed_by), p.id.data());
        }
    }

    void everyFigureNamesItsFunction()
    {
        for (const Metric& m : metrics())
            QVERIFY2(isDeclared(m.computed_by.substr(m.computed_by.rfind(':') + 1)), m.id.data());
    }

    void numbersOfThePhysicsHaveNames()
    {
        // What is left over are tolerances of rounding and of search, and halves and quarters of exact formulas.
        const std::regex constant(R"(constexpr double (\w+) = [^;]*[0-9])");
        const std::set<std::string> numerical{"rounding", "most_tried", "exchanges"};
        std::string strays;
        for (const SourceFile& file : sourceFiles({"model/cost", "model/step"}, {".cpp"}))
            for (std::sregex_iterator it(file.text.begin(), file.text.end(), constant), end; it != end; ++it)
                if (!numerical.contains((*it)[1]))
                    strays += file.path + ": " + (*it)[1].str() + "\n";
        QVERIFY2(strays.empty(), (strays + "belong in model/cost/constants.h, with unit and source").c_str());
    }

    void everyConstantHasASource()
    {
        // A comment is directly above the constant, or above a group of constants.
        const auto files = sourceFiles({"model/cost"}, {".h"});
        const auto file = std::ranges::find(files, "model/cost/constants.h", &SourceFile::path);
        QVERIFY(file != files.end());
        bool explained = false;
        int constants = 0;
        std::istringstream lines(file->text);
        for (std::string line; std::getline(lines, line);) {
            if (line.starts_with("inline constexpr")) {
                ++constants;
                QVERIFY2(explained, line.c_str());
            } else {
                explained = line.starts_with("///");
            }
        }
        QVERIFY(constants > 30);
    }
};

KNEEPOINT_TEST(NamedFormulasTest)
#include "named_formulas_test.moc"
