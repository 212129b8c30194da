// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/house/source_files.h"

#include "tests/support/test_registry.h"

#include <QTest>

#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace {

/// The types that a header defines outside of other types, with their namespace: "kneepoint::Column".
std::set<std::string> typesOf(const std::string& text)
{
    static const std::regex opening("namespace ([a-z_:]+) \\{"),
        type("(?:struct|class|enum class) (\\w+)(?: final)?(?: :.*)? \\{.*");
    std::set<std::string> types;
    std::string room;
    std::istringstream lines(text);
    std::smatch found;
    for (std::string line; std::getline(lines, line);)
        if (std::regex_match(line, found, opening))
            room = found[1].str() + "::";
        else if (std::regex_match(line, found, type))
            types.insert(room + found[1].str());
    return types;
}

} // namespace

/// Two types with one name in one program are an error that no compiler reports.
class TypeNamesTest : public QObject {
    Q_OBJECT

private slots:
    void typesAreFound()
    {
        const std::set<std::string> expected{"kneepoint::A", "kneepoint::B", "kneepoint::C"};
        QVERIFY(typesOf("namespace kneepoint {\nstruct A {\n    struct D {\n    };\n};\nclass B : public A {\n};\n"
                        "enum class C { one };\nclass E;\n} // namespace kneepoint\n")
            == expected);
    }

    void everyTypeHasANameOfItsOwn()
    {
        std::map<std::string, std::string> headers;
        for (const auto& [path, text] : sourceFiles({"model", "widgets", "app", "fit", "python", "web"}, {".h"}))
            for (const std::string& type : typesOf(text)) {
                const auto [at, is_new] = headers.emplace(type, path);
                QVERIFY2(is_new, (type + " is defined in " + at->second + " and in " + path).c_str());
            }
        QVERIFY(headers.size() > 300);
    }
};

KNEEPOINT_TEST(TypeNamesTest)
#include "type_names_test.moc"
