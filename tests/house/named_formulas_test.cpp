// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/catalogue.h"
#include "model/results/metric.h"
#include "tests/house/source_files.h"
#include "tests/support/test_registry.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <array>
#include <regex>
#include <set>
#include <sstream>

using namespace kneepoint;

/// Every formula names its function, and every number of the physics has a name.
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

    void everyParameterFormulaNamesItsFunction()
    {
        for (const Parameter& p : catalogue()) {
            QVERIFY2(p.formula.empty() == p.computed_by.empty(), p.id.data());
            QVERIFY2(p.formula.empty() || isDeclared(p.computed_by), p.id.data());
        }
    }

    void everyMetricNamesItsFunction()
    {
        for (const Metric& m : metrics())
            QVERIFY2(isDeclared(m.computed_by.substr(m.computed_by.rfind(':') + 1)), m.id.data());
    }

    void numbersOfThePhysicsHaveNames()
    {
        // Left over are 0, 1, 2 and halves of exact formulas, numbers of enumerators, stages of ZeRO, and what limits a
        // numerical method.
        const std::regex number(R"((^|[^\w.])(\d+\.?\d*(e[+-]?\d+)?\w*))");
        const std::regex allowed(R"([012](\.0)?|1U|0\.5)");
        const std::regex exempt(R"(_count = \d+;|zero(_stage)? (==|>=|<) 3\b|share\(3\)|static_assert.*|)"
                                R"(constexpr (double|std::size_t) (rounding|most_tried|most_axes) = .*)");
        std::string strays;
        int files = 0;
        for (const SourceFile& file : sourceFiles({"model"}, {".cpp", ".h"})) {
            const bool physics = std::ranges::any_of(std::array{"model/cost/", "model/job/", "model/step/"},
                [&](const char* room) { return file.path.starts_with(room); });
            if (!physics || file.path == "model/constants/physics.h")
                continue;
            ++files;
            std::istringstream lines(file.text);
            for (std::string line; std::getline(lines, line);) {
                std::string code = line.substr(0, line.find("//"));
                if (code.starts_with("#"))
                    continue;
                code = std::regex_replace(std::regex_replace(code, std::regex("\"[^\"]*\""), ""), exempt, "");
                for (std::sregex_iterator it(code.begin(), code.end(), number), end; it != end; ++it)
                    if (const std::string digits = (*it)[2]; !std::regex_match(digits, allowed))
                        strays += file.path + ": " + digits + " in " + line + "\n";
            }
        }
        QVERIFY(files > 30);
        QVERIFY2(strays.empty(), (strays + "belong in model/constants/physics.h, with unit and source").c_str());
    }

    void everyConstantHasASourceThatCanBeOpened()
    {
        // A comment is directly above the constant, or above a group of constants. It ends with sources.
        const auto files = sourceFiles({"model/constants"}, {".h"});
        const auto file = std::ranges::find(files, "model/constants/physics.h", &SourceFile::path);
        QVERIFY(file != files.end());
        std::string comment;
        bool complete = true; // the next line of a comment begins a new one
        int constants = 0;
        std::istringstream lines(file->text);
        for (std::string line; std::getline(lines, line);) {
            if (line.starts_with("inline constexpr")) {
                ++constants;
                const std::string wrong = wrongSource(comment);
                QVERIFY2(wrong.empty(), (line + "\n" + wrong).c_str());
                complete = true;
            } else if (line.starts_with("///")) {
                comment = (complete ? "" : comment + " ") + (line.size() > 4 ? line.substr(4) : "");
                complete = false;
            } else {
                comment.clear();
                complete = true;
            }
        }
        QVERIFY(constants > 60);
    }

private:
    /// What is wrong with the sources at the end of a comment; nothing if each of them can be opened.
    static std::string wrongSource(const std::string& comment)
    {
        const auto at = comment.rfind("Source: ");
        if (at == std::string::npos)
            return "has no source";
        const std::regex published(R"((arXiv:\d{4}\.\d{4,5}|doi:10\.\S+|https://\S+)( \(.+\))?)");
        const std::regex page(R"((docs/[\w-]+\.md), (.+))");
        std::istringstream sources(comment.substr(at + 8));
        for (std::string source; std::getline(sources, source, ';');) {
            source.erase(0, source.find_first_not_of(' '));
            std::smatch found;
            if (std::regex_match(source, published))
                continue;
            if (!std::regex_match(source, found, page))
                return "\"" + source + "\" is neither a paper, a URL nor a section of a page of docs/";
            QFile file(SOURCE_ROOT "/" + QString::fromStdString(found[1]));
            const bool opened = file.open(QIODevice::ReadOnly);
            if (!opened || !file.readAll().contains("\n## " + QByteArray::fromStdString(found[2]) + "\n"))
                return "there is no section \"" + found[2].str() + "\" in " + found[1].str();
        }
        return {};
    }
};

KNEEPOINT_TEST(NamedFormulasTest)
#include "named_formulas_test.moc"
