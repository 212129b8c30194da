// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/catalogue.h"
#include "model/lesson/formula.h"
#include "model/results/metric.h"
#include "tests/house/source_files.h"
#include "tests/support/source_path.h"
#include "tests/support/test_registry.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <array>
#include <cctype>
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
        const QRegularExpression call(QStringLiteral(R"((\w+)\()"));
        for (const SourceFile& file : sourceFiles({"model"}, {".h"}))
            for (const QRegularExpressionMatch& found : call.globalMatch(QString::fromStdString(file.text)))
                m_declared.insert(found.captured(1).toStdString());
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
        const auto engine = sourceFiles({"model"}, {".cpp", ".h"});
        for (const Metric& m : metrics()) {
            const std::string place(m.computed_by);
            const std::string path = place.substr(0, place.find(": "));
            const std::string function = place.substr(path.size() + 2);
            const auto defines = [&](const SourceFile& file) {
                const std::string name =
                    file.path.ends_with(".h") ? function.substr(function.rfind(':') + 1) : function;
                return !bodyOf(name, {file}).empty();
            };
            const auto file = std::ranges::find(engine, path, &SourceFile::path);
            std::string found;
            for (const SourceFile& other : engine)
                found += defines(other) ? " " + other.path : "";
            QVERIFY2(file != engine.end() && defines(*file),
                (std::string(m.id) + ": " + place + " is not there; a function of this name is in" + found).c_str());
        }
    }

    void everyLessonFormulaCallsTheEngine()
    {
        const auto lesson = sourceFiles({"model/lesson"}, {".cpp"});
        const auto engine = sourceFiles({"model"}, {".cpp"});
        const auto headers = sourceFiles({"model"}, {".h"});
        int called = 0;
        for (const Formula& f : formulas()) {
            if (f.computed_by.empty())
                continue;
            ++called;
            const std::string function(f.computed_by);
            QVERIFY2(isDeclared(function), f.id.data());
            // Once to define it, if not in a header, and once by the rest of the engine.
            int uses = 0;
            for (const SourceFile& file : engine)
                if (!file.path.starts_with("model/lesson/"))
                    uses += timesCalled(file.text, function);
            const int defined = bodyOf(function, headers).empty() ? 1 : 0;
            QVERIFY2(uses > defined, (function + " is only called by lessons").c_str());
            QVERIFY2(reaches(recordOf(lesson, f.id), function, lesson),
                (std::string(f.id) + " does not call " + function).c_str());
        }
        QVERIFY(called > 50);
    }

    void numbersOfThePhysicsHaveNames()
    {
        // Left over are 0, 1, 2 and halves of exact formulas, numbers of enumerators, stages of ZeRO, and what limits a
        // numerical method.
        const QRegularExpression number(QStringLiteral(R"((^|[^\w.])(\d+\.?\d*(e[+-]?\d+)?\w*))"));
        const QRegularExpression allowed(QStringLiteral(R"(^(?:[012](\.0)?|1U|0\.5)$)"));
        const QRegularExpression text(QStringLiteral("\"[^\"]*\""));
        const QRegularExpression exempt(
            QStringLiteral(R"(_count = \d+;|zero(_stage)? (==|>=|<) 3\b|share\(3\)|static_assert.*|)"
                           R"(constexpr (double|std::size_t) (rounding|most_tried|most_axes) = .*)"));
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
                QString code = QString::fromStdString(line.substr(0, line.find("//")));
                if (code.startsWith(u'#'))
                    continue;
                code.remove(text).remove(exempt);
                for (const QRegularExpressionMatch& found : number.globalMatch(code))
                    if (const QString digits = found.captured(2); !digits.contains(allowed))
                        strays += file.path + ": " + digits.toStdString() + " in " + line + "\n";
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
    /// Where "function(" is next, from `at` on; npos if nowhere.
    static std::size_t nextCall(const std::string& text, const std::string& function, std::size_t at)
    {
        const std::string call = function + "(";
        for (at = text.find(call, at); at != std::string::npos; at = text.find(call, at + 1))
            if (at == 0 || !(std::isalnum(static_cast<unsigned char>(text[at - 1])) || text[at - 1] == '_'))
                return at;
        return at;
    }

    static int timesCalled(const std::string& text, const std::string& function)
    {
        int times = 0;
        for (auto at = nextCall(text, function, 0); at != std::string::npos; at = nextCall(text, function, at + 1))
            ++times;
        return times;
    }

    /// The source of a formula's record: from its id to that of the next one.
    static std::string recordOf(const std::vector<SourceFile>& lesson, std::string_view id)
    {
        const std::string quoted = "{\"" + std::string(id) + "\"";
        for (const SourceFile& file : lesson)
            if (const auto at = file.text.find(quoted); at != std::string::npos)
                return file.text.substr(at, file.text.find("\n        {\"", at) - at);
        return {};
    }

    /// Whether code calls a function, itself or by functions that model/lesson defines.
    static bool reaches(const std::string& code, const std::string& function, const std::vector<SourceFile>& lesson)
    {
        std::set<std::string> seen;
        std::vector<std::string> left{code};
        while (!left.empty()) {
            static const QRegularExpression quoted(QStringLiteral("\"[^\"]*\""));
            const QString text = QString::fromStdString(left.back()).remove(quoted);
            left.pop_back();
            if (timesCalled(text.toStdString(), function) > 0)
                return true;
            static const QRegularExpression name(QStringLiteral(R"(\b[a-z]\w+\b)"));
            for (const QRegularExpressionMatch& found : name.globalMatch(text))
                if (const std::string called = found.captured().toStdString(); seen.insert(called).second)
                    if (const std::string body = bodyOf(called, lesson); !body.empty())
                        left.push_back(body);
        }
        return false;
    }

    /// The body of a function that one of the files defines; empty if none does.
    static std::string bodyOf(const std::string& function, const std::vector<SourceFile>& files)
    {
        for (const auto& [path, text] : files)
            for (auto at = nextCall(text, function, 0); at != std::string::npos;
                 at = nextCall(text, function, at + 1)) {
                const auto close = text.find_first_of(");{", at);
                auto brace = text.find_first_not_of(") \n", close);
                if (brace != std::string::npos && text.compare(brace, 6, "const\n") == 0)
                    brace = text.find_first_not_of(" \n", brace + 6);
                if (brace != std::string::npos && text[close] == ')' && text[brace] == '{')
                    return text.substr(brace, text.find("\n}", brace) - brace);
            }
        return {};
    }

    /// What is wrong with the sources at the end of a comment; nothing if each of them can be opened.
    static std::string wrongSource(const std::string& comment)
    {
        const auto at = comment.rfind("Source: ");
        if (at == std::string::npos)
            return "has no source";
        static const QRegularExpression published(
            QStringLiteral(R"(^(arXiv:\d{4}\.\d{4,5}|doi:10\.\S+|https://\S+)( \(.+\))?$)"));
        static const QRegularExpression page(QStringLiteral(R"(^(docs/[\w-]+\.md), (.+)$)"));
        for (const QString& listed : QString::fromStdString(comment.substr(at + 8)).split(u';')) {
            const QString source = listed.trimmed();
            if (source.contains(published))
                continue;
            const QRegularExpressionMatch found = page.match(source);
            if (!found.hasMatch())
                return ("\"" + source + "\" is neither a paper, a URL nor a section of a page of docs/").toStdString();
            QFile file(sourcePath(found.captured(1)));
            const bool opened = file.open(QIODevice::ReadOnly);
            if (!opened || !file.readAll().contains("\n## " + found.captured(2).toUtf8() + "\n"))
                return ("there is no section \"" + found.captured(2) + "\" in " + found.captured(1)).toStdString();
        }
        return {};
    }
};

KNEEPOINT_TEST(NamedFormulasTest)
#include "named_formulas_test.moc"
