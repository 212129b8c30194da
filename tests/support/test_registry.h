// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <functional>
#include <memory>
#include <string_view>

namespace kneepoint {

/// Registers a test class with the program of its folder under the name of its source file.
struct RegisteredTest {
    RegisteredTest(std::string_view source_path, std::function<std::unique_ptr<QObject>()> make);
};

} // namespace kneepoint

/// Goes at the end of a test file, before its .moc, instead of QTEST_MAIN.
#define KNEEPOINT_TEST(Class)                                                                                          \
    static const kneepoint::RegisteredTest registered_##Class{__FILE__, [] { return std::make_unique<Class>(); }};
