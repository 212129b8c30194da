// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/source_path.h"
#include "tests/support/test_registry.h"

#ifdef QT_WIDGETS_LIB
#include <QApplication>
using Application = QApplication;
#elif defined(QT_GUI_LIB)
#include <QGuiApplication>
using Application = QGuiApplication;
#else
#include <QCoreApplication>
using Application = QCoreApplication;
#endif
#include <QTemporaryDir>
#include <QTest>

#include <cstdio>
#include <map>
#include <string>

namespace kneepoint {
namespace {

/// By name of the source file without its suffix.
std::map<std::string, std::function<std::unique_ptr<QObject>()>>& tests()
{
    static std::map<std::string, std::function<std::unique_ptr<QObject>()>> all;
    return all;
}

} // namespace

RegisteredTest::RegisteredTest(std::string_view source_path, std::function<std::unique_ptr<QObject>()> make)
{
    source_path.remove_prefix(source_path.find_last_of('/') + 1);
    tests()[std::string(source_path.substr(0, source_path.find('.')))] = std::move(make);
}

QString sourcePath(const QString& path)
{
    return QStringLiteral(SOURCE_ROOT "/") + path;
}

QString builtPath(const QString& path)
{
    return QCoreApplication::applicationDirPath() + "/" + path;
}

} // namespace kneepoint

/// PROGRAM [NAME [arguments of Qt Test]]: runs the test of that name, or all. The exit code counts the failures.
/// Settings, sessions and logs are kept in a folder of the run's own, so that runs do not see each other's or the
/// user's.
int main(int argc, char** argv)
{
    QCoreApplication::setAttribute(Qt::AA_Use96Dpi);
    // Limits only end hangs. Qt Test's own, five minutes per function, is too short for long searches under sanitizers;
    // this one is a little shorter than that of ctest, and shows where the test hangs.
    if (!qEnvironmentVariableIsSet("QTEST_FUNCTION_TIMEOUT"))
        qputenv("QTEST_FUNCTION_TIMEOUT", "3000000");
    const QTemporaryDir own;
    for (const char* variable : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"})
        qputenv(variable, own.filePath(QString::fromLatin1(variable)).toLocal8Bit());
    const Application application(argc, argv);
    QStringList arguments = QCoreApplication::arguments();
    const std::string name = arguments.size() > 1 ? arguments.takeAt(1).toStdString() : std::string();
    int failures = 0;
    int ran = 0;
    for (const auto& [test, make] : kneepoint::tests())
        if (name.empty() || name == test) {
            ++ran;
            failures += QTest::qExec(make().get(), arguments);
        }
    if (ran == 0)
        std::fprintf(stderr, "There is no test \"%s\" here.\n", name.c_str());
    return ran == 0 ? 1 : failures;
}
